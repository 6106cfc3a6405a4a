package debugfs

import (
	"fmt"
	"os"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

func TestZZ(t *testing.T) {
	f := os.Getenv("ZZ")
	if f == "" {
		t.Skip()
	}
	data, _ := os.ReadFile(f)
	var o draft.Options
	if os.Getenv("DOM") != "" {
		o.Domains = []energy.CPUSet{energy.CPURange(0, 3), energy.CPURange(4, 7)}
	}
	files, err := ReadText(data)
	fmt.Println(err)
	p, list := Import(f, data, &files, o)
	fmt.Println(list.Render(data))
	if p != nil {
		out := energy.Encode(p)
		fmt.Println(string(out))
		_, l := energy.Decode("out.toml", out)
		fmt.Println(l.Render(out))
	}
}
