package platforms_test

import (
	"fmt"

	"easim/platforms"
)

func ExampleLoad() {
	p, err := platforms.Load("hikey")
	fmt.Println(p.Title, err)
	_, err = platforms.Load("juno")
	fmt.Println(err)
	// Output:
	// 96Boards HiKey (HiSilicon Hi6220, 8 x Cortex-A53) <nil>
	// platforms: platform "juno" is ambiguous: juno-r0, juno-r2
}
