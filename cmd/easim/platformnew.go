package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/skeleton"
)

func (e *env) platformNewCommand() *cli.Command {
	return &cli.Command{
		Name:  "new",
		Usage: "write a commented skeleton of a platform file from what is known of a board",
		Description: "A cluster is described by keys, lists parted by \"/\":\n" +
			"  --cluster name=LITTLE,kind=little,cpus=0-3,core=cortex-a55,dmips=530,mhz=1008/1416/1800,\n" +
			"            mv=675/762.5/950,coefficient=228,idle=cpu-sleep:core:100:120:1000\n" +
			"name, kind and cpus are needed; what is left out becomes a TODO in the file. With frequencies,\n" +
			"voltages and coefficient the powers are computed as the kernel does. On a terminal and without\n" +
			"--cluster it asks.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the platform and its file"},
			&cli.StringFlag{Name: "title", Usage: "the board's full name"},
			&cli.StringFlag{Name: "kind", Value: "em", Usage: "kind of the power table: em, eas1x or measured"},
			&cli.StringSliceFlag{Name: "cluster", Usage: "a cluster by its `KEYS`; repeatable"},
			&cli.BoolFlag{Name: "ask", Usage: "ask, even if standard input is no terminal"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which must not exist"},
		},
		Action: e.platformNew,
	}
}

func (e *env) platformNew(c *cli.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	kind, ok := energy.ParseTableKind(strings.ToLower(c.String("kind")))
	if !ok {
		hint := diag.Suggest(c.String("kind"), []string{"em", "eas1x", "measured"})
		return badUsage("unknown kind %q; %s", c.String("kind"), hint)
	}
	spec := skeleton.Spec{Name: c.String("name"), Title: c.String("title"), Kind: kind}
	if bad := badName(spec.Name); bad != "" {
		return badUsage("--%s", bad)
	}
	for _, text := range c.StringSlice("cluster") {
		cl, err := skeleton.ParseCluster(text)
		if err != nil {
			return badUsage("%s", strings.TrimPrefix(err.Error(), "skeleton: "))
		}
		spec.Clusters = append(spec.Clusters, cl)
	}
	if c.Bool("ask") || len(spec.Clusters) == 0 && e.asks() {
		var err error
		if spec, err = e.askSpec(spec); err != nil {
			return err
		}
	}
	out, err := skeleton.Write(spec)
	if err != nil {
		return badUsage("%s", strings.TrimPrefix(err.Error(), "skeleton: "))
	}
	name := c.String("output")
	if name == "" {
		return e.write(out)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return badUsage("%s exists already; choose another name, or remove it", name)
	}
	if err != nil {
		return fmt.Errorf("writing the skeleton: %w", err)
	}
	_, err = f.Write(out)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the skeleton: %w", err)
	}
	fmt.Fprintf(e.stderr, "easim: wrote %s; check it with: easim platform validate %s\n", name, name)
	return nil
}

// badName says what is wrong with the name of a platform to be; "" if nothing.
func badName(name string) string {
	if name == draft.FileName(name) {
		return ""
	}
	return fmt.Sprintf("name %q: use lower-case letters, digits, '-', '_' and '.'", name)
}

// asks reports whether there is someone at standard input to ask: a terminal, and
// not the null device.
func (e *env) asks() bool {
	f, isFile := e.stdin.(*os.File)
	if !isFile {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// asker puts questions on standard error and reads the answers, a line each. An
// empty answer is the default; the end of the input answers all that is left so.
type asker struct {
	e   *env
	in  *bufio.Scanner
	end bool
}

func (a *asker) ask(question, byDefault string) string {
	if byDefault != "" {
		question += " [" + byDefault + "]"
	}
	fmt.Fprint(a.e.stderr, question+": ")
	if a.end || !a.in.Scan() {
		a.end = true
		fmt.Fprintln(a.e.stderr)
		return byDefault
	}
	if text := strings.TrimSpace(a.in.Text()); text != "" {
		return text
	}
	return byDefault
}

// askSpec fills what the flags left open.
func (e *env) askSpec(spec skeleton.Spec) (skeleton.Spec, error) {
	var asked skeleton.Spec
	if err := e.waiting(func() (err error) {
		a := &asker{e: e, in: bufio.NewScanner(e.stdin)}
		asked, err = a.askSpec(spec)
		return err
	}); err != nil {
		return spec, err
	}
	return asked, nil
}

func (a *asker) askSpec(spec skeleton.Spec) (skeleton.Spec, error) {
	for spec.Name == "" {
		spec.Name = a.ask("name of the board (lower case)", "my-board")
		if bad := badName(spec.Name); bad != "" {
			a.e.sayf("%s", bad)
			spec.Name = ""
		}
	}
	if spec.Title == "" {
		spec.Title = a.ask("full name, with SoC and cores", "")
	}
	for len(spec.Clusters) == 0 || a.ask("another cluster? (y or n)", "n") == "y" {
		cl, err := a.askCluster(spec.Clusters)
		if err != nil {
			return spec, err
		}
		spec.Clusters = append(spec.Clusters, cl)
	}
	return spec, nil
}

// askCluster asks for a cluster beside others until it is one.
func (a *asker) askCluster(before []skeleton.Cluster) (skeleton.Cluster, error) {
	for {
		cl, err := skeleton.ParseCluster(a.clusterText(before))
		for i := range before {
			if o := &before[i]; err == nil && o.CPUs.Intersects(cl.CPUs) {
				err = fmt.Errorf("CPUs %s are in cluster %s already", o.CPUs.And(cl.CPUs), o.Name)
			}
		}
		if err == nil {
			return cl, nil
		}
		text := strings.TrimPrefix(err.Error(), "skeleton: ")
		if a.end {
			return cl, badUsage("%s", text)
		}
		a.e.sayf("%s", text)
	}
}

// clusterText asks for one cluster and returns it in the form of --cluster.
func (a *asker) clusterText(before []skeleton.Cluster) string {
	name, kind, next := "LITTLE", "little", 0
	for i := range before {
		name, kind = "big", "big"
		next += before[i].CPUs.Len()
	}
	var keys []string
	for _, q := range [...]struct{ key, question, byDefault string }{
		{"name", "name of the cluster", name},
		{"kind", "little, mid or big", kind},
		{"cpus", "its CPUs, as Linux numbers them", fmt.Sprintf("%d-%d", next, next+3)},
		{"core", "its core, for example cortex-a55 (empty: unknown)", ""},
		{"dmips", "capacity-dmips-mhz of the core (empty: unknown)", ""},
		{"mhz", "its frequencies in MHz, parted by / (empty: unknown)", ""},
		{"mv", "their voltages in mV (empty: unknown)", ""},
		{"coefficient", "dynamic-power-coefficient (empty: unknown)", ""},
	} {
		if v := a.ask(q.question, q.byDefault); v != "" {
			keys = append(keys, q.key+"="+v)
		}
	}
	return strings.Join(keys, ",")
}
