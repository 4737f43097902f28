#!/bin/sh
# Checks that the contract still matches the digest of its feature level.
#
#     tests/contract/level.sh check|record GATEWAY LEVELS
#
# LEVELS (docs/levels.txt) holds "level digest" for each level of proto/changelog.c, the
# latest last. `record` adds the line of a new level.
set -eu

task=$1
now=$("$2" --print-level)
level=${now%% *}
levels=$3
known=$(grep "^$level " "$levels" || true)

[ "$known" != "$now" ] || exit 0
if [ -z "$known" ] && [ "$task" = record ]; then
	echo "$now" >>"$levels"
elif [ -z "$known" ]; then
	echo "$levels has no line for level $level; run make docs" >&2
	exit 1
else
	cat >&2 <<-END
	The contract has changed since level $level was described (operations, routes,
	fields, bounds, problems or tools). Describe the change in an entry for level
	$((level + 1)) in proto/changelog.c, then run \`make docs\`. If level $level is
	not released, extend its entry instead and remove its line from $levels.
	END
	exit 1
fi
