#!/bin/sh
# Prints what a running board says about its CPUs: frequencies, energy model,
# voltages, capacities, idle states, topology. It reads files and changes nothing.
#
#   on the board, as root:   sh collect.sh > board.txt
#   from another machine:    easim platform collect | ssh root@board sh > board.txt
#   an Android device:       easim platform collect | adb shell su 0 sh > board.txt
#   then:                    easim platform import board.txt -o board.toml
#
# Each line is a path and one line of that file, with a colon between. Only CPUs,
# the name of the board and the kernel's release are in it: no serial numbers, no
# addresses. An argument names another root directory than /.
set -u
root=${1-}

say() { printf '%s\n' "$*" >&2; }

# plain FILE: each line of a text file. cat, since Linux shows lists of CPUs
# (package_cpus_list) to a reader of blocks only, and read takes single bytes.
plain() {
	[ -f "$1" ] && [ -r "$1" ] || return 0
	# shellcheck disable=SC2002
	cat "$1" 2>/dev/null | while IFS= read -r line || [ -n "$line" ]; do
		printf '%s:%s\n' "${1#"$root"}" "$line"
	done
}

# strings FILE: texts that end with a zero byte, on one line.
strings() {
	[ -f "$1" ] && [ -r "$1" ] || return 0
	printf '%s:%s\n' "${1#"$root"}" "$(tr '\000' ' ' <"$1" 2>/dev/null)"
}

# word FILE: a big-endian number of four bytes.
word() {
	[ -f "$1" ] && [ -r "$1" ] || return 0
	# The output is four numbers: splitting it is the point.
	# shellcheck disable=SC2046
	set -- "$1" $(od -An -v -tu1 "$1" 2>/dev/null)
	[ $# -eq 5 ] || return 0
	printf '%s:%s\n' "${1#"$root"}" "$(((($2 * 256 + $3) * 256 + $4) * 256 + $5))"
}

debug=$root/sys/kernel/debug
cpu=$root/sys/devices/system/cpu

echo "# easim board dump 1"
strings "$root/sys/firmware/devicetree/base/model"
plain "$root/proc/sys/kernel/osrelease"

if ! [ -r "$debug/energy_model" ]; then
	say "collect: no $debug/energy_model: not root, debugfs not mounted, or a kernel without CONFIG_ENERGY_MODEL"
	say "collect: try again as root after: mount -t debugfs none /sys/kernel/debug"
fi
for dev in "$debug"/energy_model/*; do
	for f in cpus flags units; do plain "$dev/$f"; done
	for state in "$dev"/ps:* "$dev"/cs:*; do
		for f in frequency power cost performance inefficient; do plain "$state/$f"; done
	done
done

for opp in "$debug"/opp/cpu[0-9]*/opp:*; do
	for f in rate_hz u_volt_target supply-0/u_volt_target; do plain "$opp/$f"; done
done

for policy in "$cpu"/cpufreq/policy[0-9]* "$cpu"/cpu[0-9]*/cpufreq; do
	# In newer kernels a CPU's cpufreq is a link to its policy.
	[ -L "$policy" ] && continue
	for f in related_cpus affected_cpus scaling_available_frequencies scaling_boost_frequencies \
		cpuinfo_max_freq cpuinfo_transition_latency; do
		plain "$policy/$f"
	done
	plain "$policy/stats/time_in_state"
done

for c in "$cpu"/cpu[0-9]*; do
	plain "$c/cpu_capacity"
	plain "$c/regs/identification/midr_el1"
	strings "$c/of_node/compatible"
	word "$c/of_node/capacity-dmips-mhz"
	word "$c/of_node/dynamic-power-coefficient"
	for f in cluster_cpus_list cluster_id package_cpus_list core_siblings_list physical_package_id; do
		plain "$c/topology/$f"
	done
	for state in "$c"/cpuidle/state[0-9]*; do
		for f in name desc latency residency power; do plain "$state/$f"; done
	done
done

# Kernels with EAS 1.x.
for e in "$root"/proc/sys/kernel/sched_domain/cpu[0-9]*/domain[0-9]*/group[0-9]*/energy; do
	for f in nr_cap_states cap_states nr_idle_states idle_states; do plain "$e/$f"; done
done

# What the kernel said about energy models and CPUs when it started.
if [ -z "$root" ]; then
	dmesg 2>/dev/null | while IFS= read -r line; do
		case $line in
		*'EM: '* | *'Machine model: '* | *'Booting Linux on physical CPU'* | *'Booted secondary processor'* | *'Brought up '*)
			printf '/dmesg:%s\n' "$line"
			;;
		esac
	done
fi
