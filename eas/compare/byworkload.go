package compare

// ByWorkload returns the comparison of each workload by itself, in order, without
// warnings: those are of the whole. With one workload that is the comparison as it
// stands.
func (c *Comparison) ByWorkload() []*Comparison {
	if len(c.Workloads) < 2 {
		return []*Comparison{c}
	}
	var out []*Comparison
	for _, name := range c.Workloads {
		part := &Comparison{
			Format: c.Format, Version: c.Version, Workloads: []string{name}, Adjustment: c.Adjustment,
			Variants:    having(c.Variants, name, func(v *VariantResult) string { return v.Workload }),
			Comparisons: having(c.Comparisons, name, func(k *Change) string { return k.Workload }),
			Conclusions: having(c.Conclusions, name, func(k *Conclusion) string { return k.Workload }),
			Limits:      having(c.Limits, name, func(l *LimitResult) string { return l.Workload }),
			Warnings:    []string{},
		}
		out = append(out, part)
	}
	return out
}

func having[T any](list []T, name string, of func(*T) string) []T {
	out := []T{}
	for i := range list {
		if of(&list[i]) == name {
			out = append(out, list[i])
		}
	}
	return out
}
