package debugfs

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"easim/energy"
	"easim/energy/draft"
)

// archive writes headers, each followed by as many bytes of data as there are.
func archive(t testing.TB, entries ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := range entries {
		h := &entries[i]
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 && h.Typeflag == tar.TypeReg {
			if _, err := w.Write(append([]byte("42\n"), bytes.Repeat([]byte{0}, int(h.Size)-3)...)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHostileArchive: names that climb, links and devices are no files of a dump,
// and nothing is written anywhere. What is left of a climbing name counts as any
// other path does.
func TestHostileArchive(t *testing.T) {
	t.Parallel()
	const good = "energy_model/cpu0/ps:1000/power"
	src := archive(t,
		tar.Header{Name: "../../../../etc/passwd", Size: 10},
		tar.Header{Name: "/etc/shadow", Size: 10},
		tar.Header{Name: "a/../../" + good, Size: 4096},
		tar.Header{Name: "energy_model/cpu1/ps:1000/power", Typeflag: tar.TypeSymlink, Linkname: "/dev/zero"},
		tar.Header{Name: "energy_model/cpu2/ps:1000/power", Typeflag: tar.TypeLink, Linkname: "/dev/zero"},
		tar.Header{Name: "energy_model/cpu3/ps:1000/power", Typeflag: tar.TypeFifo},
		tar.Header{Name: strings.Repeat("x/", 700) + good, Size: 10},
		tar.Header{Name: "energy_model/cpu9/ps:99999999999999999999/power", Size: 10},
		tar.Header{Name: "cpu99999999999/cpu_capacity", Size: 10},
		tar.Header{Name: "cpu512/cpu_capacity", Size: 10},
	)
	f, err := ReadTar(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.list) != 1 || f.list[0].path != good || strings.TrimRight(f.list[0].value, "\x00\n") != "42" {
		t.Errorf("read %+v", f.list)
	}
}

// TestLargeArchive: sizes that a header claims are not believed, and what is there
// is bounded.
func TestLargeArchive(t *testing.T) {
	t.Parallel()
	claim := archive(t, tar.Header{Name: "energy_model/cpu0/ps:1000/power", Size: 512})
	copy(claim[124:], "77777777777\x00") // 8 GB
	for i := 148; i < 156; i++ {
		claim[i] = ' '
	}
	sum := 0
	for _, c := range claim[:512] {
		sum += int(c)
	}
	copy(claim[148:], fmt.Sprintf("%06o\x00 ", sum))
	if f, err := ReadTar(bytes.NewReader(claim)); err == nil {
		t.Errorf("8 GB of which 1 kB is there: %d files", len(f.list))
	}
	var many []tar.Header
	for i := range 64 {
		many = append(many, tar.Header{Name: fmt.Sprintf("x/energy_model/cpu%d/flags", i), Size: maxFileBytes + 512})
	}
	if _, err := ReadTar(bytes.NewReader(archive(t, many...))); !errors.Is(err, errLarge) {
		t.Errorf("64 MB of files: %v", err)
	}
	if _, err := ReadTar(strings.NewReader(strings.Repeat("no archive ", 100))); err == nil {
		t.Error("text is taken for an archive")
	}
}

// TestLargeDirectory: the rest of /sys is not entered, and links are not followed.
func TestLargeDirectory(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{
		"sys/devices/platform/soc/energy_model/cpu0/flags": {Data: []byte("1")}, // far off the way
		"sys/devices/system/cpu/cpu0/cpu_capacity":         {Data: []byte("1024\n")},
		"sys/devices/system/cpu/cpu1/cpu_capacity":         {Data: []byte("/dev/zero"), Mode: fs.ModeSymlink},
	}
	f, err := ReadDir(m)
	if err != nil || len(f.list) != 1 {
		t.Errorf("read %+v, %v", f.list, err)
	}
	p, _ := Import("x", nil, &f, draft.Options{})
	if p == nil || len(p.CPUs) != 1 {
		t.Errorf("platform %+v", p)
	}
}

// rootsOnly is a file system of which one path may not be read.
type rootsOnly struct {
	fstest.MapFS
	path string
}

func (r rootsOnly) Open(name string) (fs.File, error) {
	if name == r.path {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return r.MapFS.Open(name)
}

func (r rootsOnly) ReadDir(name string) ([]fs.DirEntry, error) {
	if _, err := r.Open(name); err != nil {
		return nil, err
	}
	return r.MapFS.ReadDir(name)
}

// TestDenied: what only root may read is named, if it matters.
func TestDenied(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{
		"sys/devices/system/cpu/cpu0/cpu_capacity":       {Data: []byte("1024\n")},
		"sys/devices/system/cpu/cpu1/cpu_capacity":       {Data: []byte("1024\n")},
		"sys/kernel/debug/energy_model/cpu0/cpus":        {Data: []byte("0\n")},
		"sys/kernel/tracing/events/sched/cpu_idle/trace": {Data: []byte("1\n")},
	}
	for path, want := range map[string]string{
		"sys/kernel/debug":                         "sys/kernel/debug could not be read",
		"sys/devices/system/cpu/cpu1/cpu_capacity": "sys/devices/system/cpu/cpu1/cpu_capacity could not be read",
		"sys/kernel/tracing":                       "",
	} {
		f, err := ReadDir(rootsOnly{m, path})
		if err != nil {
			t.Fatal(err)
		}
		_, list := Import("x", nil, &f, draft.Options{})
		said := ""
		for _, d := range list {
			if d.Code == "unreadable" {
				said = d.Summary
			}
		}
		if said != want {
			t.Errorf("%s: %q, want %q", path, said, want)
		}
	}
}

func TestCutPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, path, value string }{
		{"/a/ps:450000/power:42", "a/ps:450000/power", "42"},
		{"/a/opp:100/rate_hz:1 2", "a/opp:100/rate_hz", "1 2"},
		{"a/b:c:d", "a/b", "c:d"},
		{"/a/model:A board: small", "a/model", "A board: small"},
		{"/a/b:", "a/b", ""},
	} {
		p, v, ok := cutPath(c.line)
		if !ok || p != c.path || v != c.value {
			t.Errorf("%q: %q %q %v", c.line, p, v, ok)
		}
	}
	for _, line := range []string{
		"", ":", "a:b", "no path here", "[ 1.8] cpu cpu0: EM: x", "/a/ps:", "/a/ps:450000", "/a b:c",
	} {
		if p, v, ok := cutPath(line); ok {
			t.Errorf("%q gives path %q, value %q", line, p, v)
		}
	}
}

// check is what holds for any dump: a platform that can be written and read again
// but for its gaps.
func check(t *testing.T, f *Files) {
	t.Helper()
	p, list := Import("fuzz", nil, f, draft.Options{})
	if p == nil {
		if !list.HasErrors() {
			t.Fatal("no platform and no reason")
		}
		return
	}
	_, faults := energy.Decode("fuzz", energy.Encode(p))
	for _, d := range faults {
		if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
			t.Fatalf("%v\n%s", d, energy.Encode(p))
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(board().text())
	f.Add(
		[]byte(
			"cpu cpu0: EM: OPP:816000 is inefficient\nsmp: Brought up 1 node, 8 CPUs\n" +
				"CPU1: Booted secondary processor 0x1 [0x412fd050]\n",
		),
	)
	f.Add(
		[]byte(
			"/p/sched_domain/cpu0/domain0/group0/energy/cap_states:1 2 3 4\n" +
				"/p/sched_domain/cpu0/domain1/group0/energy/cap_states:1 2 3 4\n",
		),
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadText(data)
		if err == nil {
			check(t, &all)
		}
	})
}

func FuzzTar(f *testing.F) {
	f.Add(files{"energy_model/cpu0/ps:1000/power": "1\n", "energy_model/cpu0/cpus": "0\n"}.tar(f))
	f.Add(
		archive(
			f,
			tar.Header{Name: "../energy_model/cpu0/ps:1000/power", Size: 512},
			tar.Header{Name: "x", Typeflag: tar.TypeDir},
		),
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadTar(bytes.NewReader(data))
		if err == nil {
			check(t, &all)
		}
	})
}
