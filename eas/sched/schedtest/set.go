package schedtest

import "github.com/cockroachdb/datadriven"

// runSet sets parameters by their kernel names, of the machine if there is one,
// otherwise of the next.
func (e *Env) runSet(d *datadriven.TestData) error {
	p := &e.params
	if e.k != nil {
		p = e.k.Params()
	}
	a := argsOf(d)
	for _, arg := range d.CmdArgs {
		v, _ := a.value(arg.Key)
		if err := p.Set(arg.Key, v); err != nil {
			return err
		}
	}
	return a.done()
}
