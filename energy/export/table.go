package export

import (
	"bytes"

	"easim/energy"
)

// Table writes one power table of platform p as it stands in a platform file, to
// be pasted there.
func Table(p *energy.Platform, t *energy.PowerTable) []byte {
	q := *p
	q.Tables = []energy.PowerTable{*t}
	out := energy.Encode(&q)
	return out[bytes.LastIndex(out, []byte("\n[[table]]\n"))+1:]
}
