package check

import (
	"fmt"
	"strings"
	"time"
)

// String names the moment for a person, such as "3s" or "exit 1 of migrator".
func (in Instant) String() string {
	var name string
	switch in.Event {
	case NoEvent:
		return "none"
	case Start:
		return time.Duration(in.Plus).String()
	case WindowStart:
		name = "start"
	case WindowEnd:
		name = "end"
	case Exit:
		name = fmt.Sprintf("exit %d of %s", in.Nth, strings.Join(in.Tasks, ", "))
	case FirstRun:
		name = fmt.Sprintf("first run %d of %s", in.Nth, strings.Join(in.Tasks, ", "))
	}
	switch plus := time.Duration(in.Plus); {
	case plus > 0:
		name += " +" + plus.String()
	case plus < 0:
		name += " " + plus.String()
	}
	return name
}
