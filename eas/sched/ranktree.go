package sched

// RankTree orders the fair tasks of a CPU by size, the biggest first; of equals
// the one ranked last comes first, as it does in the list of the queue. It is a
// search tree balanced by a fixed pseudo-random priority of each task (a treap):
// the order of tasks alone decides its shape, its expected depth is logarithmic,
// and its nodes are part of the tasks, so that nothing is allocated.
//
// A task's size is the one it was ranked by, whatever became of it since.
type RankTree struct {
	root *Task
	n    int
	seq  uint64
}

// rankLinks are a task's place in a RankTree.
type rankLinks struct {
	left, right *Task // bigger and smaller ones below it
	size        uint64
	seq         uint64 // 1, 2, ... in the order of ranking; 0: in no tree
}

// Len is the number of tasks.
func (r *RankTree) Len() int { return r.n }

// Has reports whether t is ranked.
func (r *RankTree) Has(t *Task) bool { return t.SE.rank.seq != 0 }

// Insert ranks t, which must not be ranked.
func (r *RankTree) Insert(t *Task, size uint64) {
	r.seq++
	r.n++
	t.SE.rank = rankLinks{size: size, seq: r.seq}
	p := &r.root
	for *p != nil && (*p).rankPriority() >= t.rankPriority() {
		p = (*p).childTowards(t)
	}
	t.SE.rank.left, t.SE.rank.right = split(*p, t)
	*p = t
}

// Remove takes t, which must be ranked, out.
func (r *RankTree) Remove(t *Task) {
	p := &r.root
	for *p != t {
		if *p == nil {
			panic("sched: rank tree: task " + t.Name + " is not ranked")
		}
		p = (*p).childTowards(t)
	}
	*p = join(t.SE.rank.left, t.SE.rank.right)
	t.SE.rank = rankLinks{}
	r.n--
}

// Biggest returns the first task, or nil.
func (r *RankTree) Biggest() *Task {
	t := r.root
	for t != nil && t.SE.rank.left != nil {
		t = t.SE.rank.left
	}
	return t
}

// After returns the task behind t, which must be ranked, or nil.
func (r *RankTree) After(t *Task) *Task {
	var next *Task
	for n := r.root; n != nil; {
		if t.outranks(n) {
			next, n = n, n.SE.rank.left
		} else {
			n = n.SE.rank.right
		}
	}
	return next
}

// outranks reports whether t comes before o; a task does not outrank itself.
func (t *Task) outranks(o *Task) bool {
	a, b := &t.SE.rank, &o.SE.rank
	return a.size > b.size || a.size == b.size && a.seq > b.seq
}

// childTowards is the link below t on the way to o.
func (t *Task) childTowards(o *Task) **Task {
	if o.outranks(t) {
		return &t.SE.rank.left
	}
	return &t.SE.rank.right
}

func (t *Task) rankPriority() uint64 { return mix(1, uint64(t.ID)) }

// split divides the tree n into the tasks before t and those after it.
func split(n, t *Task) (before, after *Task) {
	if n == nil {
		return nil, nil
	}
	if t.outranks(n) {
		before, n.SE.rank.left = split(n.SE.rank.left, t)
		return before, n
	}
	n.SE.rank.right, after = split(n.SE.rank.right, t)
	return n, after
}

// join makes one tree of two, all of whose tasks in a come before those in b.
func join(a, b *Task) *Task {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.rankPriority() >= b.rankPriority():
		a.SE.rank.right = join(a.SE.rank.right, b)
		return a
	}
	b.SE.rank.left = join(a, b.SE.rank.left)
	return b
}
