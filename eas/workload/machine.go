package workload

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// machine is what a Player asks of the kernel. *sched.Kernel is one; the tests
// have another whose CPUs are infinitely fast.
type machine interface {
	Now() des.Time
	CPU(id energy.CPUID) *sched.CPU
	Spawn(attr sched.TaskAttr) *sched.Task
	Fork(parent *sched.Task, attr sched.TaskAttr) *sched.Task
	Wake(t *sched.Task, sync bool)
	SetNice(t *sched.Task, nice int)
	SetAffinity(t *sched.Task, cpus energy.CPUSet)
	SetPolicy(t *sched.Task, policy sched.Policy, nice, priority int)
	SetFreqLimits(domain int, minKHz, maxKHz energy.KHz)
	SetFeatures(f sched.Features)
	Features() sched.Features
	SetFeederTimer(at des.Time)
	Fail(err error)
}
