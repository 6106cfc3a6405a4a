package des

import (
	"math"
	"strconv"
)

// Time is virtual time in nanoseconds since the start of a run, 0 to [Never]:
// 292 years. The same type holds a span of time. It is no time.Time, because
// nothing in a simulation may depend on the machine's clock.
type Time int64

// The units of Time. A span is written as a product: 4 * des.Millisecond.
const (
	Nanosecond  Time = 1
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond

	// Never is later than any event of any run. Do not add to it.
	Never Time = math.MaxInt64
)

// String prints t without loss in the largest unit of ns, us, ms and s that is
// not larger than t: "0s", "750ns", "-1.5us", "1.234567ms", "never".
func (t Time) String() string {
	var buf [24]byte
	return string(t.Append(buf[:0]))
}

// Append appends the text of [Time.String] to dst and returns the result.
func (t Time) Append(dst []byte) []byte {
	if t == Never {
		return append(dst, "never"...)
	}
	if t == 0 {
		return append(dst, "0s"...)
	}
	// The magnitude is unsigned, so that the most negative Time has one too.
	n := uint64(t)
	if t < 0 {
		dst = append(dst, '-')
		n = -n
	}
	digits, unit := 9, "s"
	switch {
	case n < uint64(Microsecond):
		digits, unit = 0, "ns"
	case n < uint64(Millisecond):
		digits, unit = 3, "us"
	case n < uint64(Second):
		digits, unit = 6, "ms"
	}
	return append(appendFixed(dst, n, digits), unit...)
}

// appendFixed appends n / 10^digits in decimal, without trailing zeros.
func appendFixed(dst []byte, n uint64, digits int) []byte {
	pow := uint64(1)
	for range digits {
		pow *= 10
	}
	dst = strconv.AppendUint(dst, n/pow, 10)
	frac := n % pow
	if frac == 0 {
		return dst
	}
	dst = append(dst, '.')
	for frac != 0 {
		pow /= 10
		dst = append(dst, byte('0'+frac/pow))
		frac %= pow
	}
	return dst
}
