package tipping

// Crossing is a utilisation at which the cheapest class changes.
type Crossing struct {
	Util     int  // the first at which To is the cheapest
	From, To int  // classes
	NoRoom   bool // From does not fit any more; else it is dearer

	// Low and High say where the crossing lies when the powers of one class are off
	// by Options.Percent. Vanishes: under some such change it is gone.
	Low, High int
	Vanishes  bool
}

// Variant is the board with the powers of one class changed.
type Variant struct {
	Class     int
	Percent   int // the change: Options.Percent or its negative
	Crossings []Crossing
}

// sensitivity finds the crossings, and where they go when the powers of each
// class are off by a few percent.
func (r *Report) sensitivity() {
	r.Crossings = crossings(r.Classes)
	for c := range r.Classes {
		for _, pct := range [...]int{-r.Options.Percent, r.Options.Percent} {
			r.Variants = append(r.Variants, Variant{c, pct, crossings(scaled(r.Classes, c, pct))})
		}
	}
	for i := range r.Crossings {
		x := &r.Crossings[i]
		x.Low, x.High = x.Util, x.Util
		for _, v := range r.Variants {
			u, ok := nearest(v.Crossings, x)
			if !ok {
				x.Vanishes = true
				continue
			}
			x.Low, x.High = min(x.Low, u), max(x.High, u)
		}
	}
}

// scaled returns the classes with the powers of one changed.
func scaled(cs []Class, class, percent int) []Class {
	out := append([]Class(nil), cs...)
	out[class].Points = append([]Point(nil), cs[class].Points...)
	for i := range out[class].Points {
		out[class].Points[i].scale += int64(percent)
	}
	return out
}

func crossings(cs []Class) []Crossing {
	var out []Crossing
	before := rangeAt(cs, 1)
	for u := 2; u <= maxUtil; u++ {
		now := rangeAt(cs, u)
		if now.Best >= 0 && now.Best != before.Best {
			out = append(out, Crossing{
				Util: u, From: before.Best, To: now.Best, NoRoom: now.OPP[before.Best] < 0, Low: u, High: u,
			})
		}
		before = now
	}
	return out
}

// nearest returns where the same crossing lies in another list.
func nearest(list []Crossing, x *Crossing) (util int, ok bool) {
	for _, y := range list {
		if y.From != x.From || y.To != x.To {
			continue
		}
		if d := y.Util - x.Util; !ok || d*d < (util-x.Util)*(util-x.Util) {
			util, ok = y.Util, true
		}
	}
	return util, ok
}
