/*
 * migrate_check.c - kithctl migrate --check: compares a database with this release,
 * read-only.
 */
#include <stdio.h>
#include <string.h>

#include "common/db/db.h"
#include "common/schema/migrations.h"
#include "common/secret/secret.h"
#include "services/ctl/migrate.h"

static const char LIST[] = "SELECT name, checksum FROM kith.migrations ORDER BY name";

/* The row of a migration, or -1. */
static int
row_of(const PGresult *applied, const char *name)
{
	for (int row = 0; row < PQntuples(applied); row++) {
		if (strcmp(PQgetvalue(applied, row, 0), name) == 0)
			return row;
	}
	return -1;
}

static bool
is_ours(const char *name)
{
	for (size_t i = 0; i < migration_count; i++) {
		if (strcmp(migrations[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Whether the checksum of an applied migration matches its text in this program. */
static bool
is_same(struct arena *arena, const struct migration *migration, const char *checksum)
{
	uint8_t hash[HASH_SIZE];

	secret_hash(migration->sql, strlen(migration->sql), hash);
	return strcmp(hex_encode(arena, hash, sizeof(hash)), checksum) == 0;
}

bool
migrate_compare(
	struct arena *arena, PGconn *connection, struct migrate_difference *difference)
{
	PGresult *applied = PQexec(connection, LIST);
	const char *state = PQresultErrorField(applied, PG_DIAG_SQLSTATE);
	/* Undefined table or schema: no migration was ever applied. */
	const bool fresh = state != NULL &&
		(strcmp(state, "42P01") == 0 || strcmp(state, "3F000") == 0);

	*difference = (struct migrate_difference){
		.pending = arena_array(arena, migration_count, sizeof(char *))};
	if (PQresultStatus(applied) != PGRES_TUPLES_OK && !fresh) {
		PQclear(applied);
		return false;
	}
	for (size_t i = 0; i < migration_count; i++) {
		int row = fresh ? -1 : row_of(applied, migrations[i].name);

		if (row < 0)
			difference->pending[difference->pending_count++] =
				migrations[i].name;
		else if (!is_same(arena, &migrations[i], PQgetvalue(applied, row, 1)))
			difference->changed = migrations[i].name;
	}
	for (int row = 0; !fresh && row < PQntuples(applied); row++) {
		if (!is_ours(PQgetvalue(applied, row, 0)))
			difference->unknown =
				arena_printf(arena, "%s", PQgetvalue(applied, row, 0));
	}
	PQclear(applied);
	return true;
}

/* Prints the difference; returns the exit status. */
static int
print_difference(const struct migrate_difference *difference)
{
	for (size_t i = 0; i < difference->pending_count; i++)
		printf("pending %s\n", difference->pending[i]);
	if (difference->changed != NULL)
		printf("changed %s: it differs from the applied text\n",
			difference->changed);
	if (difference->unknown != NULL)
		printf("unknown %s: a newer release applied it\n", difference->unknown);
	if (difference->pending_count > 0 || difference->changed != NULL)
		return MIGRATE_NOT_UP_TO_DATE;
	printf("the database is up to date\n");
	return 0;
}

int
migrate_check(const char *database_url)
{
	struct arena *arena = arena_new(16384);
	struct migrate_difference difference;
	PGconn *connection = PQconnectdb(database_url);
	int status = 1;

	if (PQstatus(connection) != CONNECTION_OK ||
		!migrate_compare(arena, connection, &difference))
		fprintf(stderr, "kithctl: the database cannot be read: %s",
			PQerrorMessage(connection));
	else
		status = print_difference(&difference);
	PQfinish(connection);
	arena_free(arena);
	return status;
}
