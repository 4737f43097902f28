/*
 * migrations.h - the SQL files of common/schema/migrations, embedded in kithctl at build
 * time.
 *
 * common/schema/migrations/embed.sh generates the C file with these definitions. `kithctl
 * migrate` applies them (services/ctl/migrate.c).
 */
#ifndef KITH_COMMON_SCHEMA_MIGRATIONS_H
#define KITH_COMMON_SCHEMA_MIGRATIONS_H

#include <stddef.h>

struct migration {
	const char *name; /* the file name without .sql: "0001_platform" */
	const char *sql;
};

/* In the order of application. */
extern const struct migration migrations[];
extern const size_t migration_count;

#endif
