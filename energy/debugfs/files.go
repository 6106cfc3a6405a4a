package debugfs

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Limits of what is read of a dump. A board of 512 CPUs stays far below.
const (
	maxFiles     = 100_000
	maxFileBytes = 1 << 20  // one file; a kernel log is cut there
	maxBytes     = 16 << 20 // all files that matter
	maxPath      = 1024
)

// file is one file of a dump.
type file struct {
	path  string
	value string
	line  int  // of a text dump; 0 otherwise
	raw   bool // the bytes as the kernel gives them, not made readable
}

// Files are the files of a dump that can matter.
type Files struct {
	list   []file
	bytes  int
	denied []string // files and directories that could not be read
}

// errLarge is wrapped by the error of a dump beyond the limits.
var errLarge = errors.New("larger than any board's dump")

// add keeps a file that can matter. It reports whether there is room for more.
func (f *Files) add(x file) error {
	if len(x.path) > maxPath || subjectOf(strings.Split(x.path, "/")) == nil {
		return nil
	}
	f.bytes += len(x.path) + len(x.value)
	if len(f.list) >= maxFiles || f.bytes > maxBytes {
		return fmt.Errorf("debugfs: %w: more than %d files or %d MB", errLarge, maxFiles, maxBytes>>20)
	}
	f.list = append(f.list, x)
	return nil
}

// ReadText reads a dump in the form of lines "path:value". Lines of another form
// are taken for those of a kernel log. Lines of one path that follow each other
// are one file.
func ReadText(data []byte) (Files, error) {
	var f Files
	var last file
	var more strings.Builder // the lines of last behind its first
	flush := func() error {
		if last.path == "" {
			return nil
		}
		last.value += more.String()
		more.Reset()
		return f.add(last)
	}
	line := 0
	for text := range bytes.Lines(data) {
		line++
		s := strings.TrimRight(strings.ToValidUTF8(string(text), "?"), "\r\n")
		p, value, ok := cutPath(s)
		if !ok {
			p, value = logPath, s
			if !strings.Contains(s, "EM: ") && !logWorth(s) {
				continue
			}
		}
		if p == last.path && p != logPath {
			if more.Len()+len(value) < maxFileBytes {
				more.WriteByte('\n')
				more.WriteString(value)
			}
			continue
		}
		if err := flush(); err != nil {
			return Files{}, err
		}
		last = file{path: p, value: value[:min(len(value), maxFileBytes)], line: line}
	}
	if err := flush(); err != nil {
		return Files{}, err
	}
	return f, nil
}

// cutPath divides a line "path:value". A path has a slash and no blank; the
// colons in directory names such as "ps:450000" and "opp:1000000000" belong to it.
func cutPath(line string) (p, value string, ok bool) {
	end := strings.IndexAny(line, " \t")
	if end < 0 {
		end = len(line)
	}
	from := 0
	for {
		i := strings.IndexByte(line[from:min(end, maxPath)], ':')
		if i < 0 {
			return "", "", false
		}
		i += from
		switch base := path.Base(line[:i]); base {
		case "ps", "cs", "opp":
			from = i + 1
		default:
			if !strings.Contains(line[:i], "/") {
				return "", "", false
			}
			return strings.TrimPrefix(line[:i], "/"), line[i+1:], true
		}
		if from >= min(end, maxPath) {
			return "", "", false
		}
	}
}

// ReadDir reads a dump, or the root of a running system, from a directory.
// Directories that cannot hold anything that matters are not entered, symbolic
// links are not followed. What may not be read is left out; see [Files.Denied].
func ReadDir(fsys fs.FS) (Files, error) {
	var f Files
	seen := 0
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if seen++; seen > maxFiles {
			return fmt.Errorf("debugfs: %w: more than %d files", errLarge, maxFiles)
		}
		segments := strings.Split(p, "/")
		switch {
		case err != nil && p == ".":
			return err
		case err != nil:
			if enters(segments[len(segments)-1]) {
				f.denied = append(f.denied, p)
			}
			return skip(d)
		case d.IsDir():
			return enterOrSkip(segments)
		case !d.Type().IsRegular() || subjectOf(segments) == nil:
			return nil
		}
		value, err := readFile(fsys, p)
		if err != nil {
			f.denied = append(f.denied, p)
			return nil
		}
		return f.add(file{path: p, value: value, raw: true})
	})
	if err != nil {
		return Files{}, fmt.Errorf("debugfs: %w", err)
	}
	return f, nil
}

// enterOrSkip keeps the walk out of the rest of /sys and /proc: far down, only
// directories on the way to what matters are entered.
func enterOrSkip(segments []string) error {
	n := len(segments)
	device := n > 1 && (segments[n-2] == "energy_model" || segments[n-2] == "cpufreq_stats")
	if n > 3 && !enters(segments[n-1]) && !device || n > 24 {
		return fs.SkipDir
	}
	return nil
}

func skip(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func readFile(fsys fs.FS, p string) (string, error) {
	h, err := fsys.Open(p)
	if err != nil {
		return "", err
	}
	defer h.Close()
	data, err := io.ReadAll(io.LimitReader(h, maxFileBytes))
	return string(data), err
}

// ReadTar reads a dump from an archive. Nothing is written anywhere, whatever the
// names in it say.
func ReadTar(r io.Reader) (Files, error) {
	var f Files
	t := tar.NewReader(r)
	for seen := 0; ; seen++ {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return f, nil
		case err != nil:
			return Files{}, fmt.Errorf("debugfs: archive: %w", err)
		case seen > maxFiles:
			return Files{}, fmt.Errorf("debugfs: %w: more than %d files", errLarge, maxFiles)
		case h.Typeflag != tar.TypeReg || len(h.Name) > maxPath:
			continue
		}
		p := strings.TrimPrefix(path.Clean("/"+h.Name), "/")
		if subjectOf(strings.Split(p, "/")) == nil {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(t, maxFileBytes))
		if err != nil {
			return Files{}, fmt.Errorf("debugfs: archive: %s: %w", h.Name, err)
		}
		if err := f.add(file{path: p, value: string(data), raw: true}); err != nil {
			return Files{}, err
		}
	}
}

// Empty reports whether no file of the dump can matter.
func (f *Files) Empty() bool { return len(f.list) == 0 }

// Denied says what of a directory could not be read though it may matter; "" if
// nothing.
func (f *Files) Denied() string {
	switch n := len(f.denied); n {
	case 0:
		return ""
	case 1:
		return f.denied[0]
	default:
		return fmt.Sprintf("%s and %d more", f.denied[0], n-1)
	}
}

// sorted returns the files in the order of their numbers, so that cpu2 stands
// before cpu10 and a dump means the same in whatever order it was written.
func (f *Files) sorted() []file {
	list := slices.Clone(f.list)
	slices.SortStableFunc(list, func(a, b file) int { return naturalCompare(a.path, b.path) })
	return list
}

// naturalCompare orders texts with runs of digits by their numbers.
func naturalCompare(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
