package stats

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestBucketsTile(t *testing.T) {
	t.Parallel()
	next := int64(0)
	for i := range numBuckets - 1 {
		if got := bucketOf(next); got != i {
			t.Fatalf("bucketOf(%d) = %d, want %d", next, got, i)
		}
		end := bucketEnd(i)
		if got := bucketOf(end); got != i {
			t.Fatalf("bucketOf(%d), the end of bucket %d, is %d", end, i, got)
		}
		next = end + 1
	}
	if next != 1<<maxExp {
		t.Errorf("the regular buckets end at %d, want 2^%d", next, maxExp)
	}
	if got := bucketOf(next); got != numBuckets-1 {
		t.Errorf("bucketOf(%d) = %d, want the overflow bucket %d", next, got, numBuckets-1)
	}
}

// TestQuantileOracle compares with the nearest rank in a sorted slice.
func TestQuantileOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(0, 1<<36), 1, 300).Draw(t, "values")
		permille := rapid.Int64Range(1, 1000).Draw(t, "permille")
		var h Histogram
		for _, v := range values {
			h.Add(v)
		}
		slices.Sort(values)
		want := values[max((int64(len(values))*permille+999)/1000, 1)-1]
		got := h.Quantile(permille)
		if got < want || got > want+want/subCount {
			t.Fatalf("quantile %d/1000 = %d, want %d to %d", permille, got, want, want+want/subCount)
		}
		if h.Max() != values[len(values)-1] || h.Count() != int64(len(values)) {
			t.Fatalf("max %d count %d, want %d %d", h.Max(), h.Count(), values[len(values)-1], len(values))
		}
	})
}

func TestHistogramEdges(t *testing.T) {
	t.Parallel()
	var h Histogram
	if got := h.Quantile(500); got != 0 {
		t.Errorf("median of nothing = %d, want 0", got)
	}
	h.Add(-5)
	if got := h.Quantile(1000); got != 0 {
		t.Errorf("a negative value counts as %d, want 0", got)
	}
	h.Add(1 << 45)
	if got := h.Quantile(1000); got != 1<<45 {
		t.Errorf("an overflow reads %d, want the exact maximum %d", got, int64(1)<<45)
	}
	h.Reset()
	if h.Count() != 0 || h.Max() != 0 || h.Quantile(990) != 0 {
		t.Error("Reset leaves values behind")
	}
}

func BenchmarkHistogramAdd(b *testing.B) {
	b.ReportAllocs()
	var h Histogram
	for i := range b.N {
		h.Add(int64(i) * 977)
	}
}
