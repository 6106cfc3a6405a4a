package column

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"slices"
	"time"
)

// build brings the index of a file of runs up to date.
type build struct {
	runs     *os.File
	end      int64 // of the last whole line
	changed  time.Time
	path     string // of the index
	index    *os.File
	remove   string // a temporary index
	size     int64  // of the index that is used so far
	segments []*kept
}

func newBuild(file string) (*build, error) {
	runs, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("column: %w", err)
	}
	b := &build{runs: runs, path: IndexFile(file)}
	info, err := runs.Stat()
	if err == nil {
		b.changed = info.ModTime()
		b.end, err = lastLine(runs, info.Size())
	}
	if err != nil {
		b.close()
		return nil, fmt.Errorf("column: %w", err)
	}
	return b, nil
}

// lastLine returns the end of the last whole line of a file.
func lastLine(f io.ReaderAt, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for size > 0 {
		n := min(int64(len(buf)), size)
		if _, err := f.ReadAt(buf[:n], size-n); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			return size - n + int64(i) + 1, nil
		}
		size -= n
	}
	return 0, nil
}

// update reads the index and adds what it lacks.
func (b *build) update() error {
	stale := b.load()
	if stale {
		b.verify()
	}
	n, covered := len(b.segments), b.covered()
	if n > 0 && covered < b.end && !full(b.segments[n-1].rows, covered-b.segments[n-1].from) {
		b.size = b.segments[n-1].at
		b.segments = b.segments[:n-1]
		covered = b.covered()
	}
	if covered < b.end || b.index == nil {
		return b.rewrite(covered)
	}
	if stale {
		now := time.Now()
		_ = os.Chtimes(b.path, now, now) // else it is verified again the next time
	}
	return nil
}

func full(rows uint32, size int64) bool { return rows >= segmentRows || size >= segmentBytes }

func (b *build) covered() int64 {
	if n := len(b.segments); n > 0 {
		return b.segments[n-1].to
	}
	return 0
}

// load reads the segments that fit together. stale means that the runs may have
// changed after the index.
func (b *build) load() (stale bool) {
	f, err := os.Open(b.path)
	if err != nil {
		return false
	}
	b.index = f
	info, err := f.Stat()
	if err != nil {
		return false
	}
	head := make([]byte, len(magic))
	if _, err := f.ReadAt(head, 0); err != nil || string(head) != magic {
		return false
	}
	b.size = int64(len(magic))
	known := map[int64]*names{}
	for b.size < info.Size() {
		k, err := readSegment(f, b.size, info.Size(), known)
		if err != nil || k.from != b.covered() || k.to > b.end {
			break
		}
		b.segments = append(b.segments, k)
		b.size += k.size
	}
	return !info.ModTime().After(b.changed)
}

// verify compares the checksums of the segments with the runs and keeps those up
// to the first that does not fit.
func (b *build) verify() {
	buf := make([]byte, 1<<20)
	for i, s := range b.segments {
		h := crc32.New(castagnoli())
		_, err := io.CopyBuffer(struct{ io.Writer }{h}, io.NewSectionReader(b.runs, s.from, s.to-s.from), buf)
		if err != nil || h.Sum32() != s.sum {
			b.segments, b.size = b.segments[:i], s.at
			return
		}
	}
}

// rewrite makes a new index file: the segments that fit, and those of the lines
// from byte covered on. It takes the place of the old one in one step. If it cannot
// be kept beside the runs (a folder that is read-only, a full disk), it is a
// temporary file.
func (b *build) rewrite(covered int64) error {
	old, segments, size := b.index, b.segments, b.size
	b.index = nil
	if old != nil {
		defer func() { _ = old.Close() }()
	}
	out, err := os.OpenFile(fmt.Sprintf("%s.%d", b.path, os.Getpid()), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err == nil {
		if err = b.writeAll(out, old, covered); err == nil {
			return b.replace()
		}
		_ = closeIndex(out, out.Name())
		b.segments, b.size = segments, size
	}
	if errors.Is(err, errSyntax) {
		return err
	}
	if out, err = os.CreateTemp("", "easim-*.index"); err != nil {
		b.index = nil
		return fmt.Errorf("column: no place for the index, neither beside the runs nor among temporary files: %w", err)
	}
	b.remove = out.Name()
	return b.writeAll(out, old, covered)
}

func (b *build) writeAll(out, old *os.File, covered int64) error {
	b.index = out
	if err := b.copyOld(old); err != nil {
		return err
	}
	return b.append(covered)
}

// replace puts the new index in the place of the old one and opens it there.
func (b *build) replace() error {
	name := b.index.Name()
	err := b.index.Close()
	b.index = nil
	if err == nil {
		err = os.Rename(name, b.path)
	}
	if err == nil {
		b.index, err = os.Open(b.path)
	}
	if err != nil {
		_ = os.Remove(name)
		return fmt.Errorf("column: index: %w", err)
	}
	return nil
}

func (b *build) copyOld(old *os.File) error {
	if len(b.segments) == 0 {
		b.size = int64(len(magic))
		_, err := io.WriteString(b.index, magic)
		return err
	}
	_, err := io.Copy(b.index, io.NewSectionReader(old, 0, b.size))
	return err
}

// worker makes one segment at a time.
type worker struct {
	fill  *filler
	block []byte
}

type made struct {
	s   *segment
	err error
}

// append makes the segments of the lines from byte at on, several at a time, and
// writes them in order.
func (b *build) append(at int64) error {
	n := min(runtime.GOMAXPROCS(0), 4) // each holds a segment in memory
	idle := make(chan *worker, n)
	for range n {
		idle <- &worker{fill: newFiller()}
	}
	queue, stop := make(chan chan made, n), make(chan struct{})
	go b.produce(at, idle, queue, stop)
	var err error
	for result := range queue {
		m := <-result
		if err != nil {
			continue
		}
		if err = m.err; err == nil {
			err = b.write(m.s)
		}
		if err != nil {
			close(stop)
		}
	}
	return err
}

// produce hands blocks of lines to idle workers and their results, in order, to
// queue.
func (b *build) produce(at int64, idle chan *worker, queue chan<- chan made, stop <-chan struct{}) {
	defer close(queue)
	for at < b.end {
		var w *worker
		select {
		case <-stop:
			return
		case w = <-idle:
		}
		result := make(chan made, 1)
		queue <- result
		var err error
		if w.block, err = readBlock(b.runs, w.block[:0], at, b.end); err != nil {
			result <- made{nil, err}
			return
		}
		from := at
		at += int64(len(w.block))
		go func() {
			s, err := w.fill.fill(w.block, from)
			result <- made{s, err}
			idle <- w
		}()
	}
}

// write appends a segment to the index.
func (b *build) write(s *segment) error {
	var last *names
	if n := len(b.segments); n > 0 {
		last = b.segments[n-1].names
	}
	k, out, err := s.encode(b.size, last)
	if err != nil {
		return err
	}
	if _, err := b.index.WriteAt(out, b.size); err != nil {
		return fmt.Errorf("column: index: %w", err)
	}
	b.segments = append(b.segments, k)
	b.size += k.size
	return nil
}

// readBlock reads whole lines from byte at on until they fill a segment.
func readBlock(f io.ReaderAt, block []byte, at, end int64) ([]byte, error) {
	const step = 1 << 20
	rows, scanned := 0, 0
	for {
		for scanned < len(block) {
			i := bytes.IndexByte(block[scanned:], '\n')
			if i < 0 {
				break
			}
			scanned += i + 1
			rows++
			if full(uint32(rows), int64(scanned)) {
				return block[:scanned], nil
			}
		}
		n := int(min(step, end-at-int64(len(block))))
		if n <= 0 {
			return block[:scanned], nil
		}
		have := len(block)
		block = slices.Grow(block, n)[:have+n]
		if _, err := f.ReadAt(block[have:], at+int64(have)); err != nil {
			return nil, fmt.Errorf("column: %w", err)
		}
	}
}
