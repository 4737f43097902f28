#!/bin/sh
# Prints a C file that holds the given SQL files, in the order of their names:
#     sh common/schema/migrations/embed.sh common/schema/migrations/*.sql > build/migrations.c
set -eu

printf '/* Printed by common/schema/migrations/embed.sh; do not edit. */\n'
printf '#include "common/schema/migrations.h"\n\n'

number=0
for file in "$@"; do
	number=$((number + 1))
	printf 'static const unsigned char sql_%d[] = {' "$number"
	od -An -v -tu1 "$file" | sed -e 's/\([0-9][0-9]*\)/\1,/g'
	printf '0};\n\n'
done

printf 'const struct migration migrations[] = {\n'
number=0
for file in "$@"; do
	number=$((number + 1))
	name=${file##*/}
	printf '\t{"%s", (const char *)sql_%d},\n' "${name%.sql}" "$number"
done
printf '};\n\nconst size_t migration_count = %d;\n' "$number"
