package devicetree

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sourceArchive is where Debian's package linux-source-6.12 puts the kernel.
const sourceArchive = "/usr/src/linux-source-6.12.tar.xz"

// need skips the test, or fails it where the tools are required.
func need(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
		t.Fatalf("%s is missing: apt-get install linux-source-6.12 device-tree-compiler cpp xz-utils", what)
	}
	t.Skipf("%s is missing", what)
}

// kernelTrees returns the folder with the compiled trees of Debian's kernel
// source, one file for each path of paths (arch/.../x.dts becomes x.dtb), which
// it fills on the first call.
func kernelTrees(t *testing.T, paths []string) string {
	t.Helper()
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("compiles 70 device trees; set EASIM_SLOW=1")
	}
	for _, tool := range []string{"cpp", "dtc", "tar", "xz"} {
		if _, err := exec.LookPath(tool); err != nil {
			need(t, tool)
		}
	}
	key, err := archiveKey()
	if err != nil {
		need(t, sourceArchive)
	}
	cache := os.Getenv("EASIM_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			user = os.TempDir()
		}
		cache = filepath.Join(user, "easim")
	}
	dir := filepath.Join(cache, "linux-6.12-dtb-"+key)
	missing := paths[:0:0]
	for _, p := range paths {
		if _, err := os.Stat(filepath.Join(dir, blobName(p))); err != nil {
			missing = append(missing, p)
		}
	}
	if len(missing) > 0 {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		compile(t, unpack(t), dir, missing)
	}
	return dir
}

// archiveKey names the archive: a new point release is compiled anew.
func archiveKey() (string, error) {
	f, err := os.Open(sourceArchive)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, 4<<20)); err != nil {
		return "", err
	}
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d-%x", info.Size(), h.Sum(nil)[:6]), nil
}

func blobName(dts string) string { return strings.TrimSuffix(filepath.Base(dts), ".dts") + ".dtb" }

// unpack takes the device tree sources out of the archive.
func unpack(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const top = "linux-source-6.12/"
	run(t, 10*time.Minute, "tar", "-xJf", sourceArchive, "-C", dir,
		top+"arch/arm/boot/dts", top+"arch/arm64/boot/dts", top+"include/dt-bindings",
		top+"include/uapi/linux/input-event-codes.h", top+"scripts/dtc/include-prefixes")
	return filepath.Join(dir, top)
}

func compile(t *testing.T, src, dir string, paths []string) {
	t.Helper()
	for _, p := range paths {
		in := filepath.Join(src, p)
		cooked := filepath.Join(t.TempDir(), "cooked.dts")
		out := filepath.Join(dir, blobName(p))
		run(t, time.Minute, "cpp", "-nostdinc", "-I", filepath.Join(src, "scripts/dtc/include-prefixes"),
			"-I", filepath.Dir(in), "-undef", "-D__DTS__", "-x", "assembler-with-cpp", in, cooked)
		run(t, time.Minute, "dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-b", "0", "-i", filepath.Dir(in),
			"-o", out+".new", cooked)
		if err := os.Rename(out+".new", out); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, limit time.Duration, name string, args ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
