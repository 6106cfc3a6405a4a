package des

import "testing"

// benchmarkQueue is the common step of a simulation: a source falls due and is
// armed again, among n armed sources.
func benchmarkQueue(b *testing.B, n int) {
	spans := randomSpans()
	q := NewQueue(2)
	for i := range n {
		q.Set(1, int32(i), Time(spans[i]))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e, _ := q.Pop()
		q.Set(e.Class, e.ID, e.At+Time(spans[i%len(spans)]))
	}
}

func BenchmarkQueue(b *testing.B) {
	b.Run("pending=12", func(b *testing.B) { benchmarkQueue(b, 12) })
	b.Run("pending=120", func(b *testing.B) { benchmarkQueue(b, 120) })
	b.Run("pending=1200", func(b *testing.B) { benchmarkQueue(b, 1200) })
}

// BenchmarkQueueMove moves the pending event of a source that stays armed.
func BenchmarkQueueMove(b *testing.B) {
	spans := randomSpans()
	q := NewQueue(1)
	for i := range 120 {
		q.Set(0, int32(i), Time(spans[i]))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		q.Set(0, int32(i%120), Time(spans[i%len(spans)]))
	}
}
