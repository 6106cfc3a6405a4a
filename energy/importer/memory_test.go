package importer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hostile are inputs made to be large in memory or slow to read.
func hostile(t *testing.T) map[string][]byte {
	return map[string][]byte{
		"tree of nodes":      treeOf(4<<20, "\x00\x00\x00\x01a\x00\x00\x00\x00\x00\x00\x02"),
		"tree of properties": treeOf(15<<20, "\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00"),
		"tree of depth":      treeOf(1<<20, "\x00\x00\x00\x01a\x00\x00\x00"),
		"text of lines":      bytes.Repeat([]byte("/a/cpu0/cpu_capacity:1\n"), MaxBytes/23),
		"text of many files": manyFiles(400_000),
		"text of one line":   append([]byte("/a/cpu0/cpu_capacity:"), bytes.Repeat([]byte{'1'}, MaxBytes-100)...),
		"log":                bytes.Repeat([]byte("cpu cpu0: EM: OPP:1 is inefficient\n"), MaxBytes/40),
		"JSON of numbers":    append([]byte(`{"clusters": {"a": [`), bytes.Repeat([]byte("0,"), 4_000_000)...),
		"JSON of depth":      append([]byte(`{"clusters": `), bytes.Repeat([]byte("["), 4_000_000)...),
		"YAML of lists":      append([]byte("conf:\n cpus-count: 1\n x: "), bytes.Repeat([]byte("["), 1_000_000)...),
		"YAML of keys":       append([]byte("conf:\n cpus-count: 1\n"), bytes.Repeat([]byte(" a: 1\n"), 150_000)...),
		"YAML of values":     append([]byte("conf:\n cpus-count: 1\n x: ["), bytes.Repeat([]byte("1,"), 500_000)...),
		"YAML at its limit": []byte(
			"conf:\n cpus-count: 1\n" + strings.Repeat(" a: 1\n", 11_900) + " x: [" + strings.Repeat("1,", 30_000) + "1]\n",
		),
		"CSV of rows":      append([]byte(wattson), bytes.Repeat([]byte("Toy,0,1,1,1,1,1\n"), 500_000)...),
		"CSV of cells":     append([]byte(wattson), bytes.Repeat([]byte(","), 8_000_000)...),
		"CSV of quotes":    append([]byte(wattson), bytes.Repeat([]byte("\"\n"), 4_000_000)...),
		"gzip of blanks":   zipped(bytes.Repeat([]byte{' '}, MaxBytes)),
		"gzip of lines":    zipped(bytes.Repeat([]byte("/a/cpu0/cpu_capacity:1\n"), MaxBytes/23)),
		"blanks":           bytes.Repeat([]byte{' '}, MaxBytes),
		"archive of files": archiveOf(t, 30_000),
	}
}

// treeOf is a blob whose structure repeats one pattern inside a root.
func treeOf(size int, pattern string) []byte {
	structs := []byte("\x00\x00\x00\x01\x00\x00\x00\x00")
	structs = append(structs, bytes.Repeat([]byte(pattern), size/len(pattern))...)
	structs = append(structs, "\x00\x00\x00\x02\x00\x00\x00\x09"...)
	out := make([]byte, 40, 40+len(structs)+2)
	total := int64(40 + len(structs) + 2)
	size64 := int64(len(structs))
	for i, v := range []int64{0xd00dfeed, total, 40, 40 + size64, 40, 17, 16, 0, 2, size64} {
		binary.BigEndian.PutUint32(out[4*i:], uint32(v))
	}
	return append(append(out, structs...), "a\x00"...)
}

func manyFiles(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "/energy_model/cpu%d/ps:%d/power:1\n", i%512, i+1)
	}
	return b.Bytes()
}

func archiveOf(t *testing.T, n int) []byte {
	t.Helper()
	one := archived(t, "cpu0/cpu_capacity", []byte("1\n"))[:1024]
	return append(bytes.Repeat(one, n), make([]byte, 1024)...)
}

// TestMemory imports each hostile input in a process of its own and asks the
// system how large that has become: the input, the program and the tests' own
// buffers included.
func TestMemory(t *testing.T) {
	if name := os.Getenv("EASIM_TEST_HOSTILE"); name != "" {
		child(t, name)
		return
	}
	if runtime.GOOS != "linux" || raced {
		t.Skip("asks /proc, and measures a program without the race detector")
	}
	for name, data := range hostile(t) {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestMemory$", "-test.v")
		cmd.Env = append(os.Environ(), "EASIM_TEST_HOSTILE="+name)
		cmd.Stdin = bytes.NewReader(data)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
			continue
		}
		_, rest, _ := strings.Cut(string(out), "peak ")
		fields := strings.Fields(rest)
		if len(fields) < 4 {
			t.Fatalf("%s: %s", name, out)
		}
		kb, _ := strconv.Atoi(fields[0])
		took, _ := time.ParseDuration(fields[2])
		t.Logf("%-20s %4d MB %v", name, kb>>10, took)
		if kb > 256<<10 || took > 20*time.Second {
			t.Errorf("%s: %d MB, %v; at most 256 MB and 20 s", name, kb>>10, took)
		}
	}
}

// child imports its standard input and prints the largest size of the process.
func child(t *testing.T, name string) {
	debug.SetGCPercent(100)
	data := make([]byte, 0, MaxBytes+1<<20)
	b := bytes.NewBuffer(data)
	if _, err := b.ReadFrom(os.Stdin); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	p, list, err := Import(name, Source{Data: b.Bytes()}, Options{})
	check(t, p, list, err)
	took := time.Since(start)
	status, errStatus := os.ReadFile("/proc/self/status")
	if errStatus != nil {
		t.Fatal(errStatus)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Printf("peak %s %v end\n", strings.Join(strings.Fields(rest)[:2], " "), took)
}
