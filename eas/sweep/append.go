package sweep

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"syscall"
	"time"
)

// add writes the line of run n, and syncs if the timer is late.
func (s *store) add(n int, line []byte) error {
	late, err := s.write(n, line)
	if late {
		s.sync()
	}
	return err
}

// write writes the line of run n; late says that a line has waited too long.
func (s *store) write(n int, line []byte) (late bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return false, s.err
	}
	if _, err := s.f.WriteAt(line, s.size); err != nil {
		s.fail(err)
		return false, s.err
	}
	s.lines[n] = lineSpan{s.size, int32(len(line))}
	s.order = s.order && (s.found == 0 || n > s.last)
	s.last = n
	s.found++
	s.size += int64(len(line))
	delete(s.failed, n)
	now := time.Now()
	if s.waits.IsZero() {
		s.waits = now
	}
	return now.Sub(s.waits) >= syncLate, nil
}

// fail remembers the first error and cuts off what was written in part.
func (s *store) fail(err error) {
	if s.err != nil {
		return
	}
	remedy := "--resume goes on"
	if errors.Is(err, syscall.ENOSPC) {
		remedy = "make room and go on with --resume"
	}
	s.err = fmt.Errorf("sweep: writing %s: %w; the %d runs that are there are kept: %s",
		s.path(ResultsFile), cause(err), s.found, remedy)
	_ = s.f.Truncate(s.size)
}

func (s *store) addFailure(n int, text string) {
	s.mu.Lock()
	s.failed[n] = text
	s.mu.Unlock()
}

// syncLoop syncs what was written, until it is stopped.
func (s *store) syncLoop() {
	defer close(s.stopped)
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.sync()
		}
	}
}

// sync brings what was written onto the disk. Writing goes on meanwhile.
func (s *store) sync() {
	s.mu.Lock()
	wanted := !s.waits.IsZero() && s.err == nil
	s.waits = time.Time{}
	s.mu.Unlock()
	if !wanted {
		return
	}
	if err := s.toDisk(s.f); err != nil {
		s.mu.Lock()
		s.fail(err)
		s.mu.Unlock()
	}
}

// close ends the work: everything is synced, failures are on record, and if wanted
// the lines are brought into the order of the runs.
func (s *store) close(inOrder bool) error {
	close(s.stop)
	<-s.stopped
	defer s.release()
	s.sync()
	err := s.err
	if err == nil && inOrder && !s.order {
		if err = s.rewrite(); err != nil {
			err = fmt.Errorf("%w; all runs are kept, in the order in which they ended: make room and call --resume", err)
		}
	}
	return errors.Join(err, s.writeFailures())
}

func (s *store) writeFailures() error {
	path := s.path(FailuresFile)
	if len(s.failed) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("sweep: %w", err)
		}
		return nil
	}
	var text []byte
	for _, n := range slices.Sorted(maps.Keys(s.failed)) {
		text = append(text, s.plan.failureLine(n, s.failed[n])...)
	}
	return writeFile(path, text)
}

// errorOf returns what a line of failures says.
func errorOf(line []byte) (string, bool) {
	var f struct{ Error string }
	err := json.Unmarshal(line, &f)
	return f.Error, err == nil && f.Error != ""
}

// rewrite writes the lines anew, in the order of the runs, and puts the new file in
// the place of the old one in one step.
func (s *store) rewrite() error {
	path := s.path(ResultsFile)
	size, err := writeLines(path+".new", s.lines, func(int) io.ReaderAt { return s.f })
	if err != nil {
		return err
	}
	_ = s.f.Close() // it was synced, and is replaced
	if err = os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err = syncFolder(s.dir); err != nil {
		return err
	}
	if s.f, err = os.OpenFile(path, os.O_RDWR, 0o666); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	s.size, s.order = size, true
	return nil
}

// writeLines writes the lines of all runs into a new file, in the order of the
// runs; from is the file that holds the line of a run. lines then says where they
// stand in the new one.
func writeLines(path string, lines []lineSpan, from func(n int) io.ReaderAt) (size int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	moved := slices.Clone(lines)
	w := bufio.NewWriterSize(f, 1<<20)
	var buf []byte
	for n, l := range lines {
		if l.length == 0 {
			continue
		}
		buf = slices.Grow(buf[:0], int(l.length))[:l.length]
		if _, err = from(n).ReadAt(buf, l.at); err == nil {
			_, err = w.Write(buf)
		}
		if err != nil {
			break
		}
		moved[n].at = size
		size += int64(l.length)
	}
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return 0, fmt.Errorf("sweep: putting the runs in order, %s: %w", path, cause(err))
	}
	copy(lines, moved)
	return size, nil
}
