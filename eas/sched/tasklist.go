package sched

// TaskList is a CPU's fair tasks, the running one included, in the order in
// which a balancer of 4.4 looks at them (rq.cfs_tasks): the one queued last comes
// first. While BIGGEST_TASK or BIGGEST_TASK_UP is on it also ranks them by size.
type TaskList struct {
	head, tail *Task
	n          int

	by   rankKey
	rank RankTree
}

// listLinks are a task's neighbours in its TaskList.
type listLinks struct{ next, prev *Task }

// rankKey is what a TaskList ranks its tasks by.
type rankKey uint8

const (
	rankNone rankKey = iota // no ranks are kept
	rankUtil
	rankLoad
)

func (by rankKey) of(t *Task) uint64 {
	if by == rankLoad {
		return t.SE.Avg.LoadAvg
	}
	return t.SE.Avg.UtilAvg
}

// rankKey is what the features in force rank by.
func (k *Kernel) rankKey() rankKey {
	switch {
	case k.features.Has(BiggestTask) && k.params.BiggestTaskKey == KeyLoad:
		return rankLoad
	case k.features.Has(BiggestTask), k.features.Has(BiggestTaskUp):
		return rankUtil
	}
	return rankNone
}

// rankBy starts, changes or ends ranking.
func (l *TaskList) rankBy(by rankKey) {
	for t := l.tail; t != nil; t = t.SE.links.prev {
		if l.by != rankNone {
			l.rank.Remove(t)
		}
		if by != rankNone {
			l.rank.Insert(t, by.of(t))
		}
	}
	l.by = by
}

// Len is the number of tasks.
func (l *TaskList) Len() int { return l.n }

// First returns the task that was queued last, or nil.
func (l *TaskList) First() *Task { return l.head }

// After returns the task behind t, or nil.
func (l *TaskList) After(t *Task) *Task { return t.SE.links.next }

// Biggest returns the task of the highest rank, or nil; nil while ranks are not
// kept.
func (l *TaskList) Biggest() *Task { return l.rank.Biggest() }

// NextSmaller returns the task ranked behind t, or nil.
func (l *TaskList) NextSmaller(t *Task) *Task { return l.rank.After(t) }

// PushFront adds t (list_add) and ranks it by its averages.
func (l *TaskList) PushFront(t *Task) {
	t.SE.links = listLinks{next: l.head}
	if l.head != nil {
		l.head.SE.links.prev = t
	} else {
		l.tail = t
	}
	l.head = t
	l.n++
	if l.by != rankNone {
		l.rank.Insert(t, l.by.of(t))
	}
}

// Remove takes t out (list_del).
func (l *TaskList) Remove(t *Task) {
	l.unlink(t)
	l.n--
	if l.by != rankNone {
		l.rank.Remove(t)
	}
}

func (l *TaskList) unlink(t *Task) {
	next, prev := t.SE.links.next, t.SE.links.prev
	if prev != nil {
		prev.SE.links.next = next
	} else {
		l.head = next
	}
	if next != nil {
		next.SE.links.prev = prev
	} else {
		l.tail = prev
	}
}

// MoveToTail makes t the last one (list_move_tail). Its rank stays.
func (l *TaskList) MoveToTail(t *Task) {
	if l.tail == t {
		return
	}
	l.unlink(t)
	t.SE.links = listLinks{prev: l.tail}
	l.tail.SE.links.next = t
	l.tail = t
}

// Rerank ranks t anew, whose averages were brought up to date.
func (l *TaskList) Rerank(t *Task) {
	if l.by != rankNone && t.SE.OnRQ && l.by.of(t) != t.SE.rank.size {
		l.rank.Remove(t)
		l.rank.Insert(t, l.by.of(t))
	}
}
