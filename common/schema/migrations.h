/*
 * migrations.h - the SQL files of common/schema/migrations, embedded in kithctl at build time.
 *
 * common/schema/migrations/embed.sh prints the C file that defines these; `kithctl migrate` applies
 * them (services/ctl/migrate.c).
 */
#ifndef KITH_COMMON_SCHEMA_MIGRATIONS_H
#define KITH_COMMON_SCHEMA_MIGRATIONS_H

#include <stddef.h>

struct migration {
	const char *name; /* "0001_platform": the file's name without .sql */
	const char *sql;
};

/* In the order in which they are applied. */
extern const struct migration migrations[];
extern const size_t migration_count;

#endif
