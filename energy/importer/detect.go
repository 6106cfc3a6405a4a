package importer

import (
	"bytes"
	"encoding/binary"
	"strings"

	"easim/energy/bench"
	"easim/energy/debugfs"
	"easim/energy/devicetree"
	"easim/energy/jsontree"
	"easim/energy/lisa"
)

// Format is a form of input.
type Format uint8

// The formats. The zero value is none of them.
const (
	Unknown Format = iota
	DeviceTree
	DeviceTreeSource
	BoardDump    // text
	BoardArchive // tar
	LISAYAML
	LISAJSON
	FreqbenchJSON
	FreqbenchCSV
	WattsonCSV
	PlatformFile // already a platform of ours
	Gzip
)

var formatNames = [...]string{
	"unknown", "device tree", "device tree source", "dump of a board", "archive with the dump of a board",
	"LISA platform info", "LISA platform JSON", "freqbench results", "freqbench results (CSV)", "Wattson curves",
	"platform file", "gzip",
}

// String names the format for a message.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return formatNames[Unknown]
}

// Detect recognises the format of a file by its contents; the name only decides
// between forms of text that look alike.
func Detect(name string, data []byte) Format {
	switch {
	case len(data) >= 4 && binary.BigEndian.Uint32(data) == devicetree.Magic:
		return DeviceTree
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		return Gzip
	case len(data) >= 512 && bytes.HasPrefix(data[257:], []byte("ustar")):
		return BoardArchive
	case bytes.IndexByte(data[:min(len(data), 4096)], 0) >= 0:
		return Unknown // binary
	}
	return detectText(strings.ToLower(name), data)
}

func detectText(name string, data []byte) Format {
	start := bytes.TrimLeft(jsontree.Plain(data[:min(len(data), 1<<16)]), "\xef\xbb\xbf \t\r\n")
	first, _, _ := bytes.Cut(data, []byte("\n"))
	header := strings.TrimRight(string(first), "\r")
	switch {
	case bytes.HasPrefix(start, []byte("/dts-v1/")), strings.HasSuffix(name, ".dts"):
		return DeviceTreeSource
	case bytes.HasPrefix(start, []byte("{")):
		return detectJSON(data)
	case bench.IsWattsonHeader(header):
		return WattsonCSV
	case bench.IsFreqbenchHeader(header):
		return FreqbenchCSV
	case strings.HasSuffix(name, ".toml"):
		return PlatformFile
	}
	const enough = 1 << 20
	if f, err := debugfs.ReadText(data[:min(len(data), enough)]); err == nil && !f.Empty() {
		return BoardDump
	}
	if hasLine(data, "format") && hasLine(data, "[[cpu_type]]") {
		return PlatformFile
	}
	for _, key := range [...]string{"platform-info:", "conf:", "cpus-count:", "freq-domains:", "nrg-model:"} {
		if hasLine(data, key) {
			return LISAYAML
		}
	}
	return Unknown
}

// detectJSON tells the JSON files apart by their keys. A file that is broken is
// taken for the one whose keys stand in it, so that the right reader says where.
func detectJSON(data []byte) Format {
	root, err := jsontree.Parse(data)
	switch {
	case err == nil && bench.IsFreqbench(root):
		return FreqbenchJSON
	case err == nil && lisa.IsConf(root):
		return LISAJSON
	case err != nil && bytes.Contains(data, []byte(`"coremark_score"`)):
		return FreqbenchJSON
	case err != nil:
		return LISAJSON
	}
	return Unknown
}

// hasLine reports whether a line of text begins with prefix, blanks apart.
func hasLine(data []byte, prefix string) bool {
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(prefix)) {
			return true
		}
	}
	return false
}
