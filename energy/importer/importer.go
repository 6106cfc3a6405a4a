package importer

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"easim/energy"
	"easim/energy/bench"
	"easim/energy/debugfs"
	"easim/energy/devicetree"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/lisa"
)

// MaxBytes is the largest file that is read, after decompression.
const MaxBytes = 32 << 20

// maxFindings is how much is said about one input.
const maxFindings = 1000

// Options are the choices that an input cannot make for itself; the zero value
// makes none.
type Options struct {
	draft.Options

	// CompileTree compiles a device tree source; nil if there is no compiler. The
	// error is what the compiler says.
	CompileTree func(source []byte) ([]byte, error)
}

// Source is what to import: a file's contents, or a directory.
type Source struct {
	Data []byte
	Dir  fs.FS // if not nil, Data is not looked at
}

// ErrFormat is wrapped by the error of an input that no reader knows.
var ErrFormat = errors.New("unknown format")

// Import makes a platform of an input. name is its file name, for messages and
// provenance; "-" is standard input.
//
// The list holds, with places in the input, its faults (errors: a number that is
// none, a power below 0) and, as warnings, what is missing, assumed or doubtful.
// The platform holds what could be read, and is nil if that is nothing; with
// errors in the list it should not be used unless the user says so. The error says
// that the input could not be read as anything.
func Import(name string, src Source, o Options) (*energy.Platform, diag.List, error) {
	if name == "-" {
		name = "standard input"
	}
	if src.Dir != nil {
		files, err := debugfs.ReadDir(src.Dir)
		if err != nil {
			return nil, nil, fmt.Errorf("importer: %s: %w", name, err)
		}
		if what := files.Denied(); files.Empty() && what != "" {
			return nil, nil, fmt.Errorf("importer: %s: %s could not be read; read it as root", name, what)
		}
		if files.Empty() {
			return nil, nil, fmt.Errorf("importer: %s: %w: no file in it that says something about CPUs; "+
				"want a copy of /sys with devices/system/cpu and kernel/debug/energy_model", name, ErrFormat)
		}
		p, list := debugfs.Import(name, nil, &files, o.Options)
		return p, list.Limit(maxFindings), nil
	}
	p, list, err := file(name, src.Data, o, true)
	if err != nil {
		return nil, nil, fmt.Errorf("importer: %s: %w", name, err)
	}
	return p, list.Limit(maxFindings), nil
}

// file imports a file's contents; compressed ones once.
func file(name string, data []byte, o Options, mayUnpack bool) (*energy.Platform, diag.List, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, nil, fmt.Errorf("larger than %d MB", MaxBytes>>20)
	case len(data) == 0:
		return nil, nil, fmt.Errorf("%w: there is nothing in it", ErrFormat)
	}
	switch f := Detect(name, data); f {
	case DeviceTree:
		return devicetree.Import(name, data, o.Options)
	case DeviceTreeSource:
		return source(name, data, o)
	case BoardDump:
		files, err := debugfs.ReadText(data)
		return dump(name, data, &files, err, o)
	case BoardArchive:
		files, err := debugfs.ReadTar(bytes.NewReader(data))
		return dump(name, data, &files, err, o)
	case LISAYAML, LISAJSON:
		return lisa.Import(name, data, o.Options)
	case FreqbenchJSON:
		return bench.FreqbenchJSON(name, data, o.Options)
	case FreqbenchCSV:
		return bench.FreqbenchCSV(name, data, o.Options)
	case WattsonCSV:
		return bench.Wattson(name, data, o.Options)
	case Gzip:
		if !mayUnpack {
			break
		}
		plain, err := gunzip(data)
		if err != nil {
			return nil, nil, err
		}
		return file(name, plain, o, false)
	case PlatformFile:
		return nil, nil, fmt.Errorf("%w: it is a platform file already; see \"easim platform validate\"", ErrFormat)
	case Unknown:
	}
	return nil, nil, fmt.Errorf("%w; want a device tree (.dtb, .dts), a dump of a board (directory, tar, text), "+
		"LISA's plat_info.yml or platform JSON, freqbench's results.json or .csv, or Wattson's cpu_1d.csv", ErrFormat)
}

// dump imports the files of a board's dump.
func dump(name string, data []byte, files *debugfs.Files, err error, o Options) (*energy.Platform, diag.List, error) {
	if err != nil {
		return nil, nil, err
	}
	if files.Empty() {
		return nil, nil, fmt.Errorf("%w: no file in the archive that says something about CPUs", ErrFormat)
	}
	p, list := debugfs.Import(name, data, files, o.Options)
	return p, list, nil
}

// maxSource is the largest device tree source that is compiled: ten times what a
// board of Linux 6.12 has after the preprocessor.
const maxSource = 4 << 20

// source compiles a device tree source with what the caller lends.
func source(name string, data []byte, o Options) (*energy.Platform, diag.List, error) {
	switch {
	case o.CompileTree == nil:
		return nil, nil, errors.New("a device tree source, which dtc has to compile: install device-tree-compiler, " +
			"or compile it elsewhere and import the .dtb")
	case len(data) > maxSource:
		return nil, nil, fmt.Errorf("a device tree source larger than %d MB", maxSource>>20)
	case bytes.Contains(data, []byte("\n#include")), bytes.HasPrefix(data, []byte("#include")):
		return nil, nil, errors.New(
			"a device tree source with #include: run it through the preprocessor first, as the kernel does: " +
				"cpp -nostdinc -undef -D__DTS__ -x assembler-with-cpp -I include FILE.dts > plain.dts",
		)
	case readsFiles(data):
		return nil, nil, errors.New("a device tree source that reads other files (/include/, /incbin/), which it may not " +
			"do here: compile it where they lie, dtc -I dts -O dtb -o FILE.dtb FILE.dts, and import the .dtb")
	}
	blob, err := o.CompileTree(data)
	if err != nil {
		return nil, nil, err
	}
	return devicetree.Import(name, blob, o.Options)
}

// readsFiles reports whether a source would make dtc read other files, any that
// the user may read.
func readsFiles(src []byte) bool {
	for rest := src; ; {
		_, after, ok := bytes.Cut(rest, []byte("/include/"))
		if !ok {
			return bytes.Contains(src, []byte("/incbin/"))
		}
		if bytes.HasPrefix(bytes.TrimLeft(after, " \t\r\n\f\v"), []byte(`"`)) {
			return true
		}
		rest = after
	}
}

// gunzip decompresses a file, to at most MaxBytes.
func gunzip(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	plain, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	if len(plain) > MaxBytes {
		return nil, fmt.Errorf("gzip: larger than %d MB when decompressed", MaxBytes>>20)
	}
	return plain, nil
}
