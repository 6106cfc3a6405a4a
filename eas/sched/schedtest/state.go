package schedtest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"easim/eas/sched"
	"easim/energy"
)

// runState draws every CPU: a column per 32 units of capacity; # is utilisation,
// the present OPP reaches to >, the top OPP to |.
func (e *Env) runState(d *datadriven.TestData) error {
	if err := argsOf(d).done(); err != nil {
		return err
	}
	for id := range e.platform.CPUs {
		c := e.k.CPU(energy.CPUID(id))
		e.out = append(e.out, fmt.Sprintf("cpu%d %-6v [%s] util %4d/%-4d %s", id, c.Kind, drawing(c),
			c.Util(), c.CapacityOrig, e.doing(c)))
	}
	if e.k.Root().Overutilized {
		e.out = append(e.out, "overutilized")
	}
	return nil
}

const columnWidth = 32

func drawing(c *sched.CPU) string {
	const n = int(energy.CapacityScale) / columnWidth
	col := func(v int64) int { return min(int(v+columnWidth/2)/columnWidth, n) }
	b := []byte(strings.Repeat(" ", n+1))
	for i := range col(c.CapacityOrig) {
		b[i] = '.'
	}
	for i := range col(c.Util()) {
		b[i] = '#'
	}
	b[col(c.Caps[c.OPP])] = '>'
	b[col(c.CapacityOrig)] = '|'
	return string(b)
}

// doing says what runs on c and what waits, or how it sleeps.
func (e *Env) doing(c *sched.CPU) string {
	if c.Curr == nil {
		switch {
		case c.Idle.Leaving:
			return "leaves idle"
		case c.Idle.Granted < 0:
			return "idle"
		}
		return e.k.View().IdleStates(c)[c.Idle.Granted].Name
	}
	s := "runs " + c.Curr.Name
	var waiting []string
	for i := range e.tasks {
		t := e.k.Task(sched.TaskID(i))
		if t.OnRQ && t.CPU == c.ID && t != c.Curr {
			waiting = append(waiting, t.Name)
		}
	}
	if len(waiting) > 0 {
		s += ", waiting: " + strings.Join(waiting, " ")
	}
	return s
}
