package sweep
import ("testing";"os")
func TestZZ(t *testing.T) {
	os.Setenv("EASIM_SLOW","1")
	for i:=0;i<4;i++ { t.Run("b", TestBusy) }
}
