package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"easim/eas"
	"easim/eas/sweep/column"
)

// Merged is what [Merge] put together.
type Merged struct {
	Total    int // runs of the matrix
	Runs     int // that are there
	Failures []Failure
}

// Merge puts the results of one sweep that lie in several folders, as its shards
// leave them, into one. A merge of all shards equals the results of the whole
// sweep, byte for byte. The folders must hold the same matrix; a run in two of them
// must be the same run.
func Merge(dirs []string, out string) (*Merged, error) {
	m := &merger{out: out, failed: map[int]string{}}
	for _, dir := range dirs {
		if err := m.add(dir); err != nil {
			m.close()
			return nil, err
		}
	}
	defer m.close()
	if m.plan == nil {
		return nil, badInput("sweep: nothing to merge; name the folders of the shards")
	}
	return m.write()
}

type merger struct {
	out    string
	plan   *Plan
	first  string // the folder that the plan is from
	files  []*os.File
	lines  []lineSpan // of the runs
	from   []uint16   // which file holds the line
	failed map[int]string
}

func (m *merger) close() {
	for _, f := range m.files {
		_ = f.Close()
	}
}

// add takes what a folder holds.
func (m *merger) add(dir string) error {
	if len(m.files) > 60000 {
		return badInput("sweep: more than 60000 folders; merge some of them first")
	}
	p, err := openPlan(dir)
	if err != nil {
		return err
	}
	if m.plan == nil {
		m.plan, m.first = p, dir
		m.lines, m.from = make([]lineSpan, p.Runs()), make([]uint16, p.Runs())
	} else if diff := Differences(&m.plan.Matrix, &p.Matrix); len(diff) > 0 {
		text := ""
		for _, d := range diff {
			text += "\n  " + d
		}
		return badInput("sweep: %s and %s hold different sweeps (the first is there, the second now):%s", m.first, dir, text)
	}
	if sameFolder(dir, m.out) {
		return badInput("sweep: %s is merged and written to; give -o a new folder", dir)
	}
	f, err := os.Open(filepath.Join(dir, ResultsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a shard that has not begun
	}
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	m.files = append(m.files, f)
	got, err := m.plan.scan(f)
	if err != nil {
		return err
	}
	for n := range got.lines {
		if err := m.take(n, got.lines[n], dir); err != nil {
			return err
		}
	}
	s := store{dir: dir, plan: m.plan, lines: m.lines, failed: m.failed}
	s.readFailures()
	return nil
}

// take takes the line of a run from the file that was opened last.
func (m *merger) take(n int, l lineSpan, dir string) error {
	if l.length == 0 {
		return nil
	}
	file := len(m.files) - 1
	if have := m.lines[n]; have.length > 0 {
		a, b := make([]byte, have.length), make([]byte, l.length)
		_, err1 := m.files[m.from[n]].ReadAt(a, have.at)
		_, err2 := m.files[file].ReadAt(b, l.at)
		if err := errors.Join(err1, err2); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		if !bytes.Equal(a, b) {
			return badInput("sweep: run %d of %s differs from that of another folder; one of the two was changed", n+1, dir)
		}
		return nil
	}
	m.lines[n], m.from[n] = l, uint16(file)
	delete(m.failed, n)
	return nil
}

func sameFolder(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// openPlan reads the matrix of a folder.
func openPlan(dir string) (*Plan, error) {
	file := filepath.Join(dir, MatrixFile)
	src, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badInput("sweep: %s is no folder of a sweep: it has no %s", dir, MatrixFile)
	}
	if err != nil {
		return nil, badInput("sweep: %w", err)
	}
	m, list := Decode(file, src)
	if err := list.Err(); err != nil {
		return nil, &eas.InputError{Err: err, Text: src}
	}
	return m.Plan()
}

// write makes the folder of the whole.
func (m *merger) write() (*Merged, error) {
	if info, err := os.Stat(filepath.Join(m.out, ResultsFile)); err == nil && info.Size() > 0 {
		return nil, badInput("sweep: %s holds results already; give -o a new folder", m.out)
	}
	if err := os.MkdirAll(m.out, 0o777); err != nil {
		return nil, badInput("sweep: folder %s: %w", m.out, cause(err))
	}
	lock, err := lockFolder(m.out)
	if err != nil {
		return nil, err
	}
	defer lock.release()
	s := store{dir: m.out, plan: m.plan, failed: m.failed}
	if err := s.writeMatrix(); err != nil {
		return nil, err
	}
	file := s.path(ResultsFile)
	_, err = writeLines(file+".new", m.lines, func(n int) io.ReaderAt { return m.files[m.from[n]] })
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err == nil {
		err = s.writeFailures()
	}
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	out := &Merged{Total: m.plan.Runs()}
	for n := range m.lines {
		if m.lines[n].length > 0 {
			out.Runs++
		}
		if text, ok := m.failed[n]; ok {
			out.Failures = append(out.Failures, m.plan.failure(n, text))
		}
	}
	if out.Runs > 0 {
		t, err := column.Open(file)
		if err == nil {
			err = t.Close()
		}
		if err != nil {
			return out, fmt.Errorf("sweep: %w", err)
		}
	}
	return out, nil
}
