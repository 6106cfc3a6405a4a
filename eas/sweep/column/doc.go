// Package column reads many runs fast. A file of runs holds one run a line, in the
// JSON form of [easim/eas.Result]; this package turns it into columns, one for each
// number of a run under its path, and keeps the columns in an index file beside it.
//
//	number.go   text to float64, exactly rounded
//	parse.go    walks the JSON of one line
//	tree.go     the places that lines have in common, each with its column
//	segment.go  the columns of some thousand lines
//	codec.go    a column in few bytes
//	index.go    the index file: segments one behind the other
//	table.go    Table: opens a file of runs, brings its index up to date
//
// Lines of one file look alike, so the walk predicts the next key from the last
// line and compares bytes; nothing is allocated per number. The names of columns
// are those of [easim/eas/compare.Readings].
//
// The index is a cache. Each segment says which bytes of the file of runs it
// covers and their checksum; what does not fit is made again. Its bytes follow
// from those of the file of runs alone.
package column
