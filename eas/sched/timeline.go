package sched

// Timeline holds the queued fair tasks of a CPU in the order of vruntime; tasks
// of equal vruntime keep the order of insertion (the kernel's red-black tree
// inserts equals to the right). It is a slice sorted backwards: taking the
// leftmost task is O(1) and an insertion moves only the tasks that run sooner.
type Timeline struct {
	nodes []timelineNode // descending: the last one runs next
}

type timelineNode struct {
	vruntime int64
	task     *Task
}

// Len is the number of queued tasks.
func (tl *Timeline) Len() int { return len(tl.nodes) }

// First returns the leftmost task, or nil.
func (tl *Timeline) First() *Task { return tl.At(0) }

// At returns the i-th task from the left, or nil.
func (tl *Timeline) At(i int) *Task {
	if i >= len(tl.nodes) {
		return nil
	}
	return tl.nodes[len(tl.nodes)-1-i].task
}

// Insert queues t by its vruntime.
func (tl *Timeline) Insert(t *Task) {
	n := timelineNode{t.SE.Vruntime, t}
	lo := tl.rank(n.vruntime)
	tl.nodes = append(tl.nodes, n)
	copy(tl.nodes[lo+1:], tl.nodes[lo:])
	tl.nodes[lo] = n
}

// Remove takes t out. It panics if t is not there: its vruntime must not have
// changed since Insert.
func (tl *Timeline) Remove(t *Task) {
	last := len(tl.nodes) - 1
	if last >= 0 && tl.nodes[last].task == t {
		tl.nodes = tl.nodes[:last]
		return
	}
	for i := tl.rank(t.SE.Vruntime); i < len(tl.nodes); i++ {
		if tl.nodes[i].task == t {
			copy(tl.nodes[i:], tl.nodes[i+1:])
			tl.nodes = tl.nodes[:last]
			return
		}
	}
	panic("sched: timeline: task " + t.Name + " is not queued at its vruntime")
}

// rank is the index of the first node whose vruntime is not above v: where a
// new task of vruntime v goes, to the right of (before, in the slice) its
// equals. The comparison is on the difference, so that it survives wrapping.
func (tl *Timeline) rank(v int64) int {
	lo, hi := 0, len(tl.nodes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if tl.nodes[mid].vruntime-v > 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
