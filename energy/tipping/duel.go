package tipping

// Duel compares one OPP of a class with every OPP of a smaller class, by the cost
// of work alone: which is the better place for work that fits both, each at the
// OPP at which it runs for other reasons.
type Duel struct {
	Class, OPP int // the bigger one
	Against    int // the smaller class
	Rivals     []Rival
}

// Rival is one OPP of the smaller class.
type Rival struct {
	OPP    int
	Beaten bool // work costs more there; a tie is not beaten
	Tie    bool
	Margin float64 // how much more work costs there, in percent; negative: less
	Close  bool    // the verdict may turn if the powers of one side are off by Options.Percent
}

// duels compares each pair of classes, the bigger one's OPPs one by one.
func duels(cs []Class, percent int) []Duel {
	var out []Duel
	for b := range cs {
		for a := range b {
			for j := range cs[b].Points {
				out = append(out, newDuel(cs, b, j, a, percent))
			}
		}
	}
	return out
}

func newDuel(cs []Class, class, opp, against, percent int) Duel {
	d := Duel{Class: class, OPP: opp, Against: against}
	p := cs[class].Points[opp]
	for i := range cs[against].Points {
		q := cs[against].Points[i]
		r := Rival{OPP: i, Beaten: p.less(&q), Margin: 100 * (q.Cost()/p.Cost() - 1)}
		r.Tie = !r.Beaten && !q.less(&p)
		for _, s := range [...]int64{100 - int64(percent), 100 + int64(percent)} {
			pp, qq := p, q
			pp.scale, qq.scale = s, s
			r.Close = r.Close || pp.less(&q) != r.Beaten || p.less(&qq) != r.Beaten
		}
		d.Rivals = append(d.Rivals, r)
	}
	return d
}

// BeatsAll reports whether work costs more at every OPP of the smaller class.
func (d *Duel) BeatsAll() bool { return d.Count() == len(d.Rivals) }

// Count is how many OPPs of the smaller class are beaten.
func (d *Duel) Count() int {
	n := 0
	for _, r := range d.Rivals {
		if r.Beaten {
			n++
		}
	}
	return n
}
