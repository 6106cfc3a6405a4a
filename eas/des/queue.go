package des

import (
	"fmt"
	"math"
)

// Class is the kind of an event source. At equal times a lower class comes
// first.
type Class uint8

// Event is a source whose time has come.
type Event struct {
	At    Time  // when it is due; equal to Queue.Now after the Pop
	Class Class // the kind of source
	ID    int32 // which source of the kind
}

// MaxID is the largest id of a source: ids run from 0 to 2^24 - 1.
const MaxID = 1<<idBits - 1

const (
	idBits = 24
	unset  = -1 // place of a slot that is not armed; slot of an id not yet seen
)

// Queue holds event sources, each with at most one pending event, and yields
// them in the order (time, class, id). It is a 4-ary heap in one slice with an
// index from source to place. The zero value has no class; use [NewQueue].
//
// Set, Clear and Pop take O(log n) for n armed sources. They allocate only when
// an id, or a number of armed sources, is seen for the first time.
type Queue struct {
	heap  []entry
	place []int32   // by slot: index in heap, or unset
	slots [][]int32 // by class and id: slot, or unset
	now   Time

	// vacant says that the root was popped and its place is still open. Most
	// pops are followed at once by a Set, which fills the place with one walk
	// down, where a removal and an insertion are two walks. Until then the key
	// of the root is zero, so that no entry moves above it.
	vacant bool
}

// entry is one armed source: 16 bytes, four to a cache line.
type entry struct {
	at   uint64 // never negative as a Time
	src  uint32 // class << idBits | id: the rest of the key
	slot uint32 // index in Queue.place; not part of the key
}

// NewQueue returns an empty queue at time 0 for classes 0 to classes-1. It
// panics unless classes is 1 to 256.
func NewQueue(classes int) *Queue {
	if classes < 1 || classes > math.MaxUint8+1 {
		panic(fmt.Sprintf("des: NewQueue of %d classes, want 1 to 256", classes))
	}
	return &Queue{slots: make([][]int32, classes)}
}

// Now returns the time of the last Pop, at first 0. Only Pop moves it.
func (q *Queue) Now() Time { return q.now }

// Len returns the number of armed sources.
func (q *Queue) Len() int {
	if q.vacant {
		return len(q.heap) - 1
	}
	return len(q.heap)
}

// Set arms a source, or moves its event if it is armed: the next event of
// (class, id) is at that time and no other. It panics if at is before Now, if
// class is not below the number of classes, or if id is not 0 to MaxID.
func (q *Queue) Set(class Class, id int32, at Time) {
	if at < q.now {
		panic(fmt.Sprintf("des: event of class %d id %d set to %v, which is before now, %v", class, id, at, q.now))
	}
	slot := q.slot(class, id)
	e := entry{at: uint64(at), src: uint32(class)<<idBits | uint32(id), slot: slot}
	i := int(q.place[slot])
	switch {
	case i != unset && before(&e, &q.heap[i]) != 0:
		q.up(i, e)
	case i != unset:
		q.down(i, e)
	case q.vacant:
		q.vacant = false
		q.down(0, e)
	default:
		q.heap = append(q.heap, e)
		q.up(len(q.heap)-1, e)
	}
}

// Clear disarms a source. It does nothing if the source is not armed.
func (q *Queue) Clear(class Class, id int32) {
	i := q.find(class, id)
	if i == unset {
		return
	}
	q.place[q.heap[i].slot] = unset
	q.remove(i)
}

// Armed returns the time of the pending event of a source, and whether there
// is one.
func (q *Queue) Armed(class Class, id int32) (at Time, ok bool) {
	i := q.find(class, id)
	if i == unset {
		return 0, false
	}
	return Time(q.heap[i].at), true
}

// Peek returns what the next Pop will return.
func (q *Queue) Peek() (at Time, class Class, id int32, ok bool) {
	q.settle()
	if len(q.heap) == 0 {
		return 0, 0, 0, false
	}
	e := q.heap[0]
	return Time(e.at), Class(e.src >> idBits), int32(e.src & MaxID), true
}

// Pop disarms the source with the least (time, class, id), moves Now to its
// time and returns it. If none is armed it returns false and Now stays.
func (q *Queue) Pop() (Event, bool) { return q.PopUntil(Never) }

// PopUntil is Pop, but returns false also if that source is due after t.
func (q *Queue) PopUntil(t Time) (Event, bool) {
	q.settle()
	if len(q.heap) == 0 || Time(q.heap[0].at) > t {
		return Event{}, false
	}
	e := &q.heap[0]
	ev := Event{At: Time(e.at), Class: Class(e.src >> idBits), ID: int32(e.src & MaxID)}
	q.place[e.slot] = unset
	q.now = ev.At
	q.vacant = true
	e.at, e.src = 0, 0
	return ev, true
}
