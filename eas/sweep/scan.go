package sweep

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// lineSpan says where the line of a run stands; a length of 0 is nowhere.
type lineSpan struct {
	at     int64
	length int32
}

// scanned is what a file of lines holds of a plan.
type scanned struct {
	lines   []lineSpan // of the runs
	found   int        // runs with a line
	end     int64      // of the last whole line
	torn    int64      // bytes of a last line without an end
	bad     int        // whole lines that belong to no run of the plan
	twins   int        // further lines of a run
	ordered bool       // lines stand in the order of the runs, with nothing between
}

// maxLine is the longest line that is looked at; a longer one is damaged.
const maxLine = 1 << 28

// scan reads the lines of f.
func (p *Plan) scan(f io.Reader) (*scanned, error) {
	s := &scanned{lines: make([]lineSpan, p.Runs()), ordered: true}
	r := bufio.NewReaderSize(f, 1<<20)
	var long []byte
	last := -1
	for {
		part, err := r.ReadSlice('\n')
		line := part
		if len(long) > 0 || errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			line = long
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(long) < maxLine:
			continue
		case errors.Is(err, io.EOF):
			s.torn = int64(len(line))
			return s, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("sweep: %w", err)
		}
		n, ok := p.runOf(line)
		switch {
		case !ok:
			s.bad++
			s.ordered = false
		case s.lines[n].length > 0:
			s.twins++
			s.ordered = false
		default:
			s.lines[n] = lineSpan{s.end, int32(len(line))}
			s.found++
			s.ordered = s.ordered && n > last
			last = n
		}
		s.end += int64(len(line))
		long = long[:0]
	}
}
