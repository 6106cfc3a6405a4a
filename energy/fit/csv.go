package fit

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// Bounds of a file; no measurement comes near.
const (
	maxBytes   = 16 << 20
	maxSamples = 100_000
	maxFaults  = 20
	maxLine    = 1 << 14
	maxLabel   = 100 // bytes of a cluster's name
)

// Read reads samples from CSV. The first line names the columns: cluster (or
// core), cpus, freq_khz (_hz, _mhz, _ghz), power_mw (_uw, _w) or energy_mj (_uj,
// _j) with duration_s (_ms, _us), and optionally volt_uv (_mv, _v) and score.
// Cells are parted by commas, semicolons or tabs; lines that begin with "#" are
// remarks. The list holds every fault with its line; with errors there are no
// samples. file is only used in the messages.
//
// A row without busy CPUs is left out with a warning: what an idle cluster burns
// is no point of the line.
func Read(file string, src []byte) ([]Sample, diag.List) {
	var list diag.List
	samples := read(src, &list)
	list.Locate(file, nil)
	if list.HasErrors() {
		return nil, list
	}
	return samples, list
}

func read(src []byte, list *diag.List) []Sample {
	if len(src) > maxBytes {
		fail(list, "file-size", 0, "is it a CSV file of samples?", "file larger than 16 MB")
		return nil
	}
	if line, what := oddLine(src); what != "" {
		fail(list, "csv-syntax", line, "a sample is one line of a few numbers", "%s", what)
		return nil
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	r := csv.NewReader(bytes.NewReader(src))
	r.Comment = '#'
	r.Comma = separator(src)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	r.ReuseRecord = true
	var h head
	var out []Sample
	for first := true; ; {
		cells, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			if len(out) == 0 && !list.HasErrors() {
				fail(list, "no-samples", 0, "the first line names the columns, one sample a line follows", "no samples")
			}
			h.unitDoubts(out, list)
			return out
		case err != nil:
			csvFault(list, err)
			return nil
		}
		line, _ := r.FieldPos(0)
		if first {
			h, first = readHead(cells, line, list), false
			if list.HasErrors() {
				return nil
			}
			continue
		}
		if s, ok := h.sample(cells, line, list); ok {
			out = append(out, s)
		}
		if len(out) > maxSamples || list.Count(diag.Error) >= maxFaults {
			fail(list, "too-many", line, "", "too many samples or faults; the rest is not read")
			return nil
		}
	}
}

// oddLine looks for a line that no file of samples has: one that is very long, or
// one whose quotes do not end on it, so that a row could grow without bound.
func oddLine(src []byte) (line int, what string) {
	for text := range bytes.Lines(src) {
		line++
		switch {
		case len(text) > maxLine:
			return line, fmt.Sprintf("a line of more than %d bytes", maxLine)
		case text[0] != '#' && bytes.Count(text, []byte{'"'})%2 != 0:
			return line, "a quote that does not end on its line"
		}
	}
	return 0, ""
}

// separator is what parts the cells of the first line that is no remark.
func separator(src []byte) rune {
	for len(src) > 0 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			for _, c := range ",;\t" {
				if bytes.ContainsRune(line, c) {
					return c
				}
			}
			return ','
		}
		src = rest
	}
	return ','
}

func csvFault(list *diag.List, err error) {
	var p *csv.ParseError
	if errors.As(err, &p) {
		fail(list, "csv-syntax", p.Line, "quote a cell that holds quotes or separators", "%v", p.Err)
		return
	}
	fail(list, "csv-syntax", 0, "", "%v", err)
}

func (h *head) sample(cells []string, line int, list *diag.List) (Sample, bool) {
	if len(cells) != h.width {
		fail(list, "cell-count", line, "a row has one cell a column", "%d cells for %d columns", len(cells), h.width)
		return Sample{}, false
	}
	k := cellReader{h: h, cells: cells, line: line, list: list}
	s := Sample{Cluster: strings.ToValidUTF8(k.text(fieldCluster), "?"), Line: line}
	if n := len(s.Cluster); n == 0 {
		k.fault(fieldCluster, "name the cluster or its cores", "no cluster")
	} else if n > maxLabel {
		k.fault(fieldCluster, "name the cluster or its cores", "a name of %d bytes", n)
	}
	s.Busy = k.busy()
	s.Freq = energy.KHz(math.Round(k.number(fieldFreq, 1, 1e8)))
	if k.text(fieldVolt) != "" {
		s.Volt = energy.MicroVolt(math.Round(k.number(fieldVolt, 1, 1e7)))
	}
	if k.text(fieldScore) != "" {
		s.Score = k.number(fieldScore, math.SmallestNonzeroFloat64, 1e15)
	}
	s.PowerUW = k.power()
	if k.bad {
		return Sample{}, false
	}
	if s.Busy == 0 {
		warn(list, "idle-sample", line, "the power of idle states is not fitted", "no CPU is busy; left out")
		return Sample{}, false
	}
	return s, true
}

// cellReader reads the cells of one row and remembers whether one was bad.
type cellReader struct {
	h     *head
	cells []string
	line  int
	list  *diag.List
	bad   bool
}

func (k *cellReader) text(f field) string {
	if k.h.at[f] < 0 {
		return ""
	}
	return strings.TrimSpace(k.cells[k.h.at[f]])
}

func (k *cellReader) fault(f field, detail, format string, args ...any) {
	fail(k.list, "cell", k.line, detail, k.h.as[f].name+": "+format, args...)
	k.bad = true
}

// number reads a number of the field in its own unit, which must be lo to hi.
func (k *cellReader) number(f field, lo, hi float64) float64 {
	text := k.text(f)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		k.fault(f, "write a number with a decimal point", "%q is no number", text)
		return lo
	}
	v *= k.h.as[f].scale
	if !(v >= lo && v <= hi) {
		detail := "want a number above 0"
		if v > hi {
			detail = k.h.unitHint(f, v)
		}
		k.fault(f, detail, "%s is out of range", text)
		return lo
	}
	return v
}

func (k *cellReader) busy() int {
	text := k.text(fieldBusy)
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > energy.MaxCPUs {
		k.fault(fieldBusy, "want the number of busy CPUs of the cluster", "%q is no number of CPUs", text)
		return 1
	}
	return n
}

// power is the sample's power, or its energy over its duration.
func (k *cellReader) power() float64 {
	const maxUW = 1e12
	if k.text(fieldPower) != "" || k.h.at[fieldEnergy] < 0 {
		return k.number(fieldPower, 1e-6, maxUW)
	}
	if k.h.at[fieldDuration] < 0 {
		k.fault(fieldPower, "give power, or energy with its duration", "empty, and there is no duration")
		return 1
	}
	uj := k.number(fieldEnergy, 1e-6, 1e18)
	return uj / k.number(fieldDuration, 1e-9, 1e9)
}
