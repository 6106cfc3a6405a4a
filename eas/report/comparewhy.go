package report

import (
	"bytes"

	"easim/eas/compare"
)

// why says under a pair why its energy changed, if it did.
func (w *comparison) why(k *compare.Conclusion) {
	switch e := k.Explanation; {
	case e == nil && k.Unexplained != "":
		w.printf("%s\n", wrap("why the energy changed cannot be said: "+k.Unexplained, 2))
	case e == nil || e.Delta == 0:
	case w.whole:
		w.printf("\n%s", WhyTables(e, w.s))
	default:
		w.printf("\n%s", Why(e, w.s))
	}
}

// sources says where the powers come from that the explanations rest on.
func (w *comparison) sources() {
	var list []compare.Explanation
	for i := range w.c.Conclusions {
		if e := w.c.Conclusions[i].Explanation; e != nil && e.Delta != 0 {
			list = append(list, *e)
		}
	}
	if len(list) > 0 {
		w.printf("\n%s\n%s", w.s.bold("Power tables"), bytes.TrimLeft(WhySources(list, w.s), "\n"))
	}
}
