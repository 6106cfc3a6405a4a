package balance

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

func TestDbg(t *testing.T) {
	id, _ := strconv.Atoi(os.Getenv("ROW"))
	lo, _ := strconv.ParseInt(os.Getenv("LO"), 10, 64)
	hi, _ := strconv.ParseInt(os.Getenv("HI"), 10, 64)
	specs := readBoards(t)
	for line := range gzipLines(t, "eas1/trace44.jsonl.gz") {
		var row traceRow
		json.Unmarshal(line, &row)
		if row.ID != id {
			continue
		}
		var r *traceRun
		r = newTraceRun(t, specs[row.Platform], &row, func(cfg *sched.Config) {
			if os.Getenv("PERF") != "" {
				performancePatches(t)(cfg)
			}
			cfg.Tracer.Balance = func(at des.Time, cpu energy.CPUID, level int, idle sched.IdleType) {
				n := int64(at - traceStart)
				if n < lo || n > hi {
					return
				}
				v := r.k.View()
				b := &board{k: r.k}
				c := v.CPU(cpu)
				sd := &c.SD[level]
				e := &sched.LBEnv{Dst: c, SD: sd, Idle: idle, CPUs: energy.CPURange(0, energy.CPUID(v.NrCPUs()-1)), NewDst: -1}
				fmt.Printf("%d cpu%d %s idle %d should %v over %v\n", n, cpu, sd.Name, idle, NewLoadBalance().ShouldBalance(v, e), v.Root().Overutilized)
				_ = b
				s := newDomainStats(v, e)
				s.collect()
				fmt.Printf("  local %+v\n  busiest %v %+v avg %d\n", s.local, s.busiestGroup, s.busiest, s.avgLoad)
				NewLoadBalance().FindBusiest(v, e)
				fmt.Printf("  src %v imb %d over %v %v failed %d int %d last %d next %d\n", e.Src != nil, e.Imbalance, e.SetOverutilized, e.Overutilized, sd.NrBalanceFailed, sd.BalanceInterval, sd.LastBalance, c.RQ.NextBalance)
				if e.Src != nil {
					fmt.Printf("  src %d nr %d:", e.Src.ID, e.Src.RQ.NrRunning)
					for t := e.Src.RQ.CFS.Tasks.First(); t != nil; t = e.Src.RQ.CFS.Tasks.After(t) {
						fmt.Printf(" %d(load %d util %d since %d curr %v)", t.ID, t.Load(), t.Util(), int64(v.Now()-t.SE.ExecStart), e.Src.Curr == t)
					}
					fmt.Println()
				}
			}
		})
		r.run(t)
	}
}
