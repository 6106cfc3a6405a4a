package bench

import (
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// freqbenchColumns are those of results.csv that are used.
var freqbenchColumns = [...]string{"CPU", "Frequency (kHz)", "CoreMarks (iter/s)", "Power (mW)"}

// FreqbenchCSV makes a platform of freqbench's results.csv. It does not say how
// many CPUs there are.
func FreqbenchCSV(name string, src []byte, o draft.Options) (*energy.Platform, diag.List, error) {
	records, err := readCSV(src, freqbenchColumns[:])
	if err != nil {
		return nil, nil, err
	}
	t := &table{}
	for _, r := range records {
		cpu, okC := whole(r.cells[0], energy.MaxCPUs-1)
		khz, okF := whole(r.cells[1], 100_000_000)
		score, okS := number(r.cells[2])
		power, okP := number(r.cells[3])
		if !okC || !okF || !okP || khz == 0 {
			t.fail("number", r.line, "want a CPU, a frequency in kHz, a score and a power in mW",
				"bad row: %s", clip(strings.Join(r.cells, ",")))
			continue
		}
		if !okS || score <= 0 || score > 1e9 {
			score = 0
		}
		t.add(int(cpu), point{r.line, khz, power, score})
	}
	p, list := t.freqbench(name, draft.Source(name, "freqbench results", src), o)
	return p, list, nil
}

// IsFreqbenchHeader reports whether a line of text is the header of results.csv.
func IsFreqbenchHeader(line string) bool { return hasColumns(line, freqbenchColumns[:]) }

// IsWattsonHeader reports whether a line of text is the header of cpu_1d.csv.
func IsWattsonHeader(line string) bool { return hasColumns(line, wattsonColumns[:]) }

func hasColumns(line string, columns []string) bool {
	_, missing := columnsOf(strings.Split(strings.TrimPrefix(line, "\xef\xbb\xbf"), ","), columns)
	return missing == ""
}
