package lint_test

import (
	"fmt"
	"strings"

	"easim/energy/lint"
	"easim/platforms"
)

func ExampleFile() {
	src, err := platforms.Source("hikey960")
	if err != nil {
		panic(err)
	}
	_, list := lint.File("hikey960.toml", src)
	for _, d := range list {
		fmt.Println(d.Where(), d.Code, d.Summary)
	}
	// Output:
	// hikey960.toml:102 EM057 cluster-sleep-1 takes 3700 µs to wake up from, longer than its residency of 3500 µs
}

func ExampleCheck() {
	p, err := platforms.Load("r8a77951")
	if err != nil {
		panic(err)
	}
	fmt.Println(lint.Check(p)[0].Summary)
	// Output:
	// CPUs 4-7 have capacity 401; dmips x fmax gives 377
}

func ExampleFix() {
	src, err := platforms.Source("juno-r0")
	if err != nil {
		panic(err)
	}
	out, done, _ := lint.Fix("juno-r0.toml", src, lint.FixOptions{})
	fmt.Println(done, strings.Count(string(out), "1023]"))
	// Output:
	// [{EM084 table[2] the biggest CPUs have capacity 1024}] 0
}

func ExamplePolicy_Apply() {
	src, err := platforms.Source("hikey960")
	if err != nil {
		panic(err)
	}
	_, list := lint.File("hikey960.toml", src)
	_, valid := lint.Policy{Strict: true}.Apply(list)
	_, allowed := lint.Policy{Strict: true, Allow: []string{"EM057"}}.Apply(list)
	fmt.Println(valid, allowed)
	// Output:
	// false true
}
