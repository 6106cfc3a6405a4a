package des_test

import (
	"fmt"

	"easim/eas/des"
)

// The classes of a model, in the order in which they go at one instant.
const (
	tick des.Class = iota
	burstEnd
	numClasses
)

func Example() {
	q := des.NewQueue(int(numClasses))
	q.Set(burstEnd, 0, 9*des.Millisecond) // the task on CPU 0 needs 9 ms
	q.Set(tick, 0, 4*des.Millisecond)
	for {
		e, ok := q.Pop()
		if !ok {
			break
		}
		switch e.Class {
		case tick:
			fmt.Printf("%v tick\n", e.At)
			q.Set(tick, e.ID, e.At+4*des.Millisecond)
			// The CPU is slower than was thought: the same source is moved.
			q.Set(burstEnd, 0, 12*des.Millisecond)
		case burstEnd:
			fmt.Printf("%v done\n", e.At)
			q.Clear(tick, e.ID)
		}
	}
	// Output:
	// 4ms tick
	// 8ms tick
	// 12ms tick
	// 12ms done
}

func ExampleStream() {
	a, b := des.Stream(1, "tick"), des.Stream(1, "workload/ui")
	b.Uint64() // does not move a
	fmt.Println(a.Uint64() == des.Stream(1, "tick").Uint64())
	// Output: true
}

func ExampleTime_String() {
	fmt.Println(des.Time(1_234_567), 3*des.Second/2, des.Never)
	// Output: 1.234567ms 1.5s never
}
