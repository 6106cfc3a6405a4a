package sched

// SetOverutilized writes the tipping point (rd.overutilized).
func (k *Kernel) SetOverutilized(over bool) {
	if k.root.Overutilized == over {
		return
	}
	k.root.Overutilized = over
	var v int64
	if over {
		v = 1
	}
	k.decide(decideOverutilized, v, 0, 0)
	if k.trace.Overutilized != nil {
		k.trace.Overutilized(k.Now(), over)
	}
}
