package des

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"
)

func TestStreamIsKeyedBySeedAndName(t *testing.T) {
	t.Parallel()
	draw := func(r *rand.Rand) (v [8]uint64) {
		for i := range v {
			v[i] = r.Uint64()
		}
		return v
	}
	for _, name := range []string{"", "tick", "workload/ui"} {
		h := fnv.New64a()
		h.Write([]byte(name))
		want := draw(rand.New(rand.NewPCG(42, h.Sum64())))
		if got := draw(Stream(42, name)); got != want {
			t.Errorf("Stream(42, %q) gives %v, want PCG of the seed and FNV-1a, %v", name, got, want)
		}
		if draw(Stream(43, name)) == want {
			t.Errorf("Stream(43, %q) equals Stream(42, %q)", name, name)
		}
		if draw(Stream(42, name+"x")) == want {
			t.Errorf("Stream(42, %q) equals Stream(42, %q)", name+"x", name)
		}
	}
}
