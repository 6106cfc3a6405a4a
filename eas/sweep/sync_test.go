package sweep

import (
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// syncs records, on the clock of a bubble, when bytes were written and when a sync
// took them.
type syncs struct {
	t     *testing.T
	s     *store
	begin time.Time

	mu    sync.Mutex
	waits []time.Duration // instants of writing, of the lines that no sync has taken
	worst time.Duration   // longest wait
	calls int
}

func newSyncs(t *testing.T, toDisk func(call int)) *syncs {
	t.Helper()
	s, _, err := openStore(t.TempDir(), plan(t, killed(t)), false)
	if err != nil {
		t.Fatal(err)
	}
	y := &syncs{t: t, s: s, begin: time.Now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.toDisk = func(*os.File) error {
		toDisk(y.taken())
		return nil
	}
	return y
}

// taken notes that a sync begins, and returns the number of syncs so far.
func (y *syncs) taken() int {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.calls++
	now := time.Since(y.begin)
	for _, w := range y.waits {
		y.worst = max(y.worst, now-w)
	}
	y.waits = nil
	return y.calls
}

// add writes a line.
func (y *syncs) add(n int) {
	y.mu.Lock()
	y.waits = append(y.waits, time.Since(y.begin))
	y.mu.Unlock()
	if err := y.s.add(n, []byte("{}\n")); err != nil {
		y.t.Fatal(err)
	}
}

// TestSyncTimer: whether runs end soon after one another or late, and though a sync
// takes its time, no line waits for more than 100 ms.
func TestSyncTimer(t *testing.T) {
	for _, slow := range []time.Duration{0, 30 * time.Millisecond, 70 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			y := newSyncs(t, func(int) { time.Sleep(slow) })
			rng := rand.New(rand.NewPCG(1, 2))
			for n := range 200 {
				gap := 20 * time.Millisecond
				if n%10 == 0 {
					gap = time.Second // the last line before it has no other behind it
				}
				time.Sleep(time.Duration(rng.Int64N(int64(gap))))
				y.add(n)
			}
			time.Sleep(time.Second)
			y.mu.Lock()
			if len(y.waits) > 0 || y.worst > 100*time.Millisecond || y.worst == 0 {
				t.Errorf("sync of %s: %d lines were never synced, one waited %s", slow, len(y.waits), y.worst)
			}
			y.mu.Unlock()
			if err := y.s.close(false); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSyncLate: while the timer hangs, the writers sync.
func TestSyncLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newSyncs(t, func(call int) {
			if call == 1 {
				time.Sleep(10 * time.Second)
			}
		})
		for n := range 200 {
			time.Sleep(20 * time.Millisecond)
			y.add(n)
		}
		y.mu.Lock()
		if y.worst > 100*time.Millisecond || y.calls < 200*20/100 {
			t.Errorf("%d syncs, a line waited %s", y.calls, y.worst)
		}
		y.mu.Unlock()
		if err := y.s.close(false); err != nil {
			t.Error(err)
		}
	})
}

// TestSyncIdle: nothing is synced that was not written.
func TestSyncIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newSyncs(t, func(int) {})
		y.add(0)
		time.Sleep(time.Hour)
		if err := y.s.close(false); err != nil || y.calls != 1 {
			t.Errorf("%d syncs for one line, %v", y.calls, err)
		}
	})
}
