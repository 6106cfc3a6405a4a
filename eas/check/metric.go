package check

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"easim/eas"
)

// metric: a number of the run's JSON form.
func (c *Criterion) metric(r *record) measurement {
	v, why := lookup(r.result, c.Path)
	if why != "" {
		return measurement{unsure: why}
	}
	if c.Per != "" {
		per, why := lookup(r.result, c.Per)
		switch {
		case why != "":
			return measurement{unsure: why}
		case per == 0:
			return measurement{unsure: c.Per + " is 0"}
		}
		v /= per
	}
	return measurement{samples: []sample{{"", v}}, n: 1}
}

// lookup finds the number at a path of a result: keys joined by dots, an element
// of a list by its name, its id or its index.
func lookup(res *eas.Result, path string) (v float64, why string) {
	src, err := json.Marshal(res)
	if err != nil {
		return 0, err.Error()
	}
	var at any
	if err := json.Unmarshal(src, &at); err != nil {
		return 0, err.Error()
	}
	for rest := path; rest != ""; {
		next, left, ok := step(at, rest)
		if !ok {
			return 0, fmt.Sprintf("the run has no %s", path)
		}
		at, rest = next, left
	}
	if m, isMetric := at.(map[string]any); isMetric {
		at = m["value"]
	}
	switch x := at.(type) {
	case float64:
		return x, ""
	case nil:
		return 0, path + " is not known"
	}
	return 0, path + " is no number"
}

// step goes one key down; a name in a list may hold dots itself.
func step(at any, path string) (next any, rest string, ok bool) {
	switch x := at.(type) {
	case map[string]any:
		key, rest, _ := strings.Cut(path, ".")
		next, ok = x[key]
		return next, rest, ok
	case []any:
		for i, e := range x {
			if rest, ok := strings.CutPrefix(path+".", elementName(e, i)+"."); ok {
				return e, strings.TrimSuffix(rest, "."), true
			}
		}
	}
	return nil, "", false
}

func elementName(e any, index int) string {
	m, _ := e.(map[string]any)
	if name, ok := m["name"].(string); ok {
		return name
	}
	if id, ok := m["id"].(float64); ok {
		return strconv.FormatFloat(id, 'f', -1, 64)
	}
	return strconv.Itoa(index)
}
