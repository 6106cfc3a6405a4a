package page

import (
	"fmt"
	"slices"
	"strconv"

	"easim/eas"
	"easim/eas/observe/timeline"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// Timeline is a cut of a run, with the run that it was made with.
type Timeline struct {
	Name   string // of the variant or point; "" for a single run
	FromNS int64  // of the measured window
	Run    *eas.Result
	Cut    *timeline.Timeline
}

// maxTasks is how many tasks have a line, and a colour, of their own.
const maxTasks = 8

// timelineFigure shows a cut: for each cluster the clock and what every CPU ran,
// then the busiest tasks.
func timelineFigure(id string, tl *Timeline) *figure {
	d := &drawing{tl: tl, lanes: &chart.Lanes{}}
	l := d.lanes
	l.Name, l.Title = "timeline", "CPUs, clocks and tasks over time"
	if tl.Name != "" {
		l.Title += ": " + tl.Name
	}
	l.Desc = fmt.Sprintf("%s of the run with seed %d, from %s after the beginning of the measured window. "+
		"Blocks on a CPU are tasks by colour, low grey ones idle states; a clock's bar is as high as its frequency.",
		seconds(int64(tl.Cut.To-tl.Cut.From)), tl.Run.Scenario.Seed, seconds(tl.FromNS))
	if tl.Cut.Truncated {
		l.Desc += " The window held too much to draw; it ends early."
	}
	l.X = chart.Axis{Label: "ms from the beginning of this cut"}
	l.To = d.ms(int64(tl.Cut.To))
	d.busiest()
	for _, o := range tl.Cut.Over {
		l.Shades = append(
			l.Shades,
			chart.Shade{From: d.ms(int64(o.From)), To: d.ms(int64(o.To)), Paint: chart.Paint{Ink: chart.Alert, Alpha: 0.13}},
		)
	}
	d.clusters()
	d.tasks()
	d.legend()
	return &figure{ID: id, Chart: l}
}

// drawing is a timeline being drawn.
type drawing struct {
	tl    *Timeline
	lanes *chart.Lanes
	order []int // tasks, the busiest first
}

// ms is an instant on the axis.
func (d *drawing) ms(at int64) float64 { return float64(at-int64(d.tl.Cut.From)) / 1e6 }

// busiest orders the tasks by what they ran within the cut.
func (d *drawing) busiest() {
	ran := make([]int64, len(d.tl.Cut.Tasks))
	for _, runs := range d.tl.Cut.Runs {
		for _, s := range runs {
			ran[s.Value] += int64(s.To - s.From)
		}
	}
	for t := range ran {
		if ran[t] > 0 {
			d.order = append(d.order, t)
		}
	}
	slices.SortStableFunc(d.order, func(a, b int) int {
		switch {
		case ran[a] > ran[b]:
			return -1
		case ran[a] < ran[b]:
			return 1
		}
		return 0
	})
}

// taskInk is the colour of the i-th busiest task; those of kinds of CPUs are left
// out.
func taskInk(i int) chart.Paint { return chart.Paint{Ink: chart.Series(i + 2)} }

// taskPaint is the colour of a task: one of its own for the busiest.
func (d *drawing) taskPaint(task int32) chart.Paint {
	if i := slices.Index(d.order, int(task)); i >= 0 && i < maxTasks {
		return taskInk(i)
	}
	return chart.Paint{Ink: chart.Muted, Alpha: 0.6}
}

// clusters adds the lanes of clocks and CPUs, clock by clock.
func (d *drawing) clusters() {
	r, cut := d.tl.Run, d.tl.Cut
	for domain := range cut.OPPs {
		var cpus []int
		for i := range r.CPUs {
			if cut.DomainOf[i] == domain {
				cpus = append(cpus, i)
			}
		}
		if len(cpus) == 0 {
			continue
		}
		first := &r.CPUs[cpus[0]]
		d.add(chart.Lane{Label: first.Kind + " CPUs", Heading: true})
		d.add(d.clock(domain, first))
		for _, cpu := range cpus {
			d.add(d.cpu(cpu))
		}
	}
}

func (d *drawing) add(l chart.Lane) { d.lanes.Lanes = append(d.lanes.Lanes, l) }

func (d *drawing) clock(domain int, c *eas.CPUResult) chart.Lane {
	lane := chart.Lane{Label: "clock"}
	top := 1.0
	if n := len(c.FreqNS); n > 0 {
		top, _ = strconv.ParseFloat(c.FreqNS[n-1].Name, 64)
	}
	for _, s := range d.tl.Cut.OPPs[domain] {
		if int(s.Value) >= len(c.FreqNS) {
			continue
		}
		name := c.FreqNS[s.Value].Name
		khz, _ := strconv.ParseFloat(name, 64)
		lane.Spans = append(lane.Spans, chart.Span{
			From: d.ms(int64(s.From)), To: d.ms(int64(s.To)), Level: max(0.12, khz/max(top, 1)),
			Paint: chart.Paint{Ink: kindInk(c.Kind), Alpha: 0.45}, Tip: c.Kind + " clock: " + wording.MHz(name) + " MHz",
		})
	}
	return lane
}

func (d *drawing) cpu(cpu int) chart.Lane {
	c := &d.tl.Run.CPUs[cpu]
	lane := chart.Lane{Label: "cpu" + strconv.Itoa(c.ID)}
	for _, s := range d.tl.Cut.Idle[cpu] {
		if int(s.Value) >= len(c.IdleStateNS) {
			continue
		}
		lane.Spans = append(lane.Spans, chart.Span{
			From: d.ms(int64(s.From)), To: d.ms(int64(s.To)), Level: 0.22, Paint: idlePaint(int(s.Value), len(c.IdleStateNS)),
			Tip: stateName(c.IdleStateNS[s.Value].Name),
		})
	}
	for _, s := range d.tl.Cut.Runs[cpu] {
		lane.Spans = append(lane.Spans, chart.Span{
			From: d.ms(int64(s.From)), To: d.ms(int64(s.To)), Paint: d.taskPaint(s.Value), Tip: d.tl.Cut.Tasks[s.Value].Name,
		})
	}
	return lane
}

// tasks adds a lane for each of the busiest tasks.
func (d *drawing) tasks() {
	if len(d.order) == 0 {
		return
	}
	title := "tasks"
	if len(d.order) > maxTasks {
		title = fmt.Sprintf("tasks, the busiest %d of %d", maxTasks, len(d.order))
	}
	d.add(chart.Lane{Label: title, Heading: true})
	for _, t := range d.order[:min(len(d.order), maxTasks)] {
		task := &d.tl.Cut.Tasks[t]
		lane := chart.Lane{Label: task.Name, Height: 15}
		for _, s := range task.Waits {
			lane.Spans = append(lane.Spans, chart.Span{
				From: d.ms(int64(s.From)), To: d.ms(int64(s.To)), Level: 0.35, Paint: chart.Paint{Ink: chart.Alert, Alpha: 0.7},
				Tip: fmt.Sprintf("waits for cpu%d", s.Value),
			})
		}
		for cpu := range d.tl.Cut.Runs {
			kind := d.tl.Run.CPUs[cpu].Kind
			for _, s := range d.tl.Cut.Runs[cpu] {
				if int(s.Value) == t {
					lane.Spans = append(lane.Spans, chart.Span{
						From: d.ms(int64(s.From)), To: d.ms(int64(s.To)), Paint: chart.Paint{Ink: kindInk(kind)},
						Tip: fmt.Sprintf("runs on cpu%d (%s)", cpu, kind),
					})
				}
			}
		}
		d.add(lane)
	}
}

func (d *drawing) legend() {
	l := d.lanes
	for i, t := range d.order[:min(len(d.order), maxTasks)] {
		l.Legend = append(l.Legend, chart.Key{Name: d.tl.Cut.Tasks[t].Name, Paint: taskInk(i)})
	}
	if len(d.order) > maxTasks {
		l.Legend = append(l.Legend, chart.Key{Name: "other tasks", Paint: chart.Paint{Ink: chart.Muted, Alpha: 0.6}})
	}
	l.Legend = append(l.Legend, chart.Key{Name: "idle", Paint: chart.Paint{Ink: chart.Idle, Alpha: 0.5}})
	if len(d.order) > 0 {
		var kinds []string
		for i := range d.tl.Run.CPUs {
			if k := d.tl.Run.CPUs[i].Kind; !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
				l.Legend = append(l.Legend, chart.Key{Name: "task on " + k, Paint: chart.Paint{Ink: kindInk(k)}})
			}
		}
		l.Legend = append(l.Legend, chart.Key{Name: "task waits", Paint: chart.Paint{Ink: chart.Alert, Alpha: 0.7}})
	}
	if len(l.Shades) > 0 {
		l.Legend = append(
			l.Legend,
			chart.Key{Name: "above the tipping point", Paint: chart.Paint{Ink: chart.Alert, Alpha: 0.13}},
		)
	}
}

// laneData is what the script needs to say what is under the pointer.
type laneData struct {
	ToMS  float64     `json:"to"`
	Tips  []string    `json:"tips"`
	Lanes [][]float64 `json:"lanes"` // from, to in µs, index into Tips; triples, by lane
	Names []string    `json:"names"`
}

func laneDataOf(l *chart.Lanes) laneData {
	d := laneData{ToMS: l.To, Tips: []string{}}
	at := map[string]int{}
	for i := range l.Lanes {
		row := []float64{}
		for _, s := range l.Lanes[i].Spans {
			k, ok := at[s.Tip]
			if !ok {
				k = len(d.Tips)
				at[s.Tip] = k
				d.Tips = append(d.Tips, s.Tip)
			}
			row = append(row, round1(s.From*1000), round1(s.To*1000), float64(k))
		}
		d.Lanes, d.Names = append(d.Lanes, row), append(d.Names, l.Lanes[i].Label)
	}
	return d
}

func round1(v float64) float64 { return float64(int64(v*10+0.5)) / 10 }
