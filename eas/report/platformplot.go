package report

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"strconv"

	"easim/eas/report/chart"
	"easim/eas/report/wording"
	"easim/energy"
	"easim/energy/tipping"
)

// PlatformCharts draws what a power table says of its classes of CPUs: "power" and
// "cost" (power for each unit of capacity) against capacity, and, where idle powers
// are known, "idle": mean power against the length of an idle period, whose lines
// cross at the break-even times.
func PlatformCharts(r *tipping.Report) []chart.Chart {
	who := r.Platform + ", table " + r.Table
	watt, scale := r.Unit, 1.0
	if r.Unit == energy.UnitUW {
		watt, scale = energy.UnitMW, 1e-3
	}
	capacity := chart.Axis{Label: "capacity (1024 = the biggest CPU at its highest OPP)"}
	power := classLines(r, func(p *tipping.Point) float64 { return p.Power() * scale })
	cost := classLines(r, func(p *tipping.Point) float64 { return p.Cost() })
	out := []chart.Chart{
		chart.NewCurves(chart.Head{
			Name: "power", Title: "Power against capacity: " + who,
			Desc: "One line a class of CPUs, one point an OPP.",
		}, capacity, chart.Axis{Label: "power of a busy CPU, " + watt}, power),
		chart.NewCurves(chart.Head{
			Name: "cost", Title: "Cost of work against capacity: " + who,
			Desc: "Power for each unit of capacity; lower is better. " +
				"Where the lines overlap in height, the bigger CPU may be the cheaper one.",
		}, capacity, chart.Axis{Label: r.Unit + " for each unit of capacity; lower is better"}, cost),
	}
	if lines := idleLines(r, scale); len(lines) > 0 {
		out = append(out, chart.NewCurves(chart.Head{
			Name: "idle", Title: "Mean power against idle time: " + who,
			Desc: "The last core and the shared part of its cluster in each idle state, entering and leaving included; " +
				"lines cross at the break-even times.",
		}, chart.Axis{Label: "length of the idle period", Ticks: idleTicks(r), Log: true},
			chart.Axis{Label: "mean power, " + watt}, lines))
	}
	return out
}

func classLines(r *tipping.Report, of func(*tipping.Point) float64) []chart.Line {
	var out []chart.Line
	for i := range r.Classes {
		c := &r.Classes[i]
		l := chart.Line{Name: fmt.Sprintf("%s (CPUs %s)", c.Name, c.CPUs), Ink: classInk(r, i), Shape: i}
		for j := range c.Points {
			p := &c.Points[j]
			v := of(p)
			l.Points = append(l.Points, chart.Point{
				X: float64(p.Capacity), Y: v,
				Tip: fmt.Sprintf("%s %s MHz: capacity %d, %s", c.Name, mhzOf(p.Freq), p.Capacity, wording.Number(v)),
			})
		}
		out = append(out, l)
	}
	return out
}

// classInk is the colour of the class's kind, or one of its own where a kind comes
// twice.
func classInk(r *tipping.Report, i int) chart.Ink {
	for j := range r.Classes {
		if j != i && r.Classes[j].Kind == r.Classes[i].Kind {
			return chart.Series(i)
		}
	}
	switch r.Classes[i].Kind {
	case energy.Little:
		return chart.Little
	case energy.Mid:
		return chart.Mid
	default:
		return chart.Big
	}
}

// idleSpan is the range of idle times that is drawn, µs: from half the shortest
// time that a sleep state takes to ten times the longest break-even time.
func idleSpan(r *tipping.Report) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for i := range r.Idle {
		b := &r.Idle[i]
		lo = min(lo, float64(b.LatencyUS)/2)
		hi = max(hi, float64(b.LatencyUS)*2, float64(b.ResidencyUS)*2)
		if b.LowUS != nil {
			hi = max(hi, *b.LowUS*4)
		}
	}
	return max(lo, 1), hi
}

// idleLines has a line a state of each row; rows that say the same are one.
func idleLines(r *tipping.Report, scale float64) []chart.Line {
	const steps = 24
	lo, hi := idleSpan(r)
	if len(r.Idle) == 0 || hi <= lo {
		return nil
	}
	var out []chart.Line
	shape, row := 0, energy.CPUSet{}
	for i := range r.States {
		s := &r.States[i]
		if s.CPUs != row {
			shape, row = 0, s.CPUs
		}
		class := classOf(r, s.CPUs)
		l := chart.Line{Name: r.Classes[class].Name + " " + s.Name, Ink: classInk(r, class), Shape: shape}
		shape++
		for k := range steps + 1 {
			us := lo * math.Pow(hi/lo, float64(k)/steps)
			if us < float64(s.LatencyUS) {
				continue
			}
			v := s.MeanPower(us) * scale
			l.Points = append(l.Points, chart.Point{
				X: us, Y: v, Tip: fmt.Sprintf("%s over %s: %s", l.Name, span(us), strconv.FormatFloat(v, 'g', 4, 64)),
			})
		}
		if !repeated(out, &l) {
			out = append(out, l)
		}
	}
	return out
}

func repeated(lines []chart.Line, l *chart.Line) bool {
	for i := range lines {
		if lines[i].Name == l.Name && len(lines[i].Points) == len(l.Points) {
			return true
		}
	}
	return false
}

func classOf(r *tipping.Report, cpus energy.CPUSet) int {
	for i := range r.Classes {
		if r.Classes[i].CPUs.Intersects(cpus) {
			return i
		}
	}
	return 0
}

// span is a time in µs or ms.
func span(us float64) string {
	if us < 1000 {
		return strconv.FormatFloat(us, 'f', 0, 64) + " µs"
	}
	return strconv.FormatFloat(us/1000, 'g', 3, 64) + " ms"
}

func idleTicks(r *tipping.Report) []chart.Tick {
	lo, hi := idleSpan(r)
	var out []chart.Tick
	for base := 1.0; base <= hi; base *= 10 {
		for _, f := range [...]float64{1, 2, 5} {
			if v := base * f; v >= lo && v <= hi {
				out = append(out, chart.Tick{Value: v, Label: span(v)})
			}
		}
	}
	return out
}

// StackSVG draws charts one below the other into one SVG file.
func StackSVG(charts []chart.Chart, o chart.Options) []byte {
	o.Title = true
	var body bytes.Buffer
	width, height := 0.0, 0.0
	for _, ch := range charts {
		p := chart.SVG(ch, o)
		fmt.Fprintf(&body, "<g transform=\"translate(0,%s)\">\n%s</g>\n", pixels(height), p.Bytes)
		width, height = max(width, p.Width), height+p.Height
	}
	const open = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %[1]s %[2]s\" " +
		"width=\"%[1]s\" height=\"%[2]s\">\n"
	head := fmt.Sprintf(open, pixels(width), pixels(height))
	return append(append([]byte(head), body.Bytes()...), "</svg>\n"...)
}

// pixels is a length in a picture, to a hundredth: a sum of lengths has a tail of
// digits that nobody sees.
func pixels(v float64) string { return number(math.Round(100*v) / 100) }

// StackPNG is [StackSVG] as a PNG file.
func StackPNG(charts []chart.Chart, o chart.Options) ([]byte, error) {
	o.Title = true
	var images []image.Image
	width, height := 0, 0
	for _, ch := range charts {
		p, err := chart.PNG(ch, o)
		if err != nil {
			return nil, err
		}
		img, err := png.Decode(bytes.NewReader(p.Bytes))
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		images = append(images, img)
		width, height = max(width, img.Bounds().Dx()), height+img.Bounds().Dy()
	}
	whole := image.NewRGBA(image.Rect(0, 0, width, height))
	y := 0
	for _, img := range images {
		r := img.Bounds()
		draw.Draw(whole, image.Rect(0, y, r.Dx(), y+r.Dy()), img, r.Min, draw.Src)
		y += r.Dy()
	}
	var b bytes.Buffer
	if err := png.Encode(&b, whole); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b.Bytes(), nil
}
