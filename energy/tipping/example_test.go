package tipping_test

import (
	"fmt"
	"log"

	"easim/energy/tipping"
	"easim/platforms"
)

func ExampleNew() {
	p, err := platforms.Load("juno-r0")
	if err != nil {
		log.Fatal(err)
	}
	r, err := tipping.New(p, p.Table("eas1x"), tipping.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, x := range r.Crossings {
		fmt.Println(x.Util, r.Classes[x.From].Name, "to", r.Classes[x.To].Name, "for lack of room:", x.NoRoom)
	}
	fmt.Println("one task tips the board from", r.System.Earliest)
	// Output:
	// 358 LITTLE to big for lack of room: true
	// one task tips the board from 358
}
