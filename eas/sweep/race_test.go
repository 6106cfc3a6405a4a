//go:build race

package sweep

// raceEnabled says that the race detector makes everything slower and larger.
const raceEnabled = true
