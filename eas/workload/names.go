package workload

var opNames = [...]string{
	OpRun: "run", OpRuntime: "runtime", OpSleep: "sleep", OpTimer: "timer", OpLock: "lock", OpUnlock: "unlock",
	OpWait: "wait", OpSignal: "signal", OpBroadcast: "broadcast", OpSync: "sync", OpBarrier: "barrier",
	OpYield: "yield", OpFork: "fork", OpSemPost: "post", OpSemWait: "take", OpSend: "send", OpRecv: "recv",
	OpMark: "mark", OpDue: "due",
}

// String returns the word that stands for the operation in the project's own
// workload files, without a unit.
func (k OpKind) String() string { return nameOf(opNames[:], int(k)) }

var policyNames = [...]string{
	Normal: "normal", Batch: "batch", Idle: "idle", FIFO: "fifo", RR: "rr", Deadline: "deadline",
}

// String returns the policy as it is written in workload files.
func (p Policy) String() string { return nameOf(policyNames[:], int(p)) }

var workNames = [...]string{WorkInt: "int", WorkFP: "fp", WorkMem: "mem", WorkStall: "stall"}

// String returns the kind of work as it is written in workload files.
func (k WorkKind) String() string { return nameOf(workNames[:], int(k)) }

var resourceNames = [...]string{
	ResMutex: "mutex", ResCond: "condition", ResTimer: "timer", ResBarrier: "barrier", ResSem: "semaphore",
	ResPipe: "pipe",
}

// String returns the kind of the resource in a word.
func (k ResourceKind) String() string { return nameOf(resourceNames[:], int(k)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "invalid"
}
