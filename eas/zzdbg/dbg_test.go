package zzdbg
import ("testing";"fmt";"os";"context";"strings";"strconv"
"easim/eas";"easim/eas/des";"easim/eas/sched";"easim/energy")
func TestDbg(t *testing.T) {
	from, _ := strconv.ParseInt(os.Getenv("FROM"),10,64); to, _ := strconv.ParseInt(os.Getenv("TO"),10,64)
	names := map[sched.TaskID]string{}
	in := func(at des.Time) bool { return int64(at) >= from*1e6 && int64(at) <= to*1e6 }
	tr := sched.Tracer{
		TaskNew: func(at des.Time, t sched.TaskID, n string) { names[t]=n; if in(at) { fmt.Printf("%.3f new %s\n", float64(at)/1e6, n)}},
		TaskExit: func(at des.Time, t sched.TaskID) { if in(at) { fmt.Printf("%.3f exit %s\n", float64(at)/1e6, names[t])}},
		SchedMigrate: func(at des.Time, t sched.TaskID, a, b energy.CPUID, why sched.MigrateReason) { if in(at) { fmt.Printf("%.3f migrate %s %d->%d why %d\n", float64(at)/1e6, names[t], a, b, why)}},
		SchedWakeup: func(at des.Time, t sched.TaskID, c energy.CPUID, f bool) { if in(at) { fmt.Printf("%.3f wake %s on %d fresh %v\n", float64(at)/1e6, names[t], c, f)}},
		NohzKick: func(at des.Time, c, i energy.CPUID) { if in(at) && os.Getenv("KICK")!="" { fmt.Printf("%.3f kick by %d ilb %d\n", float64(at)/1e6, c, i)}},
		Balance: func(at des.Time, c energy.CPUID, l int, i sched.IdleType) { if in(at) && os.Getenv("BAL")!="" && (c==1||c==2) { fmt.Printf("%.3f balance cpu%d level %d idle %d\n", float64(at)/1e6, c, l, i)}},
		ActiveBalance: func(at des.Time, s, d energy.CPUID, t sched.TaskID) { if in(at) { fmt.Printf("%.3f active %d->%d %v\n", float64(at)/1e6, s, d, names[t])}},
		Overutilized: func(at des.Time, o bool) { if in(at) { fmt.Printf("%.3f overutilized %v\n", float64(at)/1e6, o)}},
	}
	s := eas.Scenario{Workload: os.Getenv("WL"), Profile: os.Getenv("PROF"), Seed: 1}
	l := eas.Layer{}
	if f := os.Getenv("FEAT"); f != "" { l.Features = []string{f} }
	for _, kv := range strings.Fields(os.Getenv("SET")) { k, v, _ := strings.Cut(kv, "="); l.Params = append(l.Params, eas.Setting{Key: k, Value: v}) }
	s.Layers = []eas.Layer{l}
	if _, err := eas.Run(context.Background(), s, tr); err != nil { t.Fatal(err) }
}
