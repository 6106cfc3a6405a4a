package importer

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"easim/energy"
	"easim/energy/devicetree"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// Small inputs of every format, for one or two CPUs.
const (
	dumpText = `/sys/kernel/debug/energy_model/cpu0/cpus:0
/sys/kernel/debug/energy_model/cpu0/flags:0x1
/sys/kernel/debug/energy_model/cpu0/ps:500000/power:1000
/sys/kernel/debug/energy_model/cpu0/ps:500000/performance:512
/sys/kernel/debug/energy_model/cpu0/ps:1000000/power:3000
/sys/kernel/debug/energy_model/cpu0/ps:1000000/performance:1024
`
	logText = "[    1.8] cpu cpu0: EM: OPP:816000 is inefficient\n[    1.8] cpu cpu0: EM: created perf domain\n"
	lisaYML = "platform-info:\n    conf:\n        cpus-count: 1\n        freqs: {0: [500000]}\n" +
		"        freq-domains: [[0]]\n"
	lisaOld = "{ // a comment\n \"clusters\": {\"big\": [0],}, \"cpus_count\": 1 }"
	fbJSON  = `{"cpus": {"1": {"freqs": {"500000": {"active": {"power_mean": 50.5, "coremark_score": 10}}}}},
		"meta": {"cpu_count": 2}}`
	fbCSV   = "CPU,Frequency (kHz),CoreMarks (iter/s),CoreMarks/MHz,Power (mW)\r\n1,500000,10,1,50.5\r\n"
	wattson = "device,policy,freq_khz,static,active,idle0,idle1\nToy,0,500000,1.5,50.5,2,0\n"
)

func smallTree(t testing.TB) []byte {
	t.Helper()
	blob, err := os.ReadFile("testdata/small.dtb")
	if err != nil {
		t.Fatal(err)
	}
	return blob
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func archived(t testing.TB, name string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(data)), Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// input is one of every format.
type input struct {
	name   string
	data   []byte
	format Format
	cpus   int
	kind   string // of the first table
}

func inputs(t testing.TB) []input {
	source, err := os.ReadFile("testdata/small.dts")
	if err != nil {
		t.Fatal(err)
	}
	return []input{
		{"small.dtb", smallTree(t), DeviceTree, 2, "em"},
		{"small.dts", source, DeviceTreeSource, 2, "em"},
		{"dump.txt", []byte(dumpText), BoardDump, 1, "em"},
		{"dmesg", []byte(logText), BoardDump, 1, ""},
		{"dump.tar", archived(t, "sys/devices/system/cpu/cpu0/cpu_capacity", []byte("1024\n")), BoardArchive, 1, ""},
		{"plat_info.yml", []byte(lisaYML), LISAYAML, 1, ""},
		{"juno.json", []byte(lisaOld), LISAJSON, 1, ""},
		{"results.json", []byte(fbJSON), FreqbenchJSON, 2, "em"},
		{"results.csv", []byte(fbCSV), FreqbenchCSV, 2, "em"},
		{"cpu_1d.csv", []byte(wattson), WattsonCSV, 1, "eas1x"},
	}
}

// lent stands for dtc.
func lent(t testing.TB) Options {
	blob := smallTree(t)
	return Options{CompileTree: func([]byte) ([]byte, error) { return blob, nil }}
}

func TestEveryFormat(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		for _, packed := range []bool{false, true} {
			data := in.data
			if packed {
				data = zipped(data)
			}
			// Without its name, the contents must do.
			for _, name := range []string{in.name, "-"} {
				p, list, err := Import(name, Source{Data: data}, lent(t))
				if err != nil || p == nil {
					t.Errorf("%s (packed: %v, named %s): %v %v", in.name, packed, name, err, list)
					continue
				}
				kind := ""
				if len(p.Tables) > 0 {
					kind = p.Tables[0].Kind.String()
				}
				if len(p.CPUs) != in.cpus || kind != in.kind {
					t.Errorf("%s: %d CPUs and table %q, want %d and %q", in.name, len(p.CPUs), kind, in.cpus, in.kind)
				}
				if !strings.HasPrefix(p.Source, "imported from ") || !strings.Contains(p.Source, "sha256 ") {
					t.Errorf("%s: source %q", in.name, p.Source)
				}
			}
		}
		if got := Detect("", in.data); got != in.format {
			t.Errorf("%s is taken for a %s", in.name, got)
		}
	}
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	dir := fstest.MapFS{"sys/devices/system/cpu/cpu0/cpu_capacity": {Data: []byte("1024\n")}}
	p, list, err := Import("board", Source{Dir: dir}, Options{})
	if err != nil || p == nil || p.Source != "imported from board (dump of a running board)" {
		t.Errorf("%v %v %v", p, list, err)
	}
	if _, _, err := Import("empty", Source{Dir: fstest.MapFS{"a": {}}}, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("empty directory: %v", err)
	}
}

// TestRefused: what is no input says so, and what to do.
func TestRefused(t *testing.T) {
	t.Parallel()
	tree := smallTree(t)
	for _, c := range []struct {
		name string
		data []byte
		o    Options
		want string
	}{
		{"nothing", nil, Options{}, "unknown format"},
		{"text", []byte("hello\nworld\n"), Options{}, "want a device tree"},
		{"binary", []byte("\x7fELF\x00\x00"), Options{}, "unknown format"},
		{"JSON of another kind", []byte(`{"a": 1}`), Options{}, "unknown format"},
		{"CSV of another kind", []byte("a,b\n1,2\n"), Options{}, "unknown format"},
		{"platform.toml", []byte("format = 1\n[[cpu_type]]\n"), Options{}, "a platform file already"},
		{"source without dtc", []byte("/dts-v1/;\n/ {};\n"), Options{}, "install device-tree-compiler"},
		{"source with include", []byte("// x\n/dts-v1/;\n#include <a.dtsi>\n"), lent(t), "cpp -nostdinc"},
		{"source that reads a file", []byte("/dts-v1/;\n/include/\n \"/etc/passwd\"\n"), lent(t), "may not"},
		{"source that reads zeros", []byte("/dts-v1/;\n/ { x = /incbin/(\"/dev/zero\"); };\n"), lent(t), "may not"},
		{"huge source", append([]byte("/dts-v1/;\n"), bytes.Repeat([]byte{' '}, maxSource)...), lent(t), "larger than 4 MB"},
		{"source with a fault", []byte("/dts-v1/;\n"), Options{CompileTree: func([]byte) ([]byte, error) {
			return nil, errors.New("dtc: line:3.1-2 syntax error")
		}}, "line:3.1-2"},
		{"cut-off tree", tree[:len(tree)-1], Options{}, "at byte 4: the header says"},
		{"gzip in gzip", zipped(zipped([]byte(dumpText))), Options{}, "unknown format"},
		{"cut-off gzip", zipped([]byte(dumpText))[:20], Options{}, "gzip: unexpected EOF"},
		{"gzip of nothing", zipped(bytes.Repeat([]byte{' '}, MaxBytes+1)), Options{}, "larger than 32 MB when decompressed"},
		{"empty archive", archived(t, "etc/passwd", []byte("x")), Options{}, "no file in the archive"},
		{"broken JSON", []byte("{\"clusters\": {\n\"big\": [0\n"), Options{}, "line 3: the value does not end"},
		{"broken YAML", []byte("platform-info:\n  conf: [\n"), Options{}, "line"},
		{"broken results", []byte("{\"cpus\": {\"1\":\n {\"coremark_score\" 5}}"), Options{}, "line 2: invalid character"},
	} {
		p, list, err := Import(c.name, Source{Data: c.data}, c.o)
		if err == nil || p != nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "importer: "+c.name+": ") {
			t.Errorf("%s: %v %v, want %q", c.name, list, err, c.want)
		}
	}
	var syntax *jsontree.SyntaxError
	if _, _, err := Import("x", Source{Data: []byte("{\"clusters\": [}")}, Options{}); !errors.As(err, &syntax) {
		t.Errorf("the kind of error is lost: %v", err)
	}
	var format *devicetree.FormatError
	if _, _, err := Import("x", Source{Data: tree[:60]}, Options{}); !errors.As(err, &format) {
		t.Errorf("the kind of error is lost: %v", err)
	}
}

// TestReadsFiles: a path in a comment or in a line marker of the preprocessor is no
// inclusion.
func TestReadsFiles(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		"/ { };": false,
		"# 1 \"/usr/src/include/dt-bindings/x.h\" 1\n/* see scripts/dtc/include/ */": false,
		"cpus { /include/ \"costs.dtsi\" };":                                         true,
		"/include/\"a\"":                                                             true,
		"x = /incbin/ (\"a\");":                                                      true,
	} {
		if got := readsFiles([]byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}

// TestSourceThroughDTC compiles the source, if dtc is there, and gets the same.
func TestSourceThroughDTC(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("dtc"); err != nil {
		if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
			t.Fatal("dtc is missing: apt-get install device-tree-compiler")
		}
		t.Skip("dtc is missing")
	}
	o := Options{CompileTree: func(source []byte) ([]byte, error) {
		cmd := exec.Command("dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-")
		cmd.Stdin = bytes.NewReader(source)
		return cmd.Output()
	}}
	source, err := os.ReadFile("testdata/small.dts")
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := Import("x", Source{Data: source}, o)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Import("x", Source{Data: smallTree(t)}, o)
	if err != nil {
		t.Fatal(err)
	}
	a.Source, b.Source = "", ""
	if x, y := energy.Encode(a), energy.Encode(b); !bytes.Equal(x, y) {
		t.Errorf("from source\n%s\nfrom testdata/small.dtb\n%s", x, y)
	}
}

// TestComplete: a tree that knows everything makes a platform that runs.
func TestComplete(t *testing.T) {
	t.Parallel()
	p, list, err := Import(
		"small.dtb",
		Source{Data: smallTree(t)},
		Options{Options: draft.Options{Name: "small", BootCPU: "0x0"}},
	)
	if err != nil || len(list) > 0 {
		t.Fatalf("%v %v", list, err)
	}
	if faults := p.Validate(); len(faults) > 0 {
		t.Errorf("faults: %v", faults)
	}
	if m := p.DefaultMeter(); m == nil || m.Kind != energy.TableEAS1x {
		t.Errorf("the meter is %+v", m)
	}
	back, faults := energy.Decode("x", energy.Encode(p))
	if faults.HasErrors() || !bytes.Equal(energy.Encode(back), energy.Encode(p)) {
		t.Errorf("does not survive being written: %v", faults)
	}
}

func ExampleImport() {
	dump := []byte("/sys/kernel/debug/energy_model/cpu0/cpus:0,3-5\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:450000/power:42\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:850000/power:119\n" +
		"/sys/devices/system/cpu/cpu0/cpu_capacity:446\n")
	p, list, err := Import("juno.txt", Source{Data: dump}, Options{})
	t := p.Tables[0]
	fmt.Println(t.Unit, t.Domains[0].CPUs, t.Domains[0].Capacity, t.Domains[0].CoreBusy, err)
	for _, d := range list {
		if d.Code == "cpu-hole" {
			fmt.Println(d.Severity, d.Summary)
		}
	}
	// Output:
	// mW 0,3-5 [236 446] [42 119] <nil>
	// warning the dump says nothing of 2 of 6 CPUs; it knows CPUs 0,3-5
}

func check(t *testing.T, p *energy.Platform, list diag.List, err error) {
	t.Helper()
	if err != nil {
		return
	}
	if p == nil {
		if !list.HasErrors() {
			t.Fatal("no platform and no reason")
		}
		return
	}
	p.Validate()
	_, faults := energy.Decode("fuzz", energy.Encode(p))
	for _, d := range faults {
		if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
			t.Fatalf("%v\n%s", d, energy.Encode(p))
		}
	}
}

// FuzzImport: any bytes, in any format, packed or not.
func FuzzImport(f *testing.F) {
	for _, in := range inputs(f) {
		f.Add(in.data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o := Options{CompileTree: func(source []byte) ([]byte, error) { return source, nil }}
		p, list, err := Import("fuzz", Source{Data: data}, o)
		check(t, p, list, err)
		if len(data) < 1<<16 {
			p, list, err = Import("fuzz", Source{Data: zipped(data)}, o)
			check(t, p, list, err)
		}
	})
}
