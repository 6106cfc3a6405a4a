package registry_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"easim/eas/registry"
)

func governors() *registry.Registry[int] {
	r := registry.New[int]("governor")
	r.Add("schedutil", "follows utilisation", 1)
	r.Add("performance", "always the top frequency", 2)
	r.Add("EAS", "a name in capitals", 3)
	return r
}

func TestLookup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		want int
		err  string
	}{
		{"schedutil", 1, ""},
		{"SchedUtil", 1, ""},
		{"eas", 3, ""},
		{"schedutill", 0, `unknown governor "schedutill"; did you mean "schedutil"?`},
		{"PERFROMANCE", 0, `unknown governor "PERFROMANCE"; did you mean "performance"?`},
		{"interactive", 0, `unknown governor "interactive"; want one of: schedutil, performance, EAS`},
		{"", 0, `unknown governor ""; want one of: schedutil, performance, EAS`},
	}
	for _, tt := range tests {
		got, err := governors().Lookup(tt.name)
		text := ""
		if err != nil {
			text = err.Error()
			var unknown *registry.UnknownError
			if !errors.As(err, &unknown) || unknown.Name != tt.name {
				t.Errorf("Lookup(%q): error %#v, want an UnknownError of that name", tt.name, err)
			}
		}
		if got != tt.want || text != tt.err {
			t.Errorf("Lookup(%q) = %d, %s, want %d, %s", tt.name, got, text, tt.want, tt.err)
		}
	}
	if _, err := registry.New[int]("patch").Lookup("x"); err == nil || err.Error() != `unknown patch "x"; there is none` {
		t.Errorf("empty registry: %v", err)
	}
}

func TestOrderIsThatOfAdding(t *testing.T) {
	t.Parallel()
	want := []string{"schedutil", "performance", "EAS"}
	r := governors()
	names := r.Names()
	if !slices.Equal(names, want) {
		t.Errorf("Names() = %q, want %q", names, want)
	}
	names[0] = "changed" // a copy
	var each []string
	sum := 0
	r.Each(func(name, doc string, value int) {
		if doc == "" {
			t.Errorf("%s has no documentation", name)
		}
		each = append(each, name)
		sum += value
	})
	if !slices.Equal(each, want) || sum != 6 {
		t.Errorf("Each gave %q, sum %d, want %q, 6", each, sum, want)
	}
}

func TestAddPanics(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Schedutil": `governor "Schedutil" added twice, as "schedutil" before`,
		"":          "governor without a name",
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, want) {
					t.Errorf("Add(%q) panics with %q, want %q", name, text, want)
				}
			}()
			governors().Add(name, "again", 4)
		}()
	}
}

func ExampleRegistry() {
	placers := registry.New[func() string]("placer")
	placers.Add("eas", "find_energy_efficient_cpu()", func() string { return "by energy" })
	placers.Add("packed", "fill one CPU after the other", func() string { return "by number" })
	placers.Each(func(name, doc string, _ func() string) { fmt.Printf("%-7s %s\n", name, doc) })
	place, err := placers.Lookup("EAS")
	fmt.Println(place(), err)
	_, err = placers.Lookup("pakced")
	fmt.Println(err)
	// Output:
	// eas     find_energy_efficient_cpu()
	// packed  fill one CPU after the other
	// by energy <nil>
	// unknown placer "pakced"; did you mean "packed"?
}
