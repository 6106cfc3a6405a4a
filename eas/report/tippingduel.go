package report

import (
	"fmt"
	"strings"

	"easim/energy"
	"easim/energy/tipping"
)

// duels says of each OPP of a bigger class which OPPs of the smaller ones cost
// more.
func (d *tippingText) duels() {
	if len(d.r.Duels) == 0 {
		return
	}
	d.section("Bigger against smaller, OPP by OPP")
	t := d.table("<OPP", "cost", "<work costs less there than on")
	for i := range d.r.Duels {
		u := &d.r.Duels[i]
		p := &d.r.Classes[u.Class].Points[u.OPP]
		t.Add(d.opp(u.Class, u.OPP), fixed(p.Cost(), d.digits()), d.verdict(u))
	}
	d.show(t)
}

func (d *tippingText) verdict(u *tipping.Duel) string {
	c := &d.r.Classes[u.Against]
	text := ""
	switch n := u.Count(); n {
	case 0:
		text = "no OPP of " + c.Name
	case len(u.Rivals):
		text = "every OPP of " + c.Name
	default:
		text = c.Name + " " + spans(c, u, func(r *tipping.Rival) bool { return r.Beaten }) +
			" MHz, but more than on " + spans(c, u, func(r *tipping.Rival) bool { return !r.Beaten }) + " MHz"
	}
	if near := spans(c, u, func(r *tipping.Rival) bool { return r.Close }); near != "" {
		text += fmt.Sprintf("; within %d %%: %s", d.r.Options.Percent, near)
	}
	return text
}

// spans lists the frequencies of the rivals that f picks, in MHz, neighbours
// joined.
func spans(c *tipping.Class, u *tipping.Duel, f func(*tipping.Rival) bool) string {
	var parts []string
	for i := 0; i < len(u.Rivals); i++ {
		if !f(&u.Rivals[i]) {
			continue
		}
		first := i
		for i+1 < len(u.Rivals) && f(&u.Rivals[i+1]) {
			i++
		}
		text := mhzOf(freqOf(c, u, first))
		switch i - first {
		case 0:
		case 1:
			text += ", " + mhzOf(freqOf(c, u, i))
		default:
			text += " to " + mhzOf(freqOf(c, u, i))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

func freqOf(c *tipping.Class, u *tipping.Duel, i int) energy.KHz {
	return c.Points[u.Rivals[i].OPP].Freq
}
