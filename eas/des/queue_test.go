package des

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// compare is the order of events, written apart from the queue's own.
func compare(a, b Event) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Class, b.Class), cmp.Compare(a.ID, b.ID))
}

// model is the oracle: a sorted slice with at most one event per source.
type model struct {
	events []Event
	now    Time
}

func (m *model) find(c Class, id int32) int {
	return slices.IndexFunc(m.events, func(e Event) bool { return e.Class == c && e.ID == id })
}

func (m *model) set(c Class, id int32, at Time) {
	m.clear(c, id)
	m.events = append(m.events, Event{At: at, Class: c, ID: id})
	slices.SortFunc(m.events, compare)
}

func (m *model) clear(c Class, id int32) {
	if i := m.find(c, id); i >= 0 {
		m.events = slices.Delete(m.events, i, i+1)
	}
}

func (m *model) pop() (Event, bool) {
	if len(m.events) == 0 {
		return Event{}, false
	}
	e := m.events[0]
	m.events = m.events[1:]
	m.now = e.At
	return e, true
}

func TestQueueAgainstSortedSlice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q, m := NewQueue(3), &model{}
		class := rapid.Map(rapid.IntRange(0, 2), func(i int) Class { return Class(i) })
		id := rapid.Int32Range(0, rapid.SampledFrom([]int32{3, 40, 300}).Draw(t, "ids"))
		// Short spans make many equal times.
		span := rapid.Map(rapid.Int64Range(0, rapid.SampledFrom([]int64{3, 1000}).Draw(t, "span")),
			func(n int64) Time { return Time(n) })

		set := func(t *rapid.T) {
			c, i, at := class.Draw(t, "class"), id.Draw(t, "id"), q.Now()+span.Draw(t, "after")
			q.Set(c, i, at)
			m.set(c, i, at)
		}
		t.Repeat(map[string]func(*rapid.T){
			"set": set,
			"setMany": func(t *rapid.T) {
				for range 20 {
					set(t)
				}
			},
			"never": func(t *rapid.T) {
				c, i := class.Draw(t, "class"), id.Draw(t, "id")
				q.Set(c, i, Never)
				m.set(c, i, Never)
				q.Clear(c, i)
				m.clear(c, i)
			},
			"clear": func(t *rapid.T) {
				c, i := class.Draw(t, "class"), id.Draw(t, "id")
				q.Clear(c, i)
				m.clear(c, i)
			},
			"clearFirst": func(*rapid.T) {
				if len(m.events) > 0 {
					e := m.events[0]
					q.Clear(e.Class, e.ID)
					m.clear(e.Class, e.ID)
				}
			},
			"pop": func(t *rapid.T) {
				got, gotOK := q.Pop()
				want, wantOK := m.pop()
				if got != want || gotOK != wantOK {
					t.Fatalf("Pop() = %v, %v, want %v, %v", got, gotOK, want, wantOK)
				}
			},
			"popUntil": func(t *rapid.T) {
				until := q.Now() + span.Draw(t, "until")
				got, gotOK := q.PopUntil(until)
				want, wantOK := Event{}, false
				if len(m.events) > 0 && m.events[0].At <= until {
					want, wantOK = m.pop()
				}
				if got != want || gotOK != wantOK {
					t.Fatalf("PopUntil(%v) = %v, %v, want %v, %v", until, got, gotOK, want, wantOK)
				}
			},
			"armed": func(t *rapid.T) {
				c, i := class.Draw(t, "class"), id.Draw(t, "id")
				at, ok := q.Armed(c, i)
				k := m.find(c, i)
				if ok != (k >= 0) || ok && at != m.events[k].At {
					t.Fatalf("Armed(%d, %d) = %v, %v; the oracle has index %d of %v", c, i, at, ok, k, m.events)
				}
			},
			"peek": func(t *rapid.T) {
				at, c, i, ok := q.Peek()
				if ok != (len(m.events) > 0) || ok && (Event{at, c, i}) != m.events[0] {
					t.Fatalf("Peek() = %v, %d, %d, %v; the oracle has %v", at, c, i, ok, m.events)
				}
			},
			"": func(t *rapid.T) {
				checkHeap(t, q)
				if q.Len() != len(m.events) || q.Now() != m.now {
					t.Fatalf("Len, Now = %d, %v, want %d, %v", q.Len(), q.Now(), len(m.events), m.now)
				}
			},
		})
	})
}

// checkHeap checks the inner laws: no entry before its parent, and index and
// heap agree.
func checkHeap(t *rapid.T, q *Queue) {
	for i := 1; i < len(q.heap); i++ {
		if before(&q.heap[i], &q.heap[(i-1)/4]) != 0 {
			t.Fatalf("entry %d, %+v, comes before its parent %+v", i, q.heap[i], q.heap[(i-1)/4])
		}
	}
	armed := 0
	for slot, i := range q.place {
		if i == unset {
			continue
		}
		armed++
		if q.heap[i].slot != uint32(slot) {
			t.Fatalf("slot %d says place %d, where slot %d is", slot, i, q.heap[i].slot)
		}
	}
	if armed != q.Len() {
		t.Fatalf("%d slots have a place, Len is %d", armed, q.Len())
	}
}

func TestQueueOrderAtEqualTimes(t *testing.T) {
	t.Parallel()
	want := []Event{{5, 0, 2}, {5, 0, 7}, {5, 1, 0}, {5, 1, 70000}, {5, 255, 3}, {6, 0, 0}}
	// Every order of insertion gives the same order of events.
	r := Stream(1, "permutation")
	for range 50 {
		perm := slices.Clone(want)
		r.Shuffle(len(perm), func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		q := NewQueue(256)
		for _, e := range perm {
			q.Set(e.Class, e.ID, e.At)
		}
		for i, w := range want {
			if got, ok := q.Pop(); !ok || got != w {
				t.Fatalf("inserted as %v: event %d is %v, want %v", perm, i, got, w)
			}
		}
	}
}

// An event set at the present instant by a lower source than the one just
// popped still comes next: its place is above the vacant root's old key.
func TestQueueSetNowAfterPop(t *testing.T) {
	t.Parallel()
	q := NewQueue(2)
	q.Set(1, 1, 10)
	q.Set(1, 2, 10)
	q.Set(0, 0, 20)
	q.Pop()
	q.Set(0, 0, 10) // moved, up to the vacant root
	q.Set(0, 5, 10) // new, into the vacant root
	for i, w := range []Event{{10, 0, 0}, {10, 0, 5}, {10, 1, 2}} {
		if got, _ := q.Pop(); got != w {
			t.Errorf("event %d is %v, want %v", i, got, w)
		}
	}
	if e, ok := q.Pop(); ok || q.Now() != 10 {
		t.Errorf("Pop of an empty queue = %v, %v at %v, want none at 10ns", e, ok, q.Now())
	}
}

func TestQueueLargestKey(t *testing.T) {
	t.Parallel()
	q := NewQueue(256)
	want := Event{Never, 255, MaxID}
	q.Set(want.Class, want.ID, want.At)
	if got, ok := q.Pop(); !ok || got != want {
		t.Errorf("Pop() = %v, %v, want %v", got, ok, want)
	}
}

func TestQueuePanics(t *testing.T) {
	t.Parallel()
	q := NewQueue(2)
	q.Set(0, 0, Millisecond)
	q.Pop()
	tests := []struct {
		name string
		do   func()
		want string
	}{
		{"past", func() { q.Set(1, 7, Millisecond-1) }, "class 1 id 7 set to 999.999us, which is before now, 1ms"},
		{"negative id", func() { q.Set(0, -1, Second) }, "id -1 of class 0"},
		{"large id", func() { q.Set(0, MaxID+1, Second) }, "id 16777216 of class 0"},
		{"unknown class", func() { q.Set(2, 0, Second) }, "out of range"},
		{"no class", func() { NewQueue(0) }, "NewQueue of 0 classes"},
		{"too many classes", func() { NewQueue(257) }, "NewQueue of 257 classes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				var text string
				switch r := recover().(type) {
				case string:
					text = r
				case error:
					text = r.Error()
				}
				if !strings.Contains(text, tt.want) {
					t.Errorf("panic %q, want one with %q", text, tt.want)
				}
			}()
			tt.do()
		})
	}
	if q.Len() != 0 || q.Now() != Millisecond {
		t.Errorf("after the panics Len, Now = %d, %v, want 0, 1ms", q.Len(), q.Now())
	}
}

func TestQueueWarmDoesNotAllocate(t *testing.T) {
	q := NewQueue(2)
	warm := func() {
		for i := range int32(200) {
			q.Set(Class(i%2), i, q.Now()+Time(i*7919%1000))
		}
		for range 100 {
			e, _ := q.Pop()
			q.Set(e.Class, e.ID, e.At+5)
			q.Clear(0, e.ID)
		}
		for q.Len() > 0 {
			q.Peek()
			q.Pop()
		}
	}
	warm()
	if n := testing.AllocsPerRun(10, warm); n != 0 {
		t.Errorf("%v allocations per run of a warm queue, want 0", n)
	}
}
