#!/bin/sh
# Whether the contract still has the shape that its feature level had when it was described.
#
#     tests/contract/level.sh check|record GATEWAY LEVELS
#
# LEVELS (docs/levels.txt) holds "level digest" for each level of proto/changelog.c, the latest
# last. `record` adds the line of a level that has none yet.
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
	echo "$levels has no line for level $level: make docs" >&2
	exit 1
else
	cat >&2 <<-END
	The contract has changed since level $level was described (operations, routes, fields, bounds,
	problems or tools). Say what is new in an entry for level $((level + 1)) in proto/changelog.c, then
	\`make docs\`. If level $level has never been released, extend its entry instead and take its line
	out of $levels.
	END
	exit 1
fi
