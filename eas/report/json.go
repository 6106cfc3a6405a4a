package report

import (
	"encoding/json"
	"fmt"

	"easim/eas"
)

// JSON is a run in the form that scripts read: indented, keys in a fixed
// order, a newline at the end.
func JSON(r *eas.Result) ([]byte, error) {
	out, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}
