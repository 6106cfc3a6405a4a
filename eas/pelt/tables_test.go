package pelt

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"testing"
)

func TestTablesAreWhatTheGeneratorWrites(t *testing.T) {
	t.Parallel()
	want, err := exec.Command("go", "run", "gentables.go").Output()
	if err != nil {
		t.Fatalf("go run gentables.go: %v", err)
	}
	got, err := os.ReadFile("tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("tables.go is not what gentables.go writes; run go generate")
	}
}

// The tables follow from y = 2^(-1/32) alone, here in floats.
func TestTablesAgainstPowers(t *testing.T) {
	t.Parallel()
	var sum float64
	for n, got := range yInverse {
		if want := math.Exp2(-float64(n)/halfLife) * math.MaxUint32; math.Abs(float64(got)-want) > 1 {
			t.Errorf("yInverse[%d] = %#x, want %#x", n, got, uint32(want))
		}
	}
	for n, got := range ySum {
		// Each step rounds down by less than 1.
		if d := sum - float64(got); d < 0 || d > float64(n) {
			t.Errorf("ySum[%d] = %d, the exact sum is %.2f", n, got, sum)
		}
		sum = (sum + segment) * math.Exp2(-1.0/halfLife)
	}
	if exact := segment / (1 - math.Exp2(-1.0/halfLife)); math.Abs(exact-LoadAvgMax) > halfLife*1.5 {
		t.Errorf("LoadAvgMax = %d, the exact limit is %.2f", LoadAvgMax, exact)
	}
}

func TestDecayFactor(t *testing.T) {
	t.Parallel()
	tests := []struct {
		v, n, want uint64
	}{
		{1024, 1, 1002},              // ySum[1]
		{LoadAvgMax, 32, 23870},      // half, less one for y^0 < 1
		{LoadAvgMax, 64, 11934},      // a quarter, less one
		{1 << 40, 32, 1<<39 - 1<<7},  // more than 32 bits: 2^39 (1 - 2^-32)
		{math.MaxUint64, 2015, 1},    // 62 halves leave 3, times 0.51
		{math.MaxUint64, 2016, 0},    // 63 halves leave 1, times less than 1
		{math.MaxUint64, 2017, 0},    // forgotten
		{math.MaxUint64, 1 << 40, 0}, // and no index out of the table
	}
	for _, tt := range tests {
		if got := decayFactor(tt.n).of(tt.v); got != tt.want {
			t.Errorf("decay of %d by %d segments = %d, want %d", tt.v, tt.n, got, tt.want)
		}
	}
}
