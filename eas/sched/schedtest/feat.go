package schedtest

import "github.com/cockroachdb/datadriven"

// runFeat switches scheduler features, of the machine if there is one, otherwise
// of the next.
func (e *Env) runFeat(d *datadriven.TestData) error {
	f := e.features
	if e.k != nil {
		f = e.k.Features()
	}
	var err error
	for _, arg := range d.CmdArgs {
		if f, err = f.Parse(arg.Key); err != nil {
			return err
		}
	}
	if e.k != nil {
		e.k.SetFeatures(f)
		return nil
	}
	e.features = f
	return nil
}
