package pelt

import "testing"

// The spans between updates, in ns: inside a segment, over a few segments' ends
// (a tick), and long enough that the 4.4 form sums in halves.
var benchSpans = [...]struct {
	name string
	ns   int64
}{
	{"none", 500},
	{"inside", 2048},
	{"tick", 4000000},
	{"long", 100000000},
}

func BenchmarkAvg44(b *testing.B) {
	for _, s := range benchSpans {
		b.Run(s.name, func(b *testing.B) {
			a := InitTask44(1024)
			var now int64
			b.ReportAllocs()
			for b.Loop() {
				if s.ns > unit {
					now += s.ns
				}
				if s.name == "inside" {
					a.PeriodContrib = 0
				}
				a.Update(now, 1024, true, 900, 446)
			}
		})
	}
}

func BenchmarkRQAvg44(b *testing.B) {
	for _, s := range benchSpans {
		b.Run(s.name, func(b *testing.B) {
			var q RQAvg44
			var now int64
			b.ReportAllocs()
			for b.Loop() {
				if s.ns > unit {
					now += s.ns
				}
				if s.name == "inside" {
					q.PeriodContrib = 0
				}
				q.Update(now, 2048, true, 900, 446)
			}
		})
	}
}

func BenchmarkAvg(b *testing.B) {
	for _, s := range benchSpans {
		b.Run(s.name, func(b *testing.B) {
			var a Avg
			var now int64
			b.ReportAllocs()
			for b.Loop() {
				if s.ns > unit {
					now += s.ns
				}
				if s.name == "inside" {
					a.PeriodContrib = 0
				}
				a.Update(now, 1, 1, true, 1024)
			}
		})
	}
}
