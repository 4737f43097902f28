#!/bin/sh
# Runs libFuzzer on one harness after the other.
#
#     tests/fuzz/run.sh build seconds [harness …]
#
# Findings are kept in the build's folder, beside the inputs that reached new code. A
# finding belongs into tests/fuzz/corpus once the fault is fixed.
set -eu

build=$1
seconds=$2
shift 2
[ $# -gt 0 ] || set -- $(find tests/fuzz -name '*_fuzz.c' |
	sed 's#.*/##; s/_fuzz\.c$//' | sort)

broken=
for name in "$@"; do
	found=$build/found/$name
	mkdir -p "$found" "$build/reached/$name"
	printf '%-12s ' "$name"
	harness=$(find "$build/tests/fuzz" -name "${name}_fuzz")
	if "$harness" -max_total_time="$seconds" -max_len=4096 -timeout=5 \
		-rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$found/" \
		"$build/reached/$name" "tests/fuzz/corpus/$name" >"$found.log" 2>&1; then
		sed -n 's/^stat::number_of_executed_units: *//p' "$found.log" |
			tr '\n' ' '
		echo "inputs tried"
	else
		echo "BROKEN, see $found.log"
		broken="$broken $name"
	fi
done
[ -z "$broken" ]
