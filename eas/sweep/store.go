package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"easim/eas"
)

// The files of a sweep's folder.
const (
	MatrixFile   = "sweep.toml"
	ResultsFile  = "results.jsonl"
	FailuresFile = "failures.jsonl"
)

// A line that was written is synced within syncWithin. A timer sees to it every
// syncEvery, which leaves room for a busy machine on which it comes late; what still
// waits after syncLate is synced by whoever writes the next line.
const (
	syncWithin = 100 * time.Millisecond
	syncLate   = syncWithin / 2
	syncEvery  = syncWithin / 4
)

// store is the folder of a sweep while it runs. Lines are written at once, so that
// they outlive the process, and synced every now and then, so that they outlive
// the machine.
type store struct {
	dir  string
	plan *Plan
	lock *folderLock

	mu     sync.Mutex
	f      *os.File
	size   int64 // of whole lines
	lines  []lineSpan
	found  int
	order  bool // lines stand in the order of the runs
	last   int
	waits  time.Time // since when a line waits to be synced; zero: none does
	err    error     // the first error of writing or syncing
	failed map[int]string

	toDisk        func(*os.File) error // Sync, but for tests
	stop, stopped chan struct{}
}

// openStore opens or makes the folder. notes say what was repaired.
func openStore(dir string, p *Plan, resume bool) (s *store, notes []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, &eas.InputError{Err: fmt.Errorf("sweep: folder %s: %w", dir, cause(err))}
	}
	s = &store{
		dir: dir, plan: p, failed: map[int]string{}, toDisk: (*os.File).Sync,
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	if s.lock, err = lockFolder(dir); err != nil {
		return nil, nil, err
	}
	if notes, err = s.open(resume); err != nil {
		s.release()
		return nil, nil, err
	}
	go s.syncLoop()
	return s, notes, nil
}

// open reads what the folder holds.
func (s *store) open(resume bool) (notes []string, err error) {
	if err := s.checkMatrix(resume); err != nil {
		return nil, err
	}
	if s.f, err = os.OpenFile(s.path(ResultsFile), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	if notes, err = s.readLines(); err != nil {
		return nil, err
	}
	s.readFailures()
	return notes, syncFolder(s.dir)
}

func (s *store) path(name string) string { return filepath.Join(s.dir, name) }

// release gives the folder up.
func (s *store) release() {
	if s.f != nil {
		_ = s.f.Close()
	}
	s.lock.release()
}

// cause is an error of the file system without the path, which is said already.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// same reports whether src is the matrix of the plan.
func (s *store) same(src []byte) bool {
	there, list := Decode(s.path(MatrixFile), src)
	return list.Err() == nil && len(Differences(&there, &s.plan.Matrix)) == 0
}

// checkMatrix compares the matrix in the folder with the one asked for, and writes
// it where there is none. One that says the same stays as somebody wrote it.
func (s *store) checkMatrix(resume bool) error {
	held := int64(0)
	if info, err := os.Stat(s.path(ResultsFile)); err == nil {
		held = info.Size()
	}
	src, err := os.ReadFile(s.path(MatrixFile))
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sweep: %w", err)
	case held == 0 && err == nil && s.same(src):
		return nil
	case held == 0: // nothing that could be mixed up
		return s.writeMatrix()
	case err != nil:
		return badInput("sweep: %s holds %s but no %s, so nobody knows what was run; choose another folder",
			s.dir, ResultsFile, MatrixFile)
	}
	there, list := Decode(s.path(MatrixFile), src)
	if err := list.Err(); err != nil {
		return &eas.InputError{Err: err, Text: src}
	}
	if diff := Differences(&there, &s.plan.Matrix); len(diff) > 0 {
		text := ""
		for _, d := range diff {
			text += "\n  " + d
		}
		return badInput("sweep: %s holds the runs of another sweep; choose another folder, or ask for the same:%s",
			s.dir, text)
	}
	if !resume {
		return badInput("sweep: %s holds runs of this sweep already; --resume goes on with it, or choose another folder",
			s.dir)
	}
	return nil
}

func badInput(format string, args ...any) error {
	return &eas.InputError{Err: fmt.Errorf(format, args...)}
}

func (s *store) writeMatrix() error {
	return writeFile(s.path(MatrixFile), s.plan.Encode(relative(s.dir, s.plan.Folder)))
}

// relative is the way from a folder to another; the whole path where there is none.
func relative(from, to string) string {
	if to == "" {
		to = "."
	}
	absFrom, err1 := filepath.Abs(from)
	absTo, err2 := filepath.Abs(to)
	if err1 != nil || err2 != nil {
		return to
	}
	rel, err := filepath.Rel(absFrom, absTo)
	if err != nil {
		return absTo
	}
	return rel
}

// writeFile writes a file so that it is there whole or not at all.
func writeFile(path string, text []byte) error {
	tmp := path + ".new"
	f, err := os.Create(tmp)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		_ = os.Remove(tmp)
		return fmt.Errorf("sweep: writing %s: %w", path, cause(err))
	}
	return syncFolder(filepath.Dir(path))
}

// readLines finds the runs that are there. A torn last line is cut off; if other
// lines are damaged, the file is written anew without them.
func (s *store) readLines() (notes []string, err error) {
	got, err := s.plan.scan(s.f)
	if err != nil {
		return nil, err
	}
	s.lines, s.found, s.size, s.order = got.lines, got.found, got.end, got.ordered
	for n := range s.lines {
		if s.lines[n].length > 0 {
			s.last = n
		}
	}
	if got.torn > 0 {
		notes = append(notes, "the last line was torn; its run is done again")
	}
	if got.bad+got.twins > 0 {
		switch {
		case got.bad == 1:
			notes = append(notes, "a damaged line was left out; its run is done again")
		case got.bad > 1:
			notes = append(notes, fmt.Sprintf("%d damaged lines were left out; their runs are done again", got.bad))
		}
		return notes, s.rewrite()
	}
	if got.torn > 0 {
		if err := s.f.Truncate(s.size); err != nil {
			return nil, fmt.Errorf("sweep: %w", err)
		}
	}
	return notes, nil
}

// readFailures remembers the failures that are on record, until their runs are
// done again.
func (s *store) readFailures() {
	src, err := os.ReadFile(s.path(FailuresFile))
	if err != nil {
		return
	}
	for line := range bytes.Lines(src) {
		if n, ok := s.plan.runOf(line); ok && s.lines[n].length == 0 {
			if text, ok := errorOf(line); ok {
				s.failed[n] = text
			}
		}
	}
}
