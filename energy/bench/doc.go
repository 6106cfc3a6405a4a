// Package bench reads measured power tables and makes platforms of them.
//
// freqbench (kdrag0n) runs CoreMark on one CPU of each frequency domain at each
// frequency and subtracts what the rest of the board draws: results.json, and
// results.csv with less in it. The powers are of one busy CPU, its share of the
// cluster included, so they make a table of kind em; the scores make the rates.
// Domains are named by the CPU that was measured (CPU 1 stands for the first one,
// since CPU 0 keeps house); the others are those up to the next.
//
// Wattson (Perfetto) has curves of its own, cpu_1d.csv: for each device, policy and
// frequency the power of one active CPU, of one in idle state 0 and 1, and the
// static power that the CPUs of a policy share. That is what EAS 1.x calls core and
// cluster costs, so it makes a table of kind eas1x. The file has no capacities and
// does not say how many CPUs the last policy has.
//
// Powers in both are milliwatts with decimals; the tables are in microwatts.
//
// Sources: bench.py of kdrag0n/freqbench@0a79a0b9;
// src/trace_processor/plugins/wattson/data/*/cpu_1d.csv and
// perfetto_sql/stdlib/wattson of google/perfetto.
package bench
