package export_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tomlOf writes a JSON document as TOML, as plainly as can be, so that the reader
// of platform files judges the JSON form.
func tomlOf(doc map[string]any) []byte {
	var b bytes.Buffer
	writeTable(&b, "", doc)
	return b.Bytes()
}

func writeTable(b *bytes.Buffer, path string, doc map[string]any) {
	var keys []string
	for k := range doc {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if !isTables(doc[k]) {
			fmt.Fprintf(b, "%s = %s\n", k, value(doc[k], k == "int" || k == "fp" || k == "mem"))
		}
	}
	for _, k := range keys {
		if !isTables(doc[k]) {
			continue
		}
		name := strings.TrimPrefix(path+"."+k, ".")
		for _, v := range doc[k].([]any) {
			t := v.(map[string]any)
			if k == "rate_set" && (t["name"] == "default" || t["name"] == "capacity") {
				if t["name"] == "default" { // the short form
					fmt.Fprintf(b, "rate = %s\n", value(t["int"], true))
				}
				continue
			}
			fmt.Fprintf(b, "[[%s]]\n", name)
			writeTable(b, name, t)
		}
	}
}

func isTables(v any) bool {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return false
	}
	_, ok = list[0].(map[string]any)
	return ok
}

func value(v any, decimals bool) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case bool:
		return strconv.FormatBool(v)
	case float64:
		if decimals {
			text := strconv.FormatFloat(v, 'f', -1, 64)
			if !strings.Contains(text, ".") {
				text += ".0"
			}
			return text
		}
		return strconv.FormatFloat(v, 'f', 0, 64)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = value(v[i], decimals)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "\"?\""
}
