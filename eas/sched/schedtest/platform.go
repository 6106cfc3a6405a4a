package schedtest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"
)

// runPlatform makes a new machine, with the parameters and features set so far.
func (e *Env) runPlatform(d *datadriven.TestData) error {
	a := argsOf(d)
	name, latency := a.word(), a.duration("latency", 0)
	governor, idle := a.text("governor", "performance"), a.text("idle", "menu")
	if err := a.done(); err != nil {
		return err
	}
	p, err := loadPlatform(name, int64(latency/des.Microsecond))
	if err != nil {
		return err
	}
	model, _, err := p.ModelTable(energy.TableEAS1x)
	if err != nil {
		return err
	}
	c := sched.Config{
		Platform: p, Model: model, Params: e.params, Features: e.features,
		Feeder: (*feeder)(e), Tracer: e.tracer(),
	}
	if err := e.fill(&c, governor, idle); err != nil {
		return err
	}
	if e.k, err = sched.New(c); err != nil {
		return err
	}
	e.platform, e.now, e.tasks, e.actions, e.noTick = p, 0, nil, nil, energy.CPUSet{}
	e.out = append(e.out, e.describe())
	return nil
}

// loadPlatform is the board of a name. Latency counts for demo boards.
func loadPlatform(name string, latencyUS int64) (*energy.Platform, error) {
	if !strings.HasPrefix(name, "demo-") {
		return platforms.Load(name)
	}
	var little, big int
	if n, err := fmt.Sscanf(name, "demo-%d+%d", &little, &big); n != 2 || err != nil || little+big < 1 {
		return nil, fmt.Errorf("platform %q is not of the form demo-1+1", name)
	}
	return demo(little, big, latencyUS)
}

// fill makes the policies of a machine.
func (e *Env) fill(c *sched.Config, governor, idle string) error {
	if e.cfg.Fair != nil {
		c.Fair = e.cfg.Fair()
	}
	if e.cfg.RT != nil {
		c.RT = e.cfg.RT()
	}
	if e.cfg.Placer != nil {
		c.Placer = e.cfg.Placer()
	}
	if e.cfg.Balancer != nil {
		c.Balancer = e.cfg.Balancer()
	}
	if e.cfg.Governor != nil {
		g := e.cfg.Governor(governor)
		if g == nil {
			return fmt.Errorf("unknown governor %q", governor)
		}
		c.Governor = watched{g, e}
	}
	if e.cfg.Idle != nil {
		i := e.cfg.Idle(idle)
		if i == nil {
			return fmt.Errorf("unknown idle governor %q", idle)
		}
		c.Idle = watchedIdle{i, e}
	}
	return nil
}

// describe is one line about the CPUs.
func (e *Env) describe() string {
	var parts []string
	for id := range e.platform.CPUs {
		c := e.k.CPU(energy.CPUID(id))
		parts = append(parts, fmt.Sprintf("cpu%d %v cap=%d", id, c.Kind, c.CapacityOrig))
	}
	return strings.Join(parts, "   ")
}
