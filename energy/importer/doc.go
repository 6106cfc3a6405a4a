// Package importer makes a platform of whatever a user has: it recognises the
// format and calls the reader of it.
//
//	device tree          compiled (.dtb); as source (.dts) through a compiler that
//	                     the caller lends
//	dump of a board      directory, tar archive, or text of lines "path:value"; also
//	                     a kernel log with lines of the energy model
//	LISA                 plat_info.yml, and the JSON files of 2016 to 2018
//	freqbench            results.json, results.csv
//	Wattson              cpu_1d.csv
//
// Each may be compressed with gzip. The platform that comes out has its
// provenance written into it (source) and holds only what the input says; what is
// missing, assumed or doubtful is in the list. It need not pass
// [energy.Platform.Validate]: a device tree rarely knows power, a dump may lack
// capacities. The caller writes it down ([energy.Encode]) and shows the list; the
// user fills the gaps.
//
// Input is hostile until shown otherwise: no reader panics, sizes and depths are
// bounded, memory stays below 256 MB, nothing is executed and nothing is written.
package importer
