package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"easim/eas"
	"easim/eas/report/wording"
)

// runChapter is the chapter of one run, or of the same run on several seeds.
func runChapter(name string, runs []*eas.Result, tls []Timeline) *chapter {
	r := runs[0]
	sc := &r.Scenario
	s := []sample{{sc.Workload, runs}}
	c := &chapter{
		Kind: "run", Title: fmt.Sprintf("%s on %s, %s", sc.Workload, sc.Platform, sc.Profile), Subtitle: name,
		Headlines: []headline{runHeadline(&s[0])}, Cards: runCards(&s[0]), Warnings: r.Warnings,
	}
	c.Sections = append(c.Sections,
		section{ID: "energy", Title: "Energy", Figures: []*figure{energyFigure("energy", s)}, Lead: partialNote(r)},
		section{ID: "residency", Title: "Frequency and idle residency", Figures: []*figure{residencyFigure("residency", s)}})
	c.addTimelines(tls)
	c.Sections = append(c.Sections,
		section{ID: "tasks", Title: "Tasks", Tables: []*table{taskTable(r)}},
		section{ID: "scheduler", Title: "What the scheduler did", Tables: []*table{schedulerTable(s)}},
		provenance(s, r.Version))
	return c
}

func partialNote(r *eas.Result) []string {
	if !r.Energy.Partial {
		return nil
	}
	return []string{"Lower bounds: the table does not know what idling costs."}
}

func (c *chapter) addTimelines(tls []Timeline) {
	if len(tls) == 0 {
		return
	}
	s := section{ID: "timeline", Title: "A closer look at time", Lead: []string{
		"Zoom with the buttons, with + and − or by dragging over the picture; move with the arrow keys. " +
			"Red shading: the system is above its tipping point, where energy-aware placement is off.",
	}}
	for i := range tls {
		s.Figures = append(s.Figures, timelineFigure("timeline-"+strconv.Itoa(i+1), &tls[i]))
	}
	c.Sections = append(c.Sections, s)
}

// runHeadline says what was spent and what was got for it.
func runHeadline(s *sample) headline {
	r := s.runs[0]
	total := s.meanOf(totalEnergy)
	h := headline{Words: []phrase{
		{r.Scenario.Workload, true},
		{" uses ", false},
		{number(total) + " " + r.Energy.Unit, true},
		{" in " + seconds(r.Window.LengthNS), false},
	}}
	if p := mainMetric(r); p != nil {
		if v := s.mean(func(r *eas.Result) *float64 { return metricValue(r, p.Name) }); v != nil {
			h.Words = append(h.Words, phrase{" and reaches ", false})
			if p.Unit == "" || p.Unit == "1/s" { // the name tells what is counted
				h.Words = append(h.Words, phrase{number(*v) + " " + p.Name, true})
			} else {
				h.Words = append(h.Words, phrase{number(*v) + " " + p.Unit, true}, phrase{" (" + p.Name + ")", false})
			}
		}
	} else {
		h.Words = append(
			h.Words,
			phrase{" for ", false},
			phrase{number(s.meanOf(work)) + " capacity-seconds", true},
			phrase{" of work", false},
		)
	}
	h.Words = append(h.Words, phrase{".", false})
	var where []string
	for k := range r.Energy.Clusters {
		mean := s.meanOf(func(r *eas.Result) float64 { return cluster(r, k).Total })
		where = append(where, share(mean, total)+" in "+cluster(r, k).Name)
	}
	h.Detail = sentence(list(where) + " CPUs; mean power " + power(r))
	if len(s.runs) > 1 {
		h.Detail += fmt.Sprintf(" Means over %s.", wording.Plural(len(s.runs), "seed"))
	}
	return h
}

func work(r *eas.Result) float64 { return r.Throughput.WorkCapacityS }

// mainMetric is the workload's own first measure of throughput; nil if it has none.
func mainMetric(r *eas.Result) *eas.Metric {
	for i := range r.Throughput.Metrics {
		if m := &r.Throughput.Metrics[i]; m.Better == "higher" && m.Value != nil {
			return m
		}
	}
	return nil
}

func metricValue(r *eas.Result, name string) *float64 {
	for i := range r.Throughput.Metrics {
		if r.Throughput.Metrics[i].Name == name {
			return r.Throughput.Metrics[i].Value
		}
	}
	return nil
}

// power is the mean power over the window.
func power(r *eas.Result) string {
	if r.Window.LengthNS == 0 {
		return "unknown"
	}
	unit := r.Energy.Unit
	if n := len(unit); n > 0 && unit[n-1] == 'J' {
		unit = unit[:n-1] + "W"
	}
	return few(r.Energy.Total*1e9/float64(r.Window.LengthNS)) + " " + unit
}

func runCards(s *sample) []card {
	r := s.runs[0]
	total := s.meanOf(totalEnergy)
	out := []card{{"energy", number(total), r.Energy.Unit, "meter: table " + r.Energy.Meter}}
	for i := range r.Throughput.Metrics {
		m := &r.Throughput.Metrics[i]
		if len(out) == 4 {
			break
		}
		value := "–"
		if v := s.mean(func(r *eas.Result) *float64 { return metricValue(r, m.Name) }); v != nil {
			value = number(*v)
		}
		out = append(out, card{m.Name, value, m.Unit, m.Better + " is better"})
	}
	if w := s.meanOf(work); w > 0 {
		out = append(out, card{"work", number(w), "capacity-s", number(total/w) + " " + r.Energy.Unit + " for one"})
	}
	over := s.meanOf(func(r *eas.Result) float64 { return float64(r.Scheduler.OverutilizedNS) })
	wall := s.meanOf(func(r *eas.Result) float64 { return float64(r.Window.LengthNS) })
	return append(
		out,
		card{"above the tipping point", share(over, wall), "", wording.Plural(int(r.Scheduler.TippingCrossings), "crossing")},
	)
}

// shownTasks is how many tasks a table shows before "show all".
const shownTasks = 20

func taskTable(r *eas.Result) *table {
	t := &table{
		Caption: "Tasks of the run with seed " + strconv.FormatUint(r.Scenario.Seed, 10),
		Limit:   shownTasks,
		Columns: []column{
			{Head: "task"},
			{"busy, % of a CPU", true},
			{"on LITTLE, %", true},
			{"on big, %", true},
			{"core energy, " + r.Energy.Unit, true},
			{"wake-ups", true},
			{"migrations", true},
			{"jobs", true},
			{"missed", true},
			{"wait p50, µs", true},
			{"p99, µs", true},
		},
	}
	wall := float64(r.Window.LengthNS)
	pct := func(ns int64, of float64) cell {
		if of == 0 {
			return words("–")
		}
		v := 100 * float64(ns) / of
		return num(v, oneDigit(v))
	}
	order := make([]*eas.TaskResult, len(r.Tasks))
	for i := range r.Tasks {
		order[i] = &r.Tasks[i]
	}
	slices.SortStableFunc(order, func(a, b *eas.TaskResult) int { return cmp.Compare(b.BusyNS, a.BusyNS) })
	for _, k := range order {
		count := func(n int64) cell { return num(float64(n), strconv.FormatInt(n, 10)) }
		t.Rows = append(t.Rows, []cell{
			words(k.Name), pct(k.BusyNS, wall), pct(k.LittleNS, float64(k.BusyNS)), pct(k.BigNS, float64(k.BusyNS)),
			maybeNum(k.Energy, number), count(k.Wakeups), count(k.Migrations), count(k.Activations), count(k.Missed),
			maybeNum(k.Latency.P50, number), maybeNum(k.Latency.P99, number),
		})
	}
	return t
}

// counters are what the scheduler counted, with what is read from each.
var counters = [...]struct {
	name string
	of   func(*eas.Scheduler) int64
}{
	{"context switches", func(s *eas.Scheduler) int64 { return s.Switches }},
	{"wake-ups", func(s *eas.Scheduler) int64 { return s.Wakeups }},
	{"migrations at wake-up", func(s *eas.Scheduler) int64 { return s.Migrations.Wakeup }},
	{"migrations by balancing", func(s *eas.Scheduler) int64 { return s.Migrations.Balance }},
	{"migrations by active balancing", func(s *eas.Scheduler) int64 { return s.Migrations.Active }},
	{"balance passes", func(s *eas.Scheduler) int64 { return s.BalancePasses }},
	{"nohz kicks", func(s *eas.Scheduler) int64 { return s.NohzKicks }},
	{"crossings of the tipping point", func(s *eas.Scheduler) int64 { return s.TippingCrossings }},
}

// schedulerTable sets the counters of the samples side by side, as rates.
func schedulerTable(samples []sample) *table {
	t := &table{Caption: "Per second of the window", Columns: []column{{Head: ""}}}
	if len(samples[0].runs) > 1 {
		t.Caption += ", means over the seeds"
	}
	for i := range samples {
		t.Columns = append(t.Columns, column{samples[i].name, true})
	}
	for _, c := range counters {
		row := []cell{words(c.name)}
		for i := range samples {
			v := samples[i].meanOf(func(r *eas.Result) float64 {
				if r.Window.LengthNS == 0 {
					return 0
				}
				return float64(c.of(&r.Scheduler)) * 1e9 / float64(r.Window.LengthNS)
			})
			row = append(row, num(v, number(v)))
		}
		t.Rows = append(t.Rows, row)
	}
	over := []cell{words("time above the tipping point, %")}
	for i := range samples {
		v := samples[i].meanOf(func(r *eas.Result) float64 {
			if r.Window.LengthNS == 0 {
				return 0
			}
			return 100 * float64(r.Scheduler.OverutilizedNS) / float64(r.Window.LengthNS)
		})
		over = append(over, num(v, oneDigit(v)))
	}
	t.Rows = append(t.Rows, over)
	return t
}
