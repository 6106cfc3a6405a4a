package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"easim/eas"
	"easim/eas/sweep/column"
)

// A line of results.jsonl is the JSON form of [eas.Result] with two keys in front:
//
//	{"run":18,"axes":{"busy_factor":4,"feat":"LB_MIN"},"format":1,...}
//
// run counts from 1 in the order of [Plan.Run]; axes is the point. So a line says
// by itself which run it is, and whether it belongs to a matrix.

// prefix is the beginning of the line of run n, counted from 0.
func (p *Plan) prefix(out []byte, n int) []byte {
	point, _ := p.Run(n)
	out = append(out, `{"run":`...)
	out = strconv.AppendInt(out, int64(n)+1, 10)
	out = append(out, `,"axes":{`...)
	for i := range p.Axes {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendText(out, p.Axes[i].Name)
		out = append(out, ':')
		value := point.Value(i)
		if v, err := strconv.ParseInt(value, 10, 64); err == nil && strconv.FormatInt(v, 10) == value {
			out = append(out, value...)
		} else {
			out = appendText(out, value)
		}
	}
	return append(out, '}', ',')
}

func appendText(out []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("sweep: " + err.Error()) // a text always has a JSON form
	}
	return append(out, quoted...)
}

// resultLine is the line of a run that succeeded.
func (p *Plan) resultLine(e *lineEncoder, n int, r *eas.Result) ([]byte, error) {
	r.Version = p.Program
	line := p.prefix(make([]byte, 0, 16<<10), n)
	at := len(line) - 1
	comma := line[at]
	line, err := e.result(line[:at], r) // its brace takes the place of the comma
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	line[at] = comma
	return append(line, '\n'), nil
}

// Failure is a run that failed.
type Failure struct {
	Run   int // counted from 1
	Point string
	Seed  uint64
	Error string
}

// failureLine is the line of a run that failed, in failures.jsonl.
func (p *Plan) failureLine(n int, text string) []byte {
	_, seed := p.Run(n)
	line := p.prefix(nil, n)
	line = append(line, `"seed":`...)
	line = strconv.AppendUint(line, seed, 10)
	line = append(line, `,"error":`...)
	line = appendText(line, text)
	return append(line, '}', '\n')
}

func (p *Plan) failure(n int, text string) Failure {
	point, seed := p.Run(n)
	return Failure{n + 1, point.String(), seed, text}
}

// runOf returns the number, counted from 0, of the run that a line is about; ok is
// false if the line is not whole or belongs to another matrix.
func (p *Plan) runOf(line []byte) (n int, ok bool) {
	digits, found := bytes.CutPrefix(line, []byte(`{"run":`))
	if !found {
		return 0, false
	}
	for i := 0; i < len(digits) && i < 9 && digits[i]-'0' <= 9; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	if n < 1 || n > p.Runs() {
		return 0, false
	}
	var buf [256]byte
	return n - 1, bytes.HasPrefix(line, p.prefix(buf[:0], n-1)) && column.Valid(line)
}
