package des

import (
	"math/rand/v2"
	"testing"
)

// yardEvent is the 24-byte event of the yardstick.
type yardEvent struct {
	at      int64
	seq     uint64
	payload uint64
}

// yardHeap is a plain 4-ary heap of events: the yardstick by which the speed
// of simulators is told across machines ("x heap"). It is kept plain on
// purpose.
type yardHeap []yardEvent

func (h yardHeap) less(i, j int) bool {
	if h[i].at != h[j].at {
		return h[i].at < h[j].at
	}
	return h[i].seq < h[j].seq
}

func (h *yardHeap) push(e yardEvent) {
	*h = append(*h, e)
	s := *h
	for i := len(s) - 1; i > 0; {
		p := (i - 1) / 4
		if !s.less(i, p) {
			break
		}
		s[i], s[p] = s[p], s[i]
		i = p
	}
}

func (h *yardHeap) pop() yardEvent {
	s := *h
	top := s[0]
	n := len(s) - 1
	s[0] = s[n]
	s = s[:n]
	*h = s
	for i := 0; ; {
		first := 4*i + 1
		if first >= n {
			break
		}
		m := first
		for c := first + 1; c < min(first+4, n); c++ {
			if s.less(c, m) {
				m = c
			}
		}
		if !s.less(m, i) {
			break
		}
		s[i], s[m] = s[m], s[i]
		i = m
	}
	return top
}

// BenchmarkYardstick is one pop and one push on a plain 4-ary heap of 24-byte
// events with 120 pending.
func BenchmarkYardstick(b *testing.B) {
	spans := randomSpans()
	var h yardHeap
	var seq uint64
	for i := range 120 {
		h.push(yardEvent{at: spans[i], seq: seq, payload: seq})
		seq++
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e := h.pop()
		e.at += spans[i%len(spans)]
		e.seq = seq
		seq++
		h.push(e)
	}
}

// randomSpans returns spans drawn evenly from 0 to 1 ms, drawn beforehand so
// that a benchmark does not measure the generator.
func randomSpans() []int64 {
	r := rand.New(rand.NewPCG(1, 2))
	s := make([]int64, 1<<14)
	for i := range s {
		s[i] = r.Int64N(int64(Millisecond))
	}
	return s
}
