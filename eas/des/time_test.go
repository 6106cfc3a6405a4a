package des

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTimeString(t *testing.T) {
	t.Parallel()
	tests := []struct {
		t    Time
		want string
	}{
		{0, "0s"},
		{1, "1ns"},
		{999, "999ns"},
		{Microsecond, "1us"},
		{1500, "1.5us"},
		{1234567, "1.234567ms"},
		{4 * Millisecond, "4ms"},
		{Second, "1s"},
		{61*Second + 1, "61.000000001s"},
		{-1500, "-1.5us"},
		{Never - 1, "9223372036.854775806s"},
		{Never, "never"},
		{math.MinInt64, "-9223372036.854775808s"},
	}
	for _, tt := range tests {
		if got := tt.t.String(); got != tt.want {
			t.Errorf("Time(%d).String() = %q, want %q", int64(tt.t), got, tt.want)
		}
	}
}

// The text loses nothing: the standard library reads it back.
func TestTimeStringRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64Range(math.MinInt64+1, math.MaxInt64-1).Draw(t, "ns")
		got, err := time.ParseDuration(Time(want).String())
		if err != nil || got.Nanoseconds() != want {
			t.Fatalf("%q reads as %v, %v, want %d ns", Time(want), got, err, want)
		}
	})
}
