package cpuidle
import ("testing";"math/rand")
func BenchmarkZZTypical(b *testing.B){
 r:=rand.New(rand.NewSource(1))
 hs:=make([]history,1024)
 for i:=range hs{ for range 8 { hs[i].add(uint32(r.Intn(20000)))}}
 b.ResetTimer()
 var s int64
 for i:=0;i<b.N;i++{ s+=hs[i&1023].typical()}
 _ = s
}
func BenchmarkZZAdd(b *testing.B){
 r:=rand.New(rand.NewSource(1))
 var v [1024]uint32
 for i:=range v{ v[i]=uint32(r.Intn(20000))}
 var h history
 for i:=0;i<b.N;i++{ h.add(v[i&1023])}
}
