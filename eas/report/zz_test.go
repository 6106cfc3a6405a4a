package report
import ("testing";"fmt";"easim/platforms";"easim/energy/fit")
func TestZ(t *testing.T){
 p,_:=platforms.Load("hikey960")
 s,_:=fit.FromTable(p,p.Table("measured"))
 for _,o:=range []fit.Options{{Monotone:true},{Model:fit.Formula}} {
 r,_:=fit.Fit(s,o)
 fmt.Println(string(Fit(r,Style{})))
 fmt.Println(string(FitCSV(r)))
 }
}
