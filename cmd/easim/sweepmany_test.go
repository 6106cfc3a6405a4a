package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The recipes of the README's chapter "Many machines" are run as they stand there.

// recipe returns the first fenced block of a language in the README that holds a
// text.
func recipe(t *testing.T, language, holds string) string {
	t.Helper()
	src, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split("\n"+string(src), "\n```"+language+"\n")[1:] {
		if text, _, ok := strings.Cut(block, "\n```"); ok && strings.Contains(text, holds) {
			return text + "\n"
		}
	}
	t.Fatalf("the README has no %s block with %q", language, holds)
	return ""
}

// needTools skips the test, or fails it where all has to be there, if a program is
// not installed.
func needTools(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
				t.Fatalf("%s is not installed", name)
			}
			t.Skipf("%s is not installed", name)
		}
	}
}

// sweepFolder is a folder with the README's sweep.toml and, in single, its results
// as one process makes them.
func sweepFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "sweep.toml", recipe(t, "toml", "[[axis]]"))
	shell(t, dir, "easim sweep sweep.toml -o single")
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func shell(t *testing.T, dir, script string, env ...string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// checkWhole compares the merged folder with that of one process.
func checkWhole(t *testing.T, dir string) {
	t.Helper()
	parts, err := filepath.Glob(filepath.Join(dir, "part-*"))
	if err != nil || len(parts) != 8 {
		t.Errorf("parts %q, %v", parts, err)
	}
	files, err := os.ReadDir(filepath.Join(dir, "single"))
	if err != nil || len(files) < 3 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, f := range files {
		a, err1 := os.ReadFile(filepath.Join(dir, "single", f.Name()))
		b, err2 := os.ReadFile(filepath.Join(dir, "whole", f.Name()))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v, %v", f.Name(), err1, err2)
		}
	}
}

func TestGNUParallel(t *testing.T) {
	needTools(t, "parallel")
	out, err := exec.Command("parallel", "--version").Output()
	if err != nil || !bytes.Contains(out, []byte("GNU parallel")) {
		needTools(t, "GNU parallel") // there is another program of that name
	}
	dir := sweepFolder(t)
	shell(t, dir, recipe(t, "bash", "| parallel"), "HOME="+t.TempDir())
	checkWhole(t, dir)
}

// TestSlurm starts a Slurm of one node, made of the real daemons, and runs the
// README's job array on it.
func TestSlurm(t *testing.T) {
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("starts Slurm; EASIM_SLOW=1 runs it")
	}
	if runtime.GOOS != "linux" {
		t.Skip("Slurm runs on Linux")
	}
	needTools(t, "munged", "slurmctld", "slurmd", "sbatch", "sinfo")
	dir := sweepFolder(t)
	env := startSlurm(t)
	put(t, dir, "sweep.sbatch", recipe(t, "bash", "#SBATCH"))
	out := shell(t, dir, "timeout 120 sbatch --wait sweep.sbatch && easim merge part-* -o whole", env)
	t.Log(out)
	checkWhole(t, dir)
}

// startSlurm starts munged, slurmctld and slurmd in a folder of their own, for as
// long as the test lasts, and returns the setting that points to them.
func startSlurm(t *testing.T) (env string) {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range [...]string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	key := make([]byte, 1024)
	if _, err := rand.Read(key); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, dir, "munge.key", string(key))
	put(t, dir, "slurm.conf", slurmConf(t, dir))
	env = "SLURM_CONF=" + at("slurm.conf")
	daemon(t, env, "munged", "--foreground", "--force", "--key-file="+at("munge.key"), "--socket="+at("s"),
		"--pid-file="+at("munged.pid"), "--seed-file="+at("munged.seed"), "--log-file="+at("munged.log"))
	await(t, "munged", func() bool { _, err := os.Stat(at("s")); return err == nil })
	daemon(t, env, "slurmctld", "-D")
	daemon(t, env, "slurmd", "-D", "-N", "easim")
	await(t, "Slurm", func() bool {
		cmd := exec.Command("sinfo", "--noheader", "--format=%t")
		cmd.Env = append(os.Environ(), env)
		out, err := cmd.Output()
		return err == nil && strings.TrimSpace(string(out)) == "idle"
	})
	return env
}

// slurmConf describes a cluster of this machine, run by this user.
func slurmConf(t *testing.T, dir string) string {
	t.Helper()
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	return fmt.Sprintf(`ClusterName=easim
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
AuthInfo=socket=%[3]s/s
SlurmctldPort=%[4]d
SlurmdPort=%[5]d
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/slurmd.pid
StateSaveLocation=%[3]s/state
SlurmdSpoolDir=%[3]s/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MailProg=/bin/true
ReturnToService=2
NodeName=easim NodeHostname=%[1]s NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`, host, who.Username, dir, freePort(t), freePort(t))
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it was only asked for
	return l.Addr().(*net.TCPAddr).Port
}

// daemon starts a program and ends it with the test.
func daemon(t *testing.T, env, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		timer := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
		if t.Failed() {
			t.Logf("%s said:\n%s", name, out.String())
		}
	})
}

// await waits until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not start", what)
		}
		<-time.After(100 * time.Millisecond)
	}
}
