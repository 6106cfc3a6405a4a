package workload

import (
	"strconv"
	"time"
)

func hackParams() []ParamInfo {
	return []ParamInfo{
		{"groups", "10", "groups of senders and receivers"},
		{"fds", "20", "senders, and receivers, of a group"},
		{"loops", "100", "messages of each sender to each receiver of its group"},
		{"capacity", "655", "messages that a pipe holds: 64 KiB of 100 bytes each"},
		{"batch", "40", "room, in messages, that wakes the blocked senders of a pipe: a page; 1 wakes one per message"},
		{"write", "27us", "work of a write, at capacity 1024"},
		{"read", "27us", "work of a read, at capacity 1024"},
		{"jitter", "0", "width of the work's uniform variation, +- %"},
	}
}

// buildHackbench makes `hackbench -p -P` (rt-tests hackbench.c): in each group
// every sender writes one message to each of the group's receivers in turn, loops
// times; a receiver reads fds x loops messages from its own pipe. The time counts
// from the common start to the last exit.
//
// The cost of a message is 54 us: 100 runs of the default size (400,000 messages
// each) took 2078 s + 102 s of CPU time on a HiKey, whose A53 is that board's
// capacity of 1024 (seed S4-rbtree). How it divides into writing and reading is
// assumed: in half.
func buildHackbench(p *params, _ Env) *Workload {
	groups, fds, loops := p.count("groups", 1, 1000), p.count("fds", 1, 1000), p.count("loops", 1, 1_000_000)
	capacity := p.count("capacity", 1, 1<<30)
	batch := p.count("batch", 1, 1<<30)
	write, read := p.ns("write", 0, time.Second), p.ns("read", 0, time.Second)
	jitter := p.number("jitter", 0, 100)
	if 2*groups*fds > MaxThreads {
		p.fail("%d groups of %d tasks are more than %d threads", groups, 2*fds, MaxThreads)
		return nil
	}
	w := &Workload{
		Name: "hackbench", Title: "hackbench over pipes, " + strconv.Itoa(2*groups*fds) + " tasks",
		Source:     "rt-tests hackbench.c; cost per message from 100 runs on a HiKey, easim seed S4-rbtree",
		DurationNS: untilDone,
		Scorer:     hackScorer{2 * groups * fds, int64(groups) * int64(fds) * int64(fds) * int64(loops)},
	}
	mark := Phase{Name: "end", Loop: 1, Ops: []Op{opN(OpMark, 0)}}
	for g := range groups {
		prefix := strconv.Itoa(g)
		send := make([]Op, 0, 2*fds)
		for i := range fds {
			pipe := len(w.Resources)
			name := prefix + "." + strconv.Itoa(i)
			w.Resources = append(w.Resources, Resource{
				Name: "pipe-" + name, Kind: ResPipe, N: capacity, Batch: min(batch, capacity),
			})
			send = append(send, opRun(WorkInt, write, jitter), opOn(OpSend, pipe))
			w.Tasks = append(w.Tasks, TaskSpec{
				Name: "receiver-" + name, Instances: 1, Loop: 1,
				Phases: []Phase{{
					Name: "read", Loop: int64(fds) * int64(loops),
					Ops: []Op{opOn(OpRecv, pipe), opRun(WorkInt, read, jitter)},
				}, mark},
			})
		}
		w.Tasks = append(w.Tasks, TaskSpec{
			Name: "sender-" + prefix, Instances: fds, Loop: 1,
			Phases: []Phase{{Name: "write", Loop: int64(loops), Ops: send}, mark},
		})
	}
	return w
}

// hackScorer knows how many threads have to end and what they exchange.
type hackScorer struct {
	threads  int
	messages int64
}

// Score returns the time until the last thread ended, and the rate of messages.
func (s hackScorer) Score(marks []Mark) []Metric {
	last := int64(0)
	for _, m := range marks {
		last = max(last, m.AtNS)
	}
	out := []Metric{
		{Name: "time", Unit: "s", Better: "lower"},
		{Name: "messages_per_s", Unit: "1/s", Better: "higher"},
	}
	if len(marks) == s.threads && last > 0 {
		seconds := float64(last) / 1e9
		out[0].Value, out[0].Valid = seconds, true
		out[1].Value, out[1].Valid = float64(s.messages)/seconds, true
	}
	return out
}
