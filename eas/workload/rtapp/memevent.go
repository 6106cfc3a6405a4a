package rtapp

import "easim/eas/workload"

// The cost of memory and I/O events. rt-app says how many bytes, not how long,
// so these are assumptions, of the order of a Cortex-A57 or A72 with LPDDR3 or
// DDR3 and Linux on it; each use of one is a warning on the result. They count
// at the calibration rate, as the time of a "run" does.
const (
	// memNSPerKiB is the cost of streaming 1024 bytes to or from memory,
	// 8 GB/s: what one such core reaches with memset.
	memNSPerKiB = 128

	// ioCallNS is the cost of one write() call, entry and exit and the file
	// layer, without the data.
	ioCallNS = 1000

	// ioNSPerKiB is the cost of copying 1024 written bytes into the page
	// cache, 4 GB/s: each is read and written once. /dev/null copies nothing.
	// The device itself is not modelled: nothing ever waits for it.
	ioNSPerKiB = 256

	// lineBytes is the size of a cache line.
	lineBytes = 64

	// overlap is how many independent accesses are under way at once.
	overlap = 4
)

// latencies holds the time of one dependent access by the size of the buffer:
// first-level cache, second-level cache, memory.
var latencies = [...]struct {
	bytes int64 // the buffer is at most so large
	ns    int64
	work  workload.WorkKind
}{
	{32 << 10, 2, workload.WorkMem},
	{1 << 20, 10, workload.WorkMem},
	{maxInt, 100, workload.WorkStall}, // memory is no faster at a higher OPP
}

// Values of a memrun object.
var (
	memrunTypes    = [...]string{"read", "write", "chase"}
	memrunPatterns = [...]string{"sequential", "random"}
)

const memrunChase, memrunRandom = 2, 1

// region is what the memrun events of one ref have to agree on.
type region struct{ size, stride, pattern int64 }

// mem converts "mem" (memset over the task's buffer) and "iorun" (write() of
// pieces of at most that buffer to the I/O device). The values are bytes.
func (r *reader) mem(ops []workload.Op, p place, e eventDef) []workload.Op {
	bytes, ok := r.integer(p, &e.m.value, quote(e.m.key), 0, maxInt)
	if !ok {
		return ops
	}
	if e.kind == evMem {
		r.note(p, "mem", "rt-app says how many bytes, not how long",
			"memory events cost %d ns per KiB of memory-bound work, an assumption", memNSPerKiB)
		o := op(workload.OpRun, bytes*memNSPerKiB/1024)
		o.Work = workload.WorkMem
		return append(ops, o)
	}
	r.note(p, "iorun", "the device itself is never waited for",
		"I/O events cost %d ns per write() and, unless to /dev/null, %d ns per KiB, an assumption", ioCallNS, ioNSPerKiB)
	calls := (bytes + r.global.memBuffer - 1) / r.global.memBuffer
	ns := calls * ioCallNS
	if !r.global.nullDevice {
		ns += bytes * ioNSPerKiB / 1024
	}
	return append(ops, op(workload.OpRun, ns))
}

// memrun converts a memrun event: count accesses, stride bytes apart or at
// random, in a buffer of size bytes. A chase finds each address in the access
// before and so waits for it; other accesses overlap.
func (r *reader) memrun(ops []workload.Op, t *taskDef, ph *phaseDef, e eventDef) []workload.Op {
	const example = `{"type": "read", "size": 1048576, "count": 1000}`
	p, n := ph.place(e), &e.m.value
	if n.kind == kindBroken {
		return ops
	}
	if n.kind != kindObject {
		r.errorf(p, "type", "write an object such as "+example, "%s wants an object, not %s", quote(e.m.key), n.describe())
		return ops
	}
	in := &scope{up: ph.in, key: e.m.key}
	r.keys(keySet{in: in, of: "a memrun", props: memrunKeys[:]}, n)
	for _, key := range [...]string{"type", "count"} {
		if n.find(key) == nil {
			r.errorf(p, "missing", "write an object such as "+example, "memrun without %s", quote(key))
		}
	}
	kind := r.choice(in, n, "type", memrunTypes[:], 0)
	count := r.intProp(in, n, "count", 0, 0, maxInt)
	g := region{
		size:    r.intProp(in, n, "size", r.global.memBuffer, 1, maxInt),
		stride:  r.intProp(in, n, "stride", lineBytes, 1, maxInt),
		pattern: int64(r.choice(in, n, "pattern", memrunPatterns[:], 0)),
	}
	r.shareRegion(p, r.textProp(in, n, "ref", ""), g)
	r.note(p, "memrun", "rt-app says how many accesses, not how long",
		"memrun costs %d ns per KiB in sequence and %d, %d or %d ns a dependent access, an assumption",
		memNSPerKiB, latencies[0].ns, latencies[1].ns, latencies[2].ns)
	o := op(workload.OpRun, 0)
	o.NS, o.Work = accessCost(kind, count, g)
	return append(ops, o)
}

// accessCost returns the time of count accesses in ns, and the kind of work.
func accessCost(kind int, count int64, g region) (int64, workload.WorkKind) {
	if kind != memrunChase && g.pattern != memrunRandom {
		return count * min(g.stride, lineBytes) * memNSPerKiB / 1024, workload.WorkMem
	}
	i := 0
	for g.size > latencies[i].bytes {
		i++
	}
	ns := count * latencies[i].ns
	if kind != memrunChase {
		ns /= overlap
	}
	return ns, latencies[i].work
}

// shareRegion checks that all events with the same ref mean the same buffer.
func (r *reader) shareRegion(p place, ref string, g region) {
	if ref == "" {
		return
	}
	first, ok := r.regions[ref]
	if !ok {
		r.regions[ref] = g
		return
	}
	if first != g {
		r.errorf(p, "memrun", "use another ref, or the same values",
			"memrun differs from an earlier one with the ref %s in size, stride or pattern", quote(ref))
	}
}
