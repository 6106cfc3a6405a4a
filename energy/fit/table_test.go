package fit

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"easim/energy"
)

// The measured table comes back from its own samples, and every kind of table
// makes a platform that passes its laws.
func TestTable(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	measured := p.Table("measured")
	samples, err := FromTable(p, measured)
	if err != nil {
		t.Fatal(err)
	}
	r := mustFit(t, samples, Options{})
	for _, kind := range []energy.TableKind{energy.TableEAS1x, energy.TableEM, energy.TableMeasured} {
		table, list := r.Table(p, TableOptions{Kind: kind, Source: "test", CapacityTable: "measured"})
		if list.HasErrors() {
			t.Fatalf("%s: %v", kind, list)
		}
		q := *p
		q.Tables = append(slices.Clone(p.Tables), table)
		if list := q.Validate(); list.HasErrors() {
			t.Errorf("%s: %v", kind, list)
		}
		back, list := energy.Decode("x.toml", energy.Encode(&q))
		if list.HasErrors() || !bytes.Equal(energy.Encode(back), energy.Encode(&q)) {
			t.Errorf("%s does not survive its own encoding: %v", kind, list)
		}
		if !strings.Contains(table.Source, "40 samples") || table.Trust == "" {
			t.Errorf("%s: source %q, trust %q", kind, table.Source, table.Trust)
		}
		for i := range table.Domains {
			want := measured.Domains[i].Capacity
			if kind == energy.TableEM {
				want = p.Table("em").Domains[i].Capacity // scaled with frequency
			}
			if !slices.Equal(table.Domains[i].Capacity, want) {
				t.Errorf("%s: capacity %v", kind, table.Domains[i].Capacity)
			}
			if kind == energy.TableMeasured {
				for n, row := range table.Domains[i].Busy {
					if !slices.Equal(row, measured.Domains[i].Busy[n]) {
						t.Errorf("row %d: %v, want %v", n, row, measured.Domains[i].Busy[n])
					}
				}
			}
		}
		if kind == energy.TableEAS1x && table.Domains[0].CoreBusy[4] != 518_623 {
			t.Errorf("A53 at the top: %d uW, want 518623 (slope by hand)", table.Domains[0].CoreBusy[4])
		}
	}
}

// Units round; scores make capacities; the formula prices an OPP without samples.
func TestTableOptions(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	samples, err := Place(hikey(t), p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range samples {
		if samples[i].Score = 100; samples[i].Cluster == "A53" {
			samples[i].Score = 50
		}
	}
	few := slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return s.Freq == 1_402_000 })
	if _, list := mustFit(t, few, Options{}).Table(p, TableOptions{}); !list.HasErrors() || list[0].Code != "no-samples" {
		t.Errorf("an OPP without samples: %v", list)
	}
	table, list := mustFit(t, few, Options{Model: Formula}).Table(p, TableOptions{Unit: energy.UnitMW, Name: "x"})
	if list.HasErrors() || table.Domains[0].Capacity[0] != 133 {
		t.Fatalf("scores of some OPPs only: capacities of the platform, not %v; %v", table.Domains, list)
	}
	if got := table.Domains[0].CoreBusy[2]; got < 240 || got > 265 {
		t.Errorf("A53 at 1402 MHz by the formula: %d mW, measured 253", got)
	}
	table, list = mustFit(t, samples, Options{Monotone: true}).Table(p, TableOptions{})
	if list.HasErrors() || table.Domains[0].Capacity[0] != 512 || table.Domains[1].Capacity[4] != 1024 {
		t.Errorf("capacities by score: %v, %v", table.Domains, list)
	}
}

// What cannot be made says so.
func TestTableFaults(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	samples, err := Place(hikey(t), p)
	if err != nil {
		t.Fatal(err)
	}
	one := slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return s.Busy != 1 })
	r := mustFit(t, one, Options{})
	if table, list := r.Table(p, TableOptions{}); list.HasErrors() || table.Kind != energy.TableEM {
		t.Errorf("one busy CPU makes a table of kind %s: %v", table.Kind, list)
	}
	if _, list := r.Table(p, TableOptions{Kind: energy.TableEAS1x}); !list.HasErrors() || list[0].Code != "not-separable" {
		t.Errorf("cluster cost of one busy CPU: %v", list)
	}
	if _, list := r.Table(p, TableOptions{Kind: energy.TableMeasured}); !list.HasErrors() || list[0].Code != "no-samples" {
		t.Errorf("measured without four CPUs: %v", list)
	}
	half := slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return s.Cluster == "A73" })
	if _, list := mustFit(t, half, Options{}).Table(p, TableOptions{}); !list.HasErrors() || list[0].Code != "no-samples" {
		t.Errorf("without the A73: %v", list)
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	p := load(t, "juno-r2")
	for label, want := range map[string]string{
		"LITTLE": "0,3-5", "little": "0,3-5", "A53": "0,3-5", "cortex-a72": "1-2",
		"big": "1-2", "0,3-5": "0,3-5", " A72 ": "1-2",
	} {
		if got, err := CPUsOf(p, label); err != nil || got.String() != want {
			t.Errorf("CPUsOf(%q) = %s, %v, want %s", label, got, err, want)
		}
	}
	for _, label := range []string{"A57", "", "0-9", "53", "mid"} {
		if got, err := CPUsOf(p, label); err == nil {
			t.Errorf("CPUsOf(%q) = %s", label, got)
		}
	}
	s, err := Place([]Sample{{Cluster: "A53", Freq: 449_000}, {Cluster: "A72", Freq: 1_200_000, Volt: 5}}, p)
	if err != nil || s[0].Freq != 450_000 || s[0].Volt != 820_000 || s[1].Volt != 5 {
		t.Errorf("got %+v, %v", s, err)
	}
	_, err = Place([]Sample{{Cluster: "A72", Busy: 3, Freq: 600_000}}, p)
	if err == nil || !strings.Contains(err.Error(), "3 busy CPUs, but CPUs 1-2 of platform juno-r2 are only 2") {
		t.Errorf("three of two CPUs: %v", err)
	}
	_, err = Place([]Sample{{Cluster: "A53", Freq: 600_000, Line: 7}}, p)
	if err == nil || !strings.Contains(err.Error(), "line 7") {
		t.Errorf("600 MHz is no OPP: %v", err)
	}
}
