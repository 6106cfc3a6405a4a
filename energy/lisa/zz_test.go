package lisa

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

func TestZZ(t *testing.T) {
	src, _ := os.ReadFile("/work/shared/data/traces/lisa/sched_load.plat_info.yml")
	f, err := parser.ParseBytes(src, 0)
	fmt.Println(err)
	for _, d := range f.Docs {
		walk(d.Body, 0)
	}
}

func walk(n ast.Node, d int) {
	if d > 9 {
		return
	}
	fmt.Printf("%s%T %s line %d\n", strings.Repeat(" ", d), n, n.Type(), n.GetToken().Position.Line)
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values[:min(len(n.Values), 3)] {
			walk(v, d+1)
		}
	case *ast.MappingValueNode:
		fmt.Printf("%s key %T %q\n", strings.Repeat(" ", d), n.Key, n.Key.String())
		walk(n.Value, d+1)
	case *ast.SequenceNode:
		for _, v := range n.Values[:min(len(n.Values), 3)] {
			walk(v, d+1)
		}
	case *ast.TagNode:
		walk(n.Value, d+1)
	case *ast.AnchorNode:
		walk(n.Value, d+1)
	}
}

func TestBomb(t *testing.T) {
	for name, s := range map[string]string{
		"dash":   strings.Repeat("- ", 50000) + "x",
		"flow":   strings.Repeat("[", 50000),
		"map":    strings.Repeat("{a: ", 50000),
		"tags":   strings.Repeat("!a ", 100000) + "x",
		"anch":   strings.Repeat("&a ", 100000) + "x",
		"q":      strings.Repeat("? ", 50000) + "x",
		"seq":    strings.Repeat("- 1\n", 250000),
		"kv":     strings.Repeat("a: 1\n", 100000),
		"flows":  "[" + strings.Repeat("1,", 500000) + "]",
		"text":   strings.Repeat("word word\n", 100000),
		"block":  "a: |\n" + strings.Repeat("  text text\n", 90000),
		"quotes": strings.Repeat("'", 1000000),
		"colon":  strings.Repeat(":", 1000000),
		"docs":   strings.Repeat("---\n", 250000),
		"comm":   strings.Repeat("# x\n", 250000),
	} {
		if len(s) > 1<<20 {
			s = s[:1<<20]
		}
		var a, b runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&a)
		start := time.Now()
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(name, "PANIC", r)
				}
			}()
			done := make(chan bool)
			go func() {
				defer func() { recover(); close(done) }()
				_, err := parser.ParseBytes([]byte(s), 0)
				e := fmt.Sprint(err)
				fmt.Println(name, len(s), e[:min(len(e), 60)])
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				fmt.Println(name, "HANG")
			}
		}()
		runtime.ReadMemStats(&b)
		fmt.Printf("%s %v alloc %d MB sys %d MB\n", name, time.Since(start), (b.TotalAlloc-a.TotalAlloc)>>20, b.Sys>>20)
	}
}
