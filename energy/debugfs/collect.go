package debugfs

import _ "embed"

//go:embed collect.sh
var collectScript string

// CollectScript returns a POSIX shell script that prints a dump of the board it
// runs on, in the form that [ReadText] reads. It only reads files.
func CollectScript() string { return collectScript }
