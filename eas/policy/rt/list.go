package rt

import (
	"math/bits"

	"easim/eas/sched"
)

// highest is the priority of the most important task of the queue, the running
// one included, or 0 if it is empty (rt_rq.highest_prio.curr).
func highest(q *sched.RTRunQueue) int {
	if q.Bitmap[1] != 0 {
		return 63 + bits.Len64(q.Bitmap[1])
	}
	return max(bits.Len64(q.Bitmap[0])-1, 0)
}

// next is the highest priority below p that has a task, or 0.
func next(q *sched.RTRunQueue, p int) int {
	if p > 64 {
		if w := q.Bitmap[1] & (1<<(p-64) - 1); w != 0 {
			return 63 + bits.Len64(w)
		}
		p = 64
	}
	return max(bits.Len64(q.Bitmap[0]&(1<<p-1))-1, 0)
}

// insert puts t at the head or the tail of the list of its priority.
func insert(q *sched.RTRunQueue, t *sched.Task, head bool) {
	p := t.Priority
	switch {
	case q.Head[p] == nil:
		q.Head[p], q.Tail[p] = t, t
		q.Bitmap[p>>6] |= 1 << (p & 63)
	case head:
		t.RT.Next, q.Head[p].RT.Prev, q.Head[p] = q.Head[p], t, t
	default:
		t.RT.Prev, q.Tail[p].RT.Next, q.Tail[p] = q.Tail[p], t, t
	}
	t.RT.Queued = true
}

// remove takes t out of its list.
func remove(q *sched.RTRunQueue, t *sched.Task) {
	p := t.Priority
	if prev := t.RT.Prev; prev != nil {
		prev.RT.Next = t.RT.Next
	} else {
		q.Head[p] = t.RT.Next
	}
	if after := t.RT.Next; after != nil {
		after.RT.Prev = t.RT.Prev
	} else {
		q.Tail[p] = t.RT.Prev
	}
	if q.Head[p] == nil {
		q.Bitmap[p>>6] &^= 1 << (p & 63)
	}
	t.RT.Next, t.RT.Prev, t.RT.Queued = nil, nil, false
}

// requeue moves t to one end of its list (requeue_task_rt).
func requeue(q *sched.RTRunQueue, t *sched.Task, head bool) {
	remove(q, t)
	insert(q, t, head)
}
