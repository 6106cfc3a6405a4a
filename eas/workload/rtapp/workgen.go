package rtapp

import "strconv"

// itoa is short for the decimal form of an int64.
func itoa(v int64) string { return strconv.FormatInt(v, 10) }

// renamer gives the keys of one object the names that workgen gives them: a key
// that was there before gets the first free number, counted once for the whole
// object. So both phases "heavy1" of a task survive, the second as "heavy11".
type renamer struct {
	seen map[string]bool
	next int64
}

func newRenamer() *renamer { return &renamer{seen: map[string]bool{}, next: 1} }

// name returns the name of the next member, called key in the file.
func (w *renamer) name(key string) string {
	name := key
	if w.seen[key] {
		name = key + itoa(w.next)
		for w.seen[name] {
			w.next++
			name = key + itoa(w.next)
		}
	}
	w.seen[name] = true
	return name
}
