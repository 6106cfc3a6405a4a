package page_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"easim/eas"
)

// chromium finds the browser; a machine without one skips the test, unless
// EASIM_REQUIRE_TOOLS=1 says that it must be there.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
		t.Fatal("no chromium on this machine, and EASIM_REQUIRE_TOOLS=1; apt-get install chromium")
	}
	t.Skip("no chromium on this machine")
	return ""
}

// browser is a tab with what its console said.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := chromium(t)
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path))
	if os.Geteuid() == 0 {
		opts = append(opts, chromedp.NoSandbox) // chromium refuses to run as root otherwise
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(stop)
	b := &browser{t: t, ctx: ctx}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.said = append(b.said, m.String())
			b.mu.Unlock()
		}
	}()
	return b
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// open shows a page at a width in a theme.
func (b *browser) open(file string, width int64, theme string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, 900))
	features := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}
	media := emulation.SetEmulatedMediaParams{Features: features}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Navigate("file://" + file))
}

// ask evaluates a script.
func ask[T any](b *browser, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// console returns what was said, once it had time to arrive.
func (b *browser) console() []string {
	ask[int](b, "1")
	time.Sleep(100 * time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}

func writePage(t *testing.T, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBrowserConsole: what is wrong with a page reaches the test, so that silence
// means something: an error, and a request that the page's own policy forbids.
func TestBrowserConsole(t *testing.T) {
	b := newBrowser(t)
	text := string(html(t, runInput(t)))
	broken := strings.Replace(text, "</body>", `<img src="http://127.0.0.1:1/x.png"><script>nothing()</script></body>`, 1)
	b.open(writePage(t, []byte(broken)), 1280, "light")
	said := strings.Join(b.console(), "\n")
	for _, want := range []string{"nothing is not defined", "Content Security Policy"} {
		if !strings.Contains(said, want) {
			t.Errorf("the console said %q, want %q in it", said, want)
		}
	}
}

// TestBrowserPage looks at the page in both widths and themes: no error, nothing
// wider than the screen, nothing blank; then uses it.
func TestBrowserPage(t *testing.T) {
	b := newBrowser(t)
	file := writePage(t, html(t, everything(t)...))
	b.looksWell("everything", file)
	for _, width := range []int64{1280, 390} {
		b.open(file, width, "light")
		b.sortsTables()
		b.showsValues()
		b.zooms()
		b.chooses()
		b.changesTheme()
	}
	if said := b.console(); len(said) > 0 {
		t.Errorf("the console said:\n%s", strings.Join(said, "\n"))
	}
}

// looksWell looks at a page in both widths and themes.
func (b *browser) looksWell(name, file string) {
	b.t.Helper()
	paper := map[string]color.RGBA{}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			b.open(file, width, theme)
			if over := ask[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				b.t.Errorf("%d px, %s: the page is %d px wider than the screen", width, theme, over)
			}
			for _, script := range []string{overflows, overlaps} {
				if found := ask[[]string](b, script); len(found) > 0 {
					b.t.Errorf("%d px, %s: %q", width, theme, found)
				}
			}
			shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			if err != nil {
				b.t.Fatal(err)
			}
			paper[theme] = checkShot(b.t, fmt.Sprintf("%s-%d-%s", name, width, theme), shot, int(width))
		}
	}
	if paper["light"].R < 200 || paper["dark"].R > 60 {
		b.t.Errorf("paper is %v in the light theme, %v in the dark one", paper["light"], paper["dark"])
	}
}

// TestBrowserWorkloads looks at the page of a comparison over several workloads: the
// mean is in view before anything else, and every workload is one click away.
func TestBrowserWorkloads(t *testing.T) {
	b := newBrowser(t)
	file := writePage(t, html(t, workloadsInput(t)))
	b.looksWell("workloads", file)
	const top = `(id => document.getElementById(id).getBoundingClientRect().top)`
	for _, width := range []int64{1280, 390} {
		b.open(file, width, "light")
		answer := ask[string](b, `[...document.querySelectorAll(".answer")]
			.find(e => e.getBoundingClientRect().bottom < innerHeight).textContent`)
		if !strings.HasPrefix(answer, "perf uses ") || !strings.HasSuffix(answer, ", in the geometric mean.") {
			t.Errorf("%d px: first in view is %q", width, answer)
		}
		for i, load := range loads() {
			id := fmt.Sprintf("c1-%d", i+1)
			title := ask[string](b, fmt.Sprintf(`document.getElementById("%s-title").textContent`, id))
			link := ask[string](b, fmt.Sprintf(`document.querySelector('.contents a[href="#%s"]').textContent`, id))
			if title != load || !strings.HasSuffix(link, ": "+load) {
				t.Errorf("%d px: chapter %s is %q, the link to it %q", width, id, title, link)
			}
			ask[int](b, fmt.Sprintf(`(document.querySelector('.contents a[href="#%s"]').click(), 0)`, id))
			if at := ask[float64](b, fmt.Sprintf(top+`(%q)`, id)); at < 0 || at > 100 {
				t.Errorf("%d px: after a click on %q its chapter stands at %g", width, load, at)
			}
		}
		mean := b.hover("c1-fig-geomean", 2) // below the two workloads
		if !strings.HasPrefix(mean, "energy.total\nperf: 1 → ") {
			t.Errorf("%d px: the tip of a mean says %q", width, mean)
		}
	}
	if said := b.console(); len(said) > 0 {
		t.Errorf("the console said:\n%s", strings.Join(said, "\n"))
	}
}

// overflows finds boxes that their words stick out of.
const overflows = `[...document.querySelectorAll(".cards>div, .headline, figure, .contents li, th")]
	.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => "sticks out: " + e.textContent.trim().slice(0, 60))`

// overlaps finds words in pictures that cover one another.
const overlaps = `[...document.querySelectorAll(".plot > svg")].flatMap(svg => {
	const words = [...svg.querySelectorAll("text")].map(e => [e.textContent, e.getBoundingClientRect()]);
	return words.flatMap(([a, p], i) => words.slice(i + 1).filter(([, q]) =>
		Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
		Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3)
		.map(([b]) => "overlap: " + a + " | " + b));
})`

// checkShot: a picture of the page has its width and many colours, in every part;
// the most frequent one is returned. With EASIM_SHOTS=DIR it is kept.
func checkShot(t *testing.T, name string, shot []byte, width int) color.RGBA {
	t.Helper()
	if dir := os.Getenv("EASIM_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	size := img.Bounds().Size()
	if size.X != width || size.Y < 3000 {
		t.Errorf("%s: %v", name, size)
	}
	colours := map[color.RGBA]int{}
	const part = 1000 // rows
	for top := 0; top+part <= size.Y; top += part {
		in := map[color.RGBA]int{}
		for y := top; y < top+part; y += 2 {
			for x := 0; x < size.X; x += 2 {
				r, g, bl, _ := img.At(x, y).RGBA()
				in[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8), 255}]++
			}
		}
		if len(in) < 10 {
			t.Errorf("%s: rows %d to %d have %d colours", name, top, top+part, len(in))
		}
		for c, n := range in {
			colours[c] += n
		}
	}
	var most color.RGBA
	for c, n := range colours {
		if n > colours[most] {
			most = c
		}
	}
	if share := float64(colours[most]) / float64(size.X*size.Y/4); share < 0.4 || share > 0.97 {
		t.Errorf("%s: the most frequent colour covers %.2f of it", name, share)
	}
	return most
}

// column reads a column of the table after a heading, visible rows only.
const column = `(h, i) => [...document.getElementById(h).closest("section").querySelector("table").tBodies[0].rows]
	.filter(r => !r.hidden).map(r => Number(r.cells[i].dataset.v))`

func (b *browser) sortsTables() {
	b.t.Helper()
	const click = `(document.querySelector("#c3-points th button").click(), 0)`
	read := "(" + column + `)("c3-points-title", 0)`
	ask[int](b, click)
	up := fmt.Sprint(ask[[]float64](b, read))
	ask[int](b, click)
	down := fmt.Sprint(ask[[]float64](b, read))
	if up != "[1 1 4 4 16 16]" || down != "[16 16 4 4 1 1]" {
		b.t.Errorf("sorted up %s, down %s", up, down)
	}
	sort := ask[string](b, `document.querySelector("#c3-points th").getAttribute("aria-sort")`)
	if sort != "descending" {
		b.t.Errorf("aria-sort is %q", sort)
	}
}

// hover moves the pointer to a mark of a figure and returns what the tip says.
func (b *browser) hover(figure string, mark int) string {
	b.t.Helper()
	at := ask[[]float64](b, fmt.Sprintf(`(() => {
		const f = document.getElementById(%q), d = JSON.parse(f.querySelector("script").textContent);
		f.scrollIntoView({block: "center"});
		const svg = [...f.querySelectorAll(".plot > svg")].find(s => s.getBoundingClientRect().width > 0);
		const form = svg.classList.contains("wide") ? d.wide : d.narrow;
		const box = svg.getBoundingClientRect(), k = box.width / form.size[0];
		const m = form.marks.slice(5 * %d);
		return [box.left + (m[0] + m[2] / 2) * k, box.top + (m[1] + m[3] / 2) * k];
	})()`, figure, mark))
	for range 40 { // a scroll that comes late hides the tip again
		time.Sleep(50 * time.Millisecond)
		b.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
		if text := b.tip(); text != "" {
			return text
		}
	}
	return ""
}

func (b *browser) tip() string {
	b.t.Helper()
	return ask[string](b, `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`)
}

func (b *browser) showsValues() {
	b.t.Helper()
	for _, c := range []struct {
		figure string
		mark   int
		want   string
	}{
		{"c1-fig-energy", 0, "LITTLE core busy: "},
		{"c1-fig-residency", 0, "cpu0 little"},
		{"c2-fig-changes", 0, "energy.total"},
		{"c3-fig-curve-score-mt", 1, "busy_factor=4, MISFIT_KICK\nscore_mt: "},
		{"c3-fig-pareto", 0, "energy.total: "},
		{"c4-fig-published", 0, "published +"},
	} {
		if got := b.hover(c.figure, c.mark); !strings.Contains(got, c.want) {
			b.t.Errorf("over mark %d of %s the tip says %q, want %q in it", c.mark, c.figure, got, c.want)
		}
	}
	b.do(chromedp.MouseEvent("mouseMoved", 1, 1))
	if got := b.tip(); got != "" {
		b.t.Errorf("away from the picture the tip still says %q", got)
	}
	ask[int](b, `(document.querySelector("#c3-fig-curve-score-mt .plot").focus(), 0)`)
	time.Sleep(50 * time.Millisecond) // the page may scroll to it
	const press = `(k => { const p = document.querySelector("#c3-fig-curve-score-mt .plot");
		p.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true})); return 0; })`
	ask[int](b, press+`("ArrowRight")`)
	first := b.tip()
	ask[int](b, press+`("ArrowRight")`)
	if second := b.tip(); !strings.HasPrefix(first, "busy_factor=1,") || !strings.HasPrefix(second, "busy_factor=4,") {
		b.t.Errorf("by keyboard the tips are %q and %q", first, second)
	}
	ask[int](b, press+`("Escape")`)
	if got := b.tip(); got != "" {
		b.t.Errorf("after Escape the tip still says %q", got)
	}
}

func (b *browser) zooms() {
	b.t.Helper()
	const read = `document.querySelector("#c1-fig-timeline-1 output").textContent`
	ask[int](b, `(document.querySelector("#c1-fig-timeline-1 .plot").focus(), 0)`)
	const press = `(k => { const p = document.querySelector("#c1-fig-timeline-1 .plot");
		p.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true})); return 0; })`
	button := func(label string) int {
		return ask[int](
			b,
			fmt.Sprintf(`(document.querySelector('#c1-fig-timeline-1 button[aria-label=%q]').click(), 0)`, label),
		)
	}
	whole := ask[string](b, read)
	button("Zoom in")
	half := ask[string](b, read)
	button("Later")
	later := ask[string](b, read)
	if whole != "0.0 to 100.0 ms" || half != "25.00 to 75.00 ms" || later != "50.00 to 100.00 ms" {
		b.t.Errorf("the timeline shows %q, zoomed %q, moved %q", whole, half, later)
	}
	const box = `document.querySelector("#c1-fig-timeline-1 svg.wide svg.zoom").getAttribute("viewBox")`
	view := ask[string](b, box)
	button("Show the whole cut")
	if back := ask[string](b, read); back != whole || view == ask[string](b, box) {
		b.t.Errorf("whole again: %q; the picture did not move", back)
	}
	time.Sleep(50 * time.Millisecond) // the page may scroll to it
	ask[int](b, press+`("ArrowDown")`)
	ask[int](b, press+`("ArrowRight")`)
	if tip := b.tip(); !strings.Contains(tip, " ms (") || !strings.Contains(tip, ": ") {
		b.t.Errorf("the tip of a span says %q", tip)
	}
	ask[int](b, press+`("Escape")`)
}

func (b *browser) chooses() {
	b.t.Helper()
	const shown = `[...document.querySelectorAll("#c3-curves figure")].filter(f => !f.hidden).map(f => f.id).join(" ")`
	before := ask[string](b, shown)
	ask[int](
		b,
		`([...document.querySelectorAll("#c3-curves .choice button")].find(b => b.textContent === "energy.big").click(), 0)`,
	)
	after := ask[string](b, shown)
	if !strings.Contains(before, "score-mt") || strings.Contains(after, "score-mt") ||
		!strings.Contains(after, "energy-big") {
		b.t.Errorf("shown at first %q, after the choice %q", before, after)
	}
}

func (b *browser) changesTheme() {
	b.t.Helper()
	const paper = `getComputedStyle(document.body).backgroundColor`
	click := func() { ask[int](b, `(document.querySelector(".theme").click(), 0)`) }
	system := ask[string](b, paper)
	click()
	light := ask[string](b, paper)
	click()
	dark := ask[string](b, paper)
	click()
	if light != system || dark == light || ask[string](b, paper) != system {
		b.t.Errorf("paper is %s by the system, %s light, %s dark", system, light, dark)
	}
}

// update makes the screenshot of the README anew.
var update = flag.Bool("update", false, "make testdata/doc/report.png anew")

// TestBrowserReadme: the README shows the top of the page of its sweep. What a
// browser draws differs from version to version, so the picture is made on request
// and only looked at here.
func TestBrowserReadme(t *testing.T) {
	const width, height = 1280, 1420
	file := filepath.Join("..", "..", "..", "testdata", "doc", "report.png")
	if *update {
		b := newBrowser(t)
		in := sweepInput(t, eas.Scenario{Workload: "geekbench-mt", Profile: "easv5.2-perf"}, []uint64{1, 2, 3, 4, 5},
			"busy_factor=1,2,4,8,16,32,64", "feat=MISFIT_KICK,NO_MISFIT_KICK")
		b.open(writePage(t, html(t, in)), width, "light")
		b.do(chromedp.EmulateViewport(width, height))
		shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, shot, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./eas/report/page -run BrowserReadme -update makes it", err)
	}
	img, err := png.Decode(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got.X != width || got.Y != height {
		t.Errorf("%s is %v, want %d x %d", file, got, width, height)
	}
}
