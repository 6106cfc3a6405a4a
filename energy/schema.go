package energy

import (
	"bytes"
	_ "embed"
)

//go:embed platform.schema.json
var platformSchema []byte

// Schema returns the JSON Schema (draft 7) of platform files, for editors that
// complete and check TOML. It says what one value may be; laws between values are
// beyond a schema (see package lint).
func Schema() []byte { return bytes.Clone(platformSchema) }
