package sweep
import ("testing";"time";"fmt";"os")
func TestZZ(t *testing.T) {
	os.Setenv("EASIM_SLOW","1")
	for i:=0;i<4;i++ { zzm.Store(0); zza.Store(0); t.Run("b", TestBusy); fmt.Println("marshal", time.Duration(zzm.Load()), "add", time.Duration(zza.Load())) }
	dir := t.TempDir()
	m := Matrix{Axes: axesOf(t, "busy_factor=1..100", "sched_nr_migrate=1..500", "feat=LB_MIN,none"), Seeds: []uint64{1}}
	_ = m
	d := fake(t, m, func(p Point, seed uint64) map[string]any { c:=p.Coordinates(); return metricsOf(float64(c[0])+2*float64(c[1]), "mJ", float64(c[0]*7%13)) })
	_ = dir
	summary(t, d, SummaryOptions{})
	b:=time.Now(); summary(t, d, SummaryOptions{}); fmt.Println(time.Since(b))
	b=time.Now(); summary(t, d, SummaryOptions{AllPoints:true}); fmt.Println(time.Since(b))
}
