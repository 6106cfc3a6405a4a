// Package diag is how the readers of files complain: what is wrong, where, and
// what to do about it, all faults of a file at once.
//
// A reader makes one [List], adds to it with a key path such as
// "table[0].domain[1].core_busy[2]", and at the end calls [List.Locate] with an
// [Index] of the source, which turns key paths into line numbers. [List.Render]
// prints the list with the lines it speaks of. [Fields] reads a decoded TOML
// document key by key and adds a diagnostic for each wrong type and each unknown
// key; [Nearest] finds what a mistyped name was meant to be.
//
// The package stands on floor 0: it knows no file format but the shape of TOML
// keys, and imports the standard library only.
package diag
