package workload

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
)

// shuffled makes the machine pick any runnable thread.
func (f *fake) shuffled(seed uint64) *fake {
	f.order = rand.New(rand.NewPCG(seed, 1)).IntN
	return f
}

// spy calls look after every step.
func (f *fake) spy(end des.Time, look func()) {
	inner := f.order
	if inner == nil {
		inner = func(int) int { return 0 }
	}
	f.order = func(n int) int {
		look()
		return inner(n)
	}
	f.run(end)
}

// A signal that nobody waits for is lost; one that somebody waits for is not.
func TestConditionsHaveNoMemory(t *testing.T) {
	t.Parallel()
	src := func(waiterDelay string) string {
		return `
format = 1
name = "x"
conditions = ["c"]
[[task]]
name = "waiter"
delay_us = ` + waiterDelay + `
loop = 1
ops = [{ wait = "c" }, { mark = 1 }]
[[task]]
name = "signaller"
loop = 1
ops = [{ sleep_us = 1000 }, { signal = "c" }]
`
	}
	early := newFake(t, decode(t, src("500")), PlayerConfig{})
	early.run(des.Second)
	if !early.p.Done() || len(early.p.Marks()) != 1 {
		t.Error("the waiter was not woken")
	}
	late := newFake(t, decode(t, src("1500")), PlayerConfig{})
	late.run(des.Second)
	if late.p.Done() || len(late.p.Marks()) != 0 {
		t.Error("a signal was remembered")
	}
}

// An event remembers for each thread that it was signalled, once.
func TestEventsHaveMemory(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
events = ["e"]
[[task]]
name = "early"
loop = 1
ops = [
  { wait = "e" }, { mark = 1 }, { sleep_us = 3000 },
  { wait = "e" }, { mark = 2 }, { wait = "e" }, { mark = 3 },
]
[[task]]
name = "busy"
delay_us = 5000
loop = 1
ops = [{ wait = "e" }, { mark = 4 }, { due_us = 2500 }]
[[task]]
name = "signaller"
loop = 1
ops = [
  { sleep_us = 1000 }, { broadcast = "e" }, { sleep_us = 1000 }, { broadcast = "e" }, { broadcast = "e" },
  { sleep_us = 8000 }, { signal = "e" }, { fork = "child" },
]
[[task]]
name = "child"
instances = 0
loop = 1
ops = [{ wait = "e" }, { mark = 5 }]
`)
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Second)
	// early hears 1 ms, the two of 2 ms as one when it comes back at 4 ms, and the
	// last at 10 ms; busy hears the first three as one, 3 ms late; the child, made
	// after the last, hears none.
	want := []Mark{{1, ms}, {2, 4 * ms}, {4, 5 * ms}, {3, 10 * ms}}
	got := f.p.Marks()
	if len(got) != len(want) || f.p.Done() {
		t.Fatalf("marks %v, want %v; done %v", got, want, f.p.Done())
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("mark %d is %v, want %v", i, got[i], want[i])
		}
	}
	if s := f.stat("busy"); s.Missed != 1 {
		t.Errorf("busy missed %d: it was released at 2 ms and due 2.5 ms later", s.Missed)
	}
}

func TestSignalWakesOneBroadcastAll(t *testing.T) {
	t.Parallel()
	for op, want := range map[string]int{"signal": 1, "broadcast": 5} {
		w := decode(t, `
format = 1
name = "x"
mutexes = ["m"]
conditions = ["c"]
[[task]]
name = "waiter"
instances = 5
loop = 1
ops = [{ lock = "m" }, { wait = "c", mutex = "m" }, { mark = 1 }, { sleep_us = 100 }, { unlock = "m" }]
[[task]]
name = "signaller"
loop = 1
ops = [{ sleep_us = 1000 }, { `+op+` = "c" }]
`)
		f := newFake(t, w, PlayerConfig{})
		f.run(des.Second)
		marks := f.p.Marks()
		if len(marks) != want {
			t.Fatalf("%s woke %d", op, len(marks))
		}
		// Each woken thread takes the mutex again before it goes on, and holds
		// it for 100 us.
		for i, m := range marks {
			if m.AtNS != ms+int64(i)*100_000 {
				t.Errorf("%s: waiter %d went on at %v", op, i, des.Time(m.AtNS))
			}
		}
	}
}

// sync is a ping-pong: each thread signals the other and waits.
func TestSyncPingPong(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
mutexes = ["m"]
conditions = ["c"]
[[task]]
name = "a"
ops = [{ lock = "m" }, { sync = "c", mutex = "m" }, { unlock = "m" }, { sleep_us = 10 }]
[[task]]
name = "b"
ops = [{ lock = "m" }, { sync = "c", mutex = "m" }, { unlock = "m" }, { sleep_us = 10 }]
`)
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Time(10 * ms))
	a, b := f.stat("a").Activations, f.stat("b").Activations
	if a < 300 || b < 300 || a-b > 1 || b-a > 1 {
		t.Errorf("%d and %d rounds", a, b)
	}
}

func TestUnlockDoesNotHandOver(t *testing.T) {
	t.Parallel()
	// holder unlocks and locks again in the same instant: it is faster than the
	// waiter it woke.
	w := decode(t, `
format = 1
name = "x"
mutexes = ["m"]
[[task]]
name = "holder"
loop = 1
  [[task.phase]]
  loop = 3
  ops = [{ lock = "m" }, { sleep_us = 1000 }, { mark = 1 }, { unlock = "m" }]
[[task]]
name = "waiter"
loop = 1
ops = [{ sleep_us = 100 }, { lock = "m" }, { mark = 2 }, { unlock = "m" }]
`)
	f := newFake(t, w, PlayerConfig{})
	f.order = func(int) int { // the holder first, whenever it can run
		for i, task := range f.ready {
			if task.Name == "holder" {
				return i
			}
		}
		return 0
	}
	f.run(des.Second)
	var got []string
	for _, m := range f.p.Marks() {
		got = append(got, strconv.Itoa(m.N)+"@"+strconv.Itoa(int(m.AtNS/ms)))
	}
	if s := strings.Join(got, " "); s != "1@1 1@2 1@3 2@3" || !f.p.Done() {
		t.Errorf("marks %s, want the waiter last", s)
	}
}

// Whatever the order of the threads, a mutex has one holder, a semaphore never
// lets more through than were posted, a pipe neither loses nor invents a message,
// a barrier lets nobody pass before all are there; and nobody is forgotten.
func TestSharingProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		threads := rapid.IntRange(1, 6).Draw(rt, "threads")
		loops := rapid.IntRange(1, 20).Draw(rt, "loops")
		capacity := rapid.IntRange(1, 5).Draw(rt, "capacity")
		batch := rapid.IntRange(0, capacity).Draw(rt, "batch")
		seed := rapid.Uint64().Draw(rt, "seed")
		w := sharingWorkload(threads, loops, capacity, batch)
		f := newFake(t, w, PlayerConfig{}).shuffled(seed)
		f.spy(des.Time(3600*1e9), func() {
			if n := f.p.res[resPipe].count; n < 0 || n > capacity {
				rt.Fatalf("%d messages in a pipe of %d", n, capacity)
			}
			if n := f.p.res[resSem].count; n < 0 {
				rt.Fatalf("semaphore at %d", n)
			}
		})
		if !f.p.Done() {
			rt.Fatalf("threads are stuck: %+v", f.p.Threads())
		}
		inside, entered, passed := 0, 0, 0
		for _, m := range f.p.Marks() {
			switch m.N {
			case markIn:
				inside++
				entered++
			case markOut:
				inside--
			case markBarrier:
				if round := 1 + passed/(2*threads); entered < round*3*2*threads {
					rt.Fatalf("barrier %d opened after %d of %d sections", round, entered, round*3*2*threads)
				}
				passed++
			}
			if inside < 0 || inside > 1 {
				rt.Fatalf("%d threads hold the mutex", inside)
			}
		}
		if f.p.res[resPipe].count != 0 || f.p.res[resSem].count != 0 {
			rt.Fatalf("left over: %d messages, %d posts", f.p.res[resPipe].count, f.p.res[resSem].count)
		}
	})
}

const (
	resMutex = iota
	resSem
	resPipe
	resBarrier

	markIn = iota
	markOut
	markBarrier
)

// sharingWorkload has equal numbers of senders and receivers; each also passes a
// critical section, and all meet at a barrier at the end of each loop.
func sharingWorkload(threads, loops, capacity, batch int) *Workload {
	section := []Op{
		opOn(OpLock, resMutex), opN(OpMark, markIn), opSleep(1000), opN(OpMark, markOut), opOn(OpUnlock, resMutex),
	}
	give := append([]Op{opOn(OpSend, resPipe), opOn(OpSemPost, resSem)}, section...)
	take := append([]Op{opOn(OpRecv, resPipe), opOn(OpSemWait, resSem)}, section...)
	end := []Op{opOn(OpBarrier, resBarrier), opN(OpMark, markBarrier)}
	return &Workload{
		Resources: []Resource{
			{Name: "m", Kind: ResMutex},
			{Name: "s", Kind: ResSem},
			{Name: "p", Kind: ResPipe, N: capacity, Batch: batch},
			{Name: "b", Kind: ResBarrier, N: 2 * threads},
		},
		Tasks: []TaskSpec{
			{Name: "giver", Instances: threads, Loop: int64(loops), Phases: []Phase{{Loop: 3, Ops: give}, {Loop: 1, Ops: end}}},
			{Name: "taker", Instances: threads, Loop: int64(loops), Phases: []Phase{{Loop: 3, Ops: take}, {Loop: 1, Ops: end}}},
		},
	}
}

func TestBarrierOpensForAllAtOnce(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
[[barrier]]
name = "b"
users = 3
[[task]]
name = "a"
delay_us = 100
loop = 2
ops = [{ barrier = "b" }, { mark = 1 }, { sleep_us = 1000 }]
[[task]]
name = "c"
instances = 2
loop = 2
ops = [{ barrier = "b" }, { mark = 1 }, { sleep_us = 3000 }]
`)
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Second)
	want := []int64{100_000, 100_000, 100_000, 3_100_000, 3_100_000, 3_100_000}
	if len(f.p.Marks()) != len(want) {
		t.Fatalf("marks %v", f.p.Marks())
	}
	for i, m := range f.p.Marks() {
		if m.AtNS != want[i] {
			t.Errorf("mark %d at %d, want %d", i, m.AtNS, want[i])
		}
	}
}

// A full pipe blocks its sender; with a batch the reader wakes it only when
// there is room for so many messages.
func TestPipeBlocksAndBatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ batch, wakesAt int64 }{{1, 1}, {3, 3}, {4, 4}} {
		w := decode(t, `
format = 1
name = "x"
[[pipe]]
name = "p"
capacity = 4
batch = `+strconv.Itoa(int(c.batch))+`
[[task]]
name = "sender"
loop = 1
  [[task.phase]]
  loop = 5
  ops = [{ send = "p" }]
  [[task.phase]]
  ops = [{ mark = 1 }]
[[task]]
name = "receiver"
loop = 1
  [[task.phase]]
  loop = 5
  ops = [{ sleep_us = 1000 }, { recv = "p" }]
`)
		f := newFake(t, w, PlayerConfig{})
		f.run(des.Second)
		if marks := f.p.Marks(); len(marks) != 1 || marks[0].AtNS != c.wakesAt*ms || !f.p.Done() {
			t.Errorf("batch %d: the fifth message went in at %v, want after %d receives", c.batch, marks, c.wakesAt)
		}
	}
}

// Once warm, the player allocates nothing.
func TestNoAllocationPerOperation(t *testing.T) {
	w, err := Build("video-1080p", Env{NCPU: 6})
	if err != nil {
		t.Fatal(err)
	}
	f := newFake(t, w, PlayerConfig{NCPU: 6})
	f.run(des.Second)
	end := f.now
	allocs := testing.AllocsPerRun(20, func() {
		end += 100 * des.Millisecond
		f.run(end)
	})
	if allocs != 0 {
		t.Errorf("%v allocations in 100 ms, about 1000 operations", allocs)
	}
}
