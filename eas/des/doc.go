// Package des is the event core of the simulator: virtual time, the queue of
// coming events, and named streams of random numbers. It knows no scheduler
// and imports nothing but the standard library.
//
// # The law
//
// Same scenario, same seed, same version: the same sequence of events and the
// same bytes out, on every machine. Here that rests on three things. Only
// [Queue.Pop] moves the clock. The order of events is total and holds no
// trace of how they came into the queue. Random numbers come from [Stream],
// keyed by seed and name, never from the order in which consumers were made.
//
// # Events have sources
//
// The usual event list holds events: one is filed, and when the world changes
// before it falls due it is marked stale and skipped later. A scheduler changes
// its mind all the time (each wake-up, frequency step or preemption moves the
// end of a burst), so such a list fills with dead entries, and equal times need
// a sequence number, which lets the history of insertions decide ties.
//
// Queue holds sources instead. A source is a class and an id: the tick of CPU
// 3, the end of the burst on CPU 1, the release timer of task 17. A source has
// at most one pending event, as a kernel timer has: Set arms or moves it, Clear
// disarms it. Each is one walk through an indexed heap.
//
//   - No stale event exists, so no generation counter and no skipping.
//   - The key (time, class, id) is already total: no sequence number.
//   - The size of the queue is the number of armed sources, known beforehand,
//     so a warm queue allocates nothing.
//
// The cost is that whoever needs two pending events at once needs two sources.
//
// The order of classes at one instant is part of the model that uses the
// queue; it is defined and argued there.
//
// # Sources
//
// Indexed d-ary heaps: D. B. Johnson, "Priority queues with update and finding
// minimum spanning trees", Information Processing Letters 4 (1975). One pending
// event per source: hrtimer_start, hrtimer_cancel (kernel/time/hrtimer.c).
// Random streams by name: the substreams of ns-3 (RngSeedManager).
package des
