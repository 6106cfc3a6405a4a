package balance

import (
	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// cpuStates is the state of the CPUs as lb44 and nohz44 give it. A task is
// [pid, nice, load_avg, util_avg, affinity, ns_since_exec_start, idle_policy], in
// the order of enqueueing.
type cpuStates struct {
	BlockedUtil []int64     `json:"blocked_util"`
	BlockedLoad []int64     `json:"blocked_load"`
	RTUsed      []int64     `json:"rt_used"`
	CPULoad0    []int64     `json:"cpu_load_0"`
	CPULoad1    []int64     `json:"cpu_load_1"`
	NrRT        []int64     `json:"nr_rt"`
	Curr        []int64     `json:"curr"`
	NextBuddy   []int64     `json:"next_buddy"`
	Tasks       [][][]int64 `json:"tasks"`
}

// layOut puts the tasks of a row on the queues of a fresh board, with averages
// that were brought up to date now, and refreshes all capacities.
func (b *board) layOut(in *cpuStates) {
	for i, tasks := range in.Tasks {
		c := b.k.CPU(energy.CPUID(i))
		b.pressure(c, in.RTUsed[i])
		c.RQ.CPULoad = [5]uint64{uint64(in.CPULoad0[i]), uint64(in.CPULoad1[i]), uint64(in.CPULoad1[i])}
		c.RQ.Clock = b.k.Now()
		q := &c.RQ.CFS
		q.Avg.LastUpdate = int64(b.k.Now())
		q.Avg.UtilAvg, q.Avg.LoadAvg = uint64(in.BlockedUtil[i]), uint64(in.BlockedLoad[i])
		for n, row := range tasks {
			t := b.newTask(c, row)
			if int64(n) == in.Curr[i] {
				c.Curr, q.Curr = t, t
			} else {
				q.Timeline.Insert(t)
			}
			if int64(n) == in.NextBuddy[i] {
				q.Next = t
			}
		}
		if c.RQ.NrRunning += int(in.NrRT[i]); in.NrRT[i] > 0 {
			b.running[i].Policy, b.running[i].Affinity = sched.FIFO, c.SD[len(c.SD)-1].Span
			c.Curr = b.running[i]
		}
		c.RQ.MisfitTask = q.Curr != nil && !b.view().TaskFitsMax(q.Curr, c)
	}
	b.refresh()
}

// pressure makes real-time work take rtUsed of 1024 of c.
func (b *board) pressure(c *sched.CPU, rtUsed int64) {
	period := b.k.Params().TimeAvgMS * 1_000_000 / 2
	c.RQ.RT.AgeStamp, c.RQ.RT.Avg = b.k.Now(), uint64(rtUsed*period)
	c.Capacity = sched.ScaleRTCapacity(c.CapacityOrig, rtUsed)
}

// newTask queues a task that waits on c.
func (b *board) newTask(c *sched.CPU, row []int64) *sched.Task {
	t := &sched.Task{
		ID: sched.TaskID(row[0]), Nice: int(row[1]), State: sched.TaskRunnable, OnRQ: true, CPU: c.ID,
		Affinity: maskSet(row[4]),
	}
	t.NrAllowed = t.Affinity.Len()
	if row[6] != 0 {
		t.Policy = sched.IdlePolicy
	}
	fair.NewCFS().Reweight(b.k, t)
	t.SE.OnRQ, t.SE.ExecStart = true, b.k.Now()-des.Time(row[5])
	t.SE.Avg.LastUpdate = int64(b.k.Now())
	t.SE.Avg.LoadAvg, t.SE.Avg.UtilAvg = uint64(row[2]), uint64(row[3])
	q := &c.RQ.CFS
	q.Avg.LoadAvg += uint64(row[2])
	q.Avg.RunnableLoadAvg += uint64(row[2])
	q.Avg.UtilAvg += uint64(row[3])
	q.LoadWeight += t.Weight
	q.NrRunning++
	c.RQ.NrRunning++
	q.Tasks.PushFront(t)
	b.tasks = append(b.tasks, t)
	return t
}

func maskSet(mask int64) energy.CPUSet {
	var s energy.CPUSet
	for id := range energy.CPUID(63) {
		if mask>>id&1 != 0 {
			s.Add(id)
		}
	}
	return s
}

func setMask(list []energy.CPUID) (mask int64) {
	for _, id := range list {
		mask |= 1 << id
	}
	return mask
}

func idleType(name string) sched.IdleType {
	switch name {
	case "busy":
		return sched.CPUNotIdle
	case "newidle":
		return sched.CPUNewlyIdle
	default:
		return sched.CPUIdle
	}
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
