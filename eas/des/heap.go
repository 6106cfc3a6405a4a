package des

import (
	"fmt"
	"math/bits"
	"slices"
)

// before returns 1 if a comes before b and 0 if not. It has no branch, because
// which of two events is earlier cannot be predicted.
func before(a, b *entry) int {
	_, c := bits.Sub64(uint64(a.src), uint64(b.src), 0)
	_, c = bits.Sub64(a.at, b.at, c)
	return int(c)
}

// settle takes the vacant root out.
func (q *Queue) settle() {
	if q.vacant {
		q.vacant = false
		q.remove(0)
	}
}

// remove takes the entry at i out of the heap.
func (q *Queue) remove(i int) {
	n := len(q.heap) - 1
	e := q.heap[n]
	q.heap = q.heap[:n]
	switch {
	case i == n:
	case i > 0 && before(&e, &q.heap[(i-1)/4]) != 0:
		q.up(i, e)
	default:
		q.down(i, e)
	}
}

// up puts e into the open place i or one of its ancestors.
func (q *Queue) up(i int, e entry) {
	h, place := q.heap, q.place
	for i > 0 {
		p := (i - 1) / 4
		if before(&e, &h[p]) == 0 {
			break
		}
		h[i] = h[p]
		place[h[i].slot] = int32(i)
		i = p
	}
	h[i] = e
	place[e.slot] = int32(i)
}

// down puts e into the open place i or one of its descendants. The least of a
// full family of four is found without a branch, as in before.
func (q *Queue) down(i int, e entry) {
	h, place := q.heap, q.place
	for {
		c := 4*i + 1
		if c+4 > len(h) {
			break
		}
		k := (*[4]entry)(h[c : c+4])
		a := before(&k[1], &k[0])
		b := 2 + before(&k[3], &k[2])
		if before(&k[b&3], &k[a&3]) != 0 {
			a = b
		}
		m := &k[a&3]
		if before(m, &e) == 0 {
			h[i] = e
			place[e.slot] = int32(i)
			return
		}
		h[i] = *m
		place[m.slot] = int32(i)
		i = c + a
	}
	// The last family may be short, and has no descendants.
	if c := 4*i + 1; c < len(h) {
		m := c
		for j := c + 1; j < len(h); j++ {
			if before(&h[j], &h[m]) != 0 {
				m = j
			}
		}
		if before(&h[m], &e) != 0 {
			h[i] = h[m]
			place[h[i].slot] = int32(i)
			i = m
		}
	}
	h[i] = e
	place[e.slot] = int32(i)
}

// find returns the place of a source in the heap, or unset.
func (q *Queue) find(class Class, id int32) int {
	ids := q.slots[class]
	if uint(id) >= uint(len(ids)) || ids[id] == unset {
		return unset
	}
	return int(q.place[ids[id]])
}

// slot returns the index of a source in q.place, which it makes if the source
// is new.
func (q *Queue) slot(class Class, id int32) uint32 {
	ids := q.slots[class]
	if uint(id) < uint(len(ids)) && ids[id] != unset {
		return uint32(ids[id])
	}
	return q.newSlot(class, id)
}

func (q *Queue) newSlot(class Class, id int32) uint32 {
	if id < 0 || id > MaxID {
		panic(fmt.Sprintf("des: id %d of class %d, want 0 to %d", id, class, MaxID))
	}
	ids := slices.Grow(q.slots[class], max(0, int(id)+1-len(q.slots[class])))
	for len(ids) <= int(id) {
		ids = append(ids, unset)
	}
	s := len(q.place)
	q.place = append(q.place, unset)
	ids[id] = int32(s)
	q.slots[class] = ids
	return uint32(s)
}
