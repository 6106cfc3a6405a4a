package easim_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// floors says on which floor a package lives: it may import lower floors only,
// so packages of one floor never see each other. A trailing /* stands for every
// package below, each of which is a room of its own.
var floors = []struct {
	path  string
	floor int
}{
	{"easim/energy/diag", 0},
	{"easim/energy/junit", 0},
	{"easim/eas/des", 0},
	{"easim/eas/pelt", 0},
	{"easim/energy", 1},
	{"easim/eas/registry", 1},
	{"easim/energy/jsontree", 1},
	{"easim/energy/draft", 2},
	{"easim/energy/export", 2},
	{"easim/energy/fit", 2},
	{"easim/energy/lint", 2},
	{"easim/energy/skeleton", 2},
	{"easim/energy/tipping", 2},
	{"easim/platforms", 2},
	{"easim/eas/sched", 2},
	{"easim/energy/bench", 3},
	{"easim/energy/debugfs", 3},
	{"easim/energy/devicetree", 3},
	{"easim/energy/lisa", 3},
	{"easim/energy/importer", 4},
	{"easim/eas/policy", 3},
	{"easim/eas/policy/*", 3},
	{"easim/eas/observe/*", 3},
	{"easim/eas/workload", 3},
	{"easim/eas/sched/schedtest", 3},
	{"easim/eas/workload/rtapp", 4},
	{"easim/eas", 5},
	{"easim/eas/check/optimal", 5},
	{"easim/eas/check", 6},
	{"easim/eas/compare", 6},
	{"easim/eas/report/chart", 6},
	{"easim/eas/report/wording", 7},
	{"easim/eas/sweep/column", 6},
	{"easim/eas/experiment", 7},
	{"easim/eas/sweep", 7},
	{"easim/eas/report", 8},
	{"easim/eas/report/page", 8},
	{"easim/cmd/easim", 9},
}

// modules says who may import a module outside the standard library (test files
// may import what they like).
var modules = map[string][]string{
	"github.com/BurntSushi/toml": {
		"easim/energy", "easim/energy/diag", "easim/eas", "easim/eas/workload", "easim/eas/experiment",
		"easim/eas/check", "easim/eas/sweep",
	},
	"gonum.org/v1/gonum":                {"easim/eas/compare", "easim/eas/sweep", "easim/energy/fit"},
	"gonum.org/v1/plot":                 {"easim/eas/report/chart"},
	"golang.org/x/image":                {"easim/eas/report/chart"},
	"github.com/vbauerster/mpb/v8":      {"easim/cmd/easim"},
	"golang.org/x/perf":                 {"easim/eas/compare"},
	"github.com/goccy/go-yaml":          {"easim/energy/lisa"},
	"github.com/urfave/cli/v2":          {"easim/cmd/easim"},
	"github.com/cockroachdb/datadriven": {"easim/eas/sched/schedtest"},
	"github.com/rogpeppe/go-internal":   {},
	"github.com/google/go-cmp":          {},
	"github.com/chromedp/chromedp":      {},
	"github.com/chromedp/cdproto":       {},
	"pgregory.net/rapid":                {},
}

// writers are the packages that may assign to fields of package sched's types:
// the classes, which keep their part of the run queue there.
var writers = map[string]bool{
	"easim/eas/sched": true, "easim/eas/policy/fair": true, "easim/eas/policy/rt": true,
	"easim/eas/sched/schedtest": true,
}

const (
	maxLines     = 400
	maxTestLines = 600
	coreFloor    = 4 // floors 0 to 4 are the deterministic core
)

// goPackage is the part of `go list -json` that is used.
type goPackage struct {
	ImportPath, Dir, Export, Doc string
	Standard, DepOnly            bool
	GoFiles, TestGoFiles         []string
	XTestGoFiles, Imports        []string
}

func floorOf(path string) (int, bool) {
	for _, f := range floors {
		if dir, all := strings.CutSuffix(f.path, "/*"); f.path == path || all && strings.HasPrefix(path, dir+"/") {
			return f.floor, true
		}
	}
	return 0, false
}

// goList lists the module's packages and their dependencies with export data.
func goList(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func ours(p goPackage) bool { return !p.Standard && !p.DepOnly && len(p.GoFiles) > 0 }

func TestArchitecture(t *testing.T) {
	pkgs := goList(t)
	exports := map[string]string{}
	for _, p := range pkgs {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range pkgs {
		if !ours(p) {
			continue
		}
		checkImports(t, p)
		if p.Doc == "" {
			t.Errorf("%s: no package comment", p.ImportPath)
		}
		checkSource(t, p, fset, imp)
	}
}

func checkImports(t *testing.T, p goPackage) {
	t.Helper()
	floor, ok := floorOf(p.ImportPath)
	if !ok {
		t.Errorf("%s has no floor: add it to the table and to ARCHITECTURE.md", p.ImportPath)
		return
	}
	for _, imp := range p.Imports {
		switch {
		case strings.HasPrefix(imp, "easim/"):
			if f, _ := floorOf(imp); f >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", p.ImportPath, floor, imp, f)
			}
		case strings.Contains(strings.Split(imp, "/")[0], "."):
			if !allowedModule(p.ImportPath, imp) {
				t.Errorf("%s may not import %s: see DECISIONS.md", p.ImportPath, imp)
			}
		}
	}
}

func allowedModule(pkg, imp string) bool {
	for mod, users := range modules {
		if imp != mod && !strings.HasPrefix(imp, mod+"/") {
			continue
		}
		for _, u := range users {
			if u == pkg {
				return true
			}
		}
	}
	return false
}

func checkSource(t *testing.T, p goPackage, fset *token.FileSet, imp types.Importer) {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: imp}).Check(p.ImportPath, fset, files, info); err != nil {
		t.Fatalf("%s: %v", p.ImportPath, err)
	}
	c := sourceCheck{t, fset, info, p.ImportPath}
	floor, _ := floorOf(p.ImportPath)
	for _, f := range files {
		if floor <= coreFloor {
			ast.Inspect(f, c.core)
		}
		if !writers[p.ImportPath] {
			ast.Inspect(f, c.write)
		}
	}
}

type sourceCheck struct {
	t    *testing.T
	fset *token.FileSet
	info *types.Info
	pkg  string
}

func (c sourceCheck) errorf(n ast.Node, what string) {
	c.t.Errorf("%s: %s in %s", c.fset.Position(n.Pos()), what, c.pkg)
}

// core refuses what would make a run depend on more than its input.
func (c sourceCheck) core(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		c.errorf(n, "a goroutine")
	case *ast.SelectStmt:
		c.errorf(n, "a select")
	case *ast.RangeStmt:
		if _, isMap := c.info.TypeOf(n.X).Underlying().(*types.Map); isMap {
			c.errorf(n, "a walk over a map")
		}
	case *ast.SelectorExpr:
		fn, ok := c.info.Uses[n.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
			return true
		}
		switch path, name := fn.Pkg().Path(), fn.Name(); {
		case path == "time" && (name == "Now" || name == "Since" || name == "Sleep" || name == "After"):
			c.errorf(n, "the wall clock")
		case path == "math/rand" || path == "math/rand/v2" && !strings.HasPrefix(name, "New"):
			c.errorf(n, "the global random source")
		case path == "os" || path == "os/exec":
			c.errorf(n, "the operating system")
		}
	}
	return true
}

// write refuses an assignment to a field of the scheduler's state.
func (c sourceCheck) write(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			c.target(lhs)
		}
	case *ast.IncDecStmt:
		c.target(n.X)
	}
	return true
}

// stateTypes are the types of package sched that are the machine's state.
var stateTypes = map[string]bool{
	"CPU": true, "Task": true, "Entity": true, "RTEntity": true, "RunQueue": true, "CFSRunQueue": true,
	"RTRunQueue": true, "SchedDomain": true, "SchedGroup": true, "RootDomain": true, "FreqDomain": true, "IdleInfo": true,
}

func (c sourceCheck) target(e ast.Expr) {
	if ix, ok := e.(*ast.IndexExpr); ok {
		e = ix.X
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return
	}
	typ := c.info.TypeOf(sel.X)
	if ptr, ok := typ.(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	named, ok := typ.(*types.Named)
	if ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "easim/eas/sched" && stateTypes[named.Obj().Name()] {
		c.errorf(sel, "an assignment to sched."+named.Obj().Name()+"."+sel.Sel.Name)
	}
}

func TestFilesAreShort(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		limit := maxLines
		if strings.HasSuffix(path, "_test.go") {
			limit = maxTestLines
		}
		if n := bytes.Count(src, []byte("\n")); n > limit {
			t.Errorf("%s has %d lines, more than %d: split it along its ideas", path, n, limit)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDeparturesAreListed: ARCHITECTURE.md names every file that departs from the
// kernel, and no other.
func TestDeparturesAreListed(t *testing.T) {
	doc, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := bytes.Cut(doc, []byte("## Differences from the kernel"))
	const mark = "Differs from the " + "kernel:"
	err = filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		departs := bytes.Contains(src, []byte(mark))
		listed := bytes.Contains(list, []byte("`"+filepath.ToSlash(path)+"`"))
		if departs != listed {
			t.Errorf("%s departs from the kernel: %v; listed in ARCHITECTURE.md: %v", path, departs, listed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTopLevel(t *testing.T) {
	want := map[string]bool{"energy": true, "platforms": true, "eas": true, "cmd": true, "testdata": true}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !want[e.Name()] {
			t.Errorf("folder %s at the top level; the agreed ones are energy, platforms, eas, cmd, testdata", e.Name())
		}
	}
}
