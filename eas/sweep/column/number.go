package column

import (
	"math"
	"strconv"
	"unsafe"
)

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
	1e21, 1e22,
}

// number reads the JSON number at the start of src and returns its length; 0 if
// there is none. A mantissa below 2^53 with a small exponent needs one exact
// multiplication or division, which rounds correctly (W. D. Clinger, How to read
// floating point numbers accurately, 1990); the rest goes to strconv.
func number(src []byte) (value float64, length int) {
	first := 0
	if len(src) > 0 && src[0] == '-' {
		first = 1
	}
	mantissa, i := digits(src, first, 0)
	count, places := i-first, 0
	if count == 0 || count > 1 && src[first] == '0' {
		return 0, 0
	}
	if i < len(src) && src[i] == '.' {
		point := i + 1
		mantissa, i = digits(src, point, mantissa)
		if places = i - point; places == 0 {
			return 0, 0
		}
	}
	scaled := i < len(src) && (src[i] == 'e' || src[i] == 'E')
	if scaled {
		if i = exponentEnd(src, i+1); i == 0 {
			return 0, 0
		}
	}
	if scaled || count+places > 19 || mantissa >= 1<<53 || places >= len(powers) {
		return slowNumber(src[:i])
	}
	value = float64(mantissa) / powers[places]
	if first == 1 {
		value = -value
	}
	return value, i
}

// digits reads the digits from i on behind those of a mantissa, and returns where
// they end.
func digits(src []byte, i int, mantissa uint64) (uint64, int) {
	for ; i < len(src) && src[i]-'0' <= 9; i++ {
		mantissa = mantissa*10 + uint64(src[i]-'0')
	}
	return mantissa, i
}

// exponentEnd returns the end of the exponent whose sign or first digit is at i; 0
// if it has no digit.
func exponentEnd(src []byte, i int) int {
	if i < len(src) && (src[i] == '+' || src[i] == '-') {
		i++
	}
	first := i
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	if i == first {
		return 0
	}
	return i
}

// slowNumber leaves the work to strconv. A number that is too large is infinite.
func slowNumber(text []byte) (float64, int) {
	v, err := strconv.ParseFloat(unsafe.String(&text[0], len(text)), 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, 0
	}
	return v, len(text)
}
