package skeleton_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/lint"
	"easim/energy/skeleton"
	"easim/platforms"
)

func parse(t *testing.T, texts ...string) []skeleton.Cluster {
	t.Helper()
	var out []skeleton.Cluster
	for _, text := range texts {
		c, err := skeleton.ParseCluster(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// With all that the kernel needs, a skeleton is a complete platform: here the
// energy model of the built-in rk3399, from its device tree's numbers.
func TestCompleteSkeleton(t *testing.T) {
	t.Parallel()
	src, err := skeleton.Write(skeleton.Spec{Name: "mine", Title: "a board", Clusters: parse(t,
		"name=LITTLE,kind=little,cpus=0-3,core=cortex-a53,dmips=485,mhz=408/600/816/1008/1200/1416,"+
			"mv=825/825/850/925/1000/1125,coefficient=100,"+
			"idle=cpu-sleep:core:120:250:900,idle=cluster-sleep:cluster:400:500:2000",
		"name=big,kind=big,cpus=4-5,core=cortex-a72,dmips=1024,mhz=408/600/816/1008/1200/1416/1608/1800,"+
			"mv=825/825/825/875/950/1025/1100/1200,coefficient=436",
	)})
	if err != nil {
		t.Fatal(err)
	}
	p, list := lint.File("mine.toml", src)
	if list.HasErrors() {
		t.Fatalf("errors:\n%s", list.Render(src))
	}
	want, err := platforms.Load("rk3399")
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.FreqDomains {
		if !reflect.DeepEqual(p.FreqDomains[i].OPPs, want.FreqDomains[i].OPPs) {
			t.Errorf("OPPs %v, want %v", p.FreqDomains[i].OPPs, want.FreqDomains[i].OPPs)
		}
		if !reflect.DeepEqual(p.Tables[0].Domains[i], want.Tables[0].Domains[i]) {
			t.Errorf("row %v, want %v", p.Tables[0].Domains[i], want.Tables[0].Domains[i])
		}
	}
	if !reflect.DeepEqual(p.Clusters[0].IdleStates, want.Clusters[0].IdleStates) {
		t.Errorf("idle states %v", p.Clusters[0].IdleStates)
	}
}

// A skeleton with gaps is TOML, and what the lint says of it is what is missing:
// nothing else is wrong with it.
func TestGaps(t *testing.T) {
	t.Parallel()
	for _, kind := range []energy.TableKind{energy.TableEM, energy.TableEAS1x, energy.TableMeasured} {
		for _, clusters := range [][]skeleton.Cluster{
			nil,
			parse(t, "name=a,kind=mid,cpus=0-1,mhz=500/1000"),
			parse(t, "name=a,kind=mid,cpus=0,2,dmips=100,mhz=500", "name=b,kind=big,cpus=1,dmips=1024,mhz=1000/2000,mv=800/900"),
		} {
			src, err := skeleton.Write(skeleton.Spec{Kind: kind, Clusters: clusters})
			if err != nil {
				t.Fatal(err)
			}
			p, list := lint.File("b.toml", src)
			if p == nil || !list.HasErrors() {
				t.Fatalf("%s: no gaps, or no TOML:\n%s", kind, list.Render(src))
			}
			for _, d := range list.Only(diag.Error) {
				switch r, _ := lint.Lookup(d.Code); r.Name {
				case "opp-missing", "row-length", "row-missing", "rate-length":
				default:
					t.Errorf("%s: %s\n%s", kind, d, src)
				}
			}
			for n, line := range strings.Split(string(src), "\n") {
				if len(line) > 120 {
					t.Errorf("line %d has %d characters", n+1, len(line))
				}
			}
		}
	}
}

func TestParseClusterErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                          "unknown key",
		"kind=big":                                  "give name=",
		"name=a,kind=huge":                          `unknown kind "huge"`,
		"name=a,kind=big":                           "give cpus=",
		"name=a,kind=big,cpus=3-1":                  "CPU list",
		"name=a,kind=big,cpus=0,mhz=5/x":            `bad number "x"`,
		"name=a,kind=big,cpus=0,mhz=-5":             "bad number",
		"name=a,kind=big,cpus=0,mhz=nan":            "bad number",
		"name=a,kind=big,cpus=0,mhz=600/500":        "must ascend",
		"name=a,kind=big,cpus=0,mhz=5,mv=1/2":       "2 voltages for 1 frequencies",
		"name=a,kind=big,cpus=0,idle=x:core:1:2":    "bad idle state",
		"name=a,kind=big,cpus=0,idle=x:deep:1:2:3":  "bad level",
		"name=a,kind=big,cpus=0,idle=x:core:1:-2:3": "bad time",
		"name=a,kind=big,cpus=0,dmips=x":            "bad number",
		"name=a,kind=big,cpus=0,coeficient=3":       `did you mean "coefficient"?`,
	} {
		if _, err := skeleton.ParseCluster(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, cs := range [][]skeleton.Cluster{
		parse(t, "name=a,kind=big,cpus=0-1", "name=b,kind=big,cpus=1-2"),
		parse(t, "name=a,kind=big,cpus=0-1", "name=b,kind=big,cpus=3"),
	} {
		if _, err := skeleton.Write(skeleton.Spec{Clusters: cs}); err == nil {
			t.Errorf("no error for %v", cs)
		}
	}
}

func FuzzParseCluster(f *testing.F) {
	f.Add("name=LITTLE,kind=little,cpus=0,3-5,core=cortex-a53,dmips=578,mhz=450/575.5,mv=820/850,coefficient=140," +
		"idle=s:core:1:2:3")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := skeleton.ParseCluster(text)
		if err != nil {
			return
		}
		src, err := skeleton.Write(skeleton.Spec{Clusters: []skeleton.Cluster{c}})
		if err != nil {
			return
		}
		if p, list := energy.Read("f.toml", src); p == nil {
			t.Errorf("%q makes no TOML: %v\n%s", text, list, src)
		}
	})
}

func ExampleWrite() {
	c, err := skeleton.ParseCluster("name=all,kind=big,cpus=0-3,dmips=1024,mhz=600/1200,mv=800/900,coefficient=200")
	if err != nil {
		panic(err)
	}
	src, err := skeleton.Write(skeleton.Spec{Name: "quad", Clusters: []skeleton.Cluster{c}})
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(src)) {
		if strings.Contains(line, "capacity =") || strings.Contains(line, "core_busy =") {
			fmt.Print(line)
		}
	}
	// Output:
	//   capacity = [512, 1024]
	//   core_busy = [76_800, 194_400]   # 200 * mV^2 * MHz / 10^6
}
