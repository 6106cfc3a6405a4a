package place

import (
	"encoding/json"
	"testing"

	"easim/testdata"
)

func readBoards(t *testing.T) map[string]boardSpec {
	t.Helper()
	var list []boardSpec
	if err := json.NewDecoder(testdata.Vectors(t, "eas1/platforms.json")).Decode(&list); err != nil {
		t.Fatal(err)
	}
	specs := make(map[string]boardSpec)
	for _, s := range list {
		specs[s.Name] = s
	}
	return specs
}
