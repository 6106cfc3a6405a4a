// Package platforms holds the built-in boards: one platform file (TOML, see
// [easim/energy.Decode]) each, and the few lines that find them by name. Each
// file names the source of every number in its source and notes keys.
package platforms
