package lint_test

import (
	"easim/energy/lint"
	"fmt"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	for _, n := range []string{"juno-r0", "juno-r2", "hikey620", "hikey960"} {
		src, _ := os.ReadFile("../../platforms/" + n + ".toml")
		_, l := lint.File(n+".toml", src)
		for _, d := range l {
			fmt.Println(d.Code, d)
		}
	}
}
