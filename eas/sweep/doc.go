// Package sweep runs grids of scenarios
package sweep
