/*
 * migrate.c - applies the SQL files that the program contains: in order, once, forward
 * only.
 *
 * Each file and its row in kith.migrations are written in one transaction. The row holds
 * the file's checksum. A file that changed after it was applied is refused, because the
 * state of the database is then unknown.
 *
 * Services work meanwhile. Their statements queue behind a lock that the file waits for,
 * and fail after a second. So a file that does not get a lock soon, or waits for a
 * transaction that waits for it, is rolled back and begins again.
 *
 * A file with the line OUTSIDE runs without a transaction, one statement after the other:
 * indexes made concurrently, and procedures that commit. Writers are not blocked
 * meanwhile. Such a file must be repeatable, because it runs again after a failure.
 */
#include "services/ctl/migrate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/db/db.h"
#include "common/schema/migrations.h"
#include "common/secret/secret.h"
#include "proto/op.h"

#define TOKEN "kith_role_"
#define OUTSIDE "\n-- kithctl: outside a transaction\n"

/* Serializes concurrent runs. The number is arbitrary; no other code may lock it. A run
 * asks again and again, because CREATE INDEX CONCURRENTLY waits for all statements that
 * began before it, and so for one that waits for the lock. */
static const char LOCK[] = "SELECT pg_try_advisory_lock(5208453219411)";
#define LOCK_RETRY_US 100000

static const char PREPARE[] = "SET client_min_messages = warning;"
			      "SET statement_timeout = 0;"
			      "CREATE SCHEMA IF NOT EXISTS kith;"
			      "CREATE TABLE IF NOT EXISTS kith.migrations ("
			      " name text CONSTRAINT migrations_pkey PRIMARY KEY,"
			      " checksum text NOT NULL,"
			      " applied_at timestamptz NOT NULL DEFAULT now())";

static const char BEGIN[] = "BEGIN; SET LOCAL lock_timeout = '200ms'";
static const char *const BLOCKED[] = {
	"55P03" /* no lock in time */, "40P01" /* deadlock */};
#define BLOCKED_TRIES_MAX 300
#define BLOCKED_RETRY_US 200000

static const char FIND[] = "SELECT checksum FROM kith.migrations WHERE name = $1";
static const char NOTE[] = "INSERT INTO kith.migrations (name, checksum) VALUES ($1, $2)";

/* The service in a token kith_role_<service> at `at`, or NULL; *size is the length of its
 * name. */
static const char *
service_at(const char *at, size_t *size)
{
	const char *name = at + strlen(TOKEN);

	*size = 0;
	while (islower((unsigned char)name[*size]))
		(*size)++;
	if (isalnum((unsigned char)name[*size]) || name[*size] == '_')
		return NULL;
	for (int i = 0; i < SERVICE_COUNT; i++)
		if (strlen(service_names[i]) == *size &&
			memcmp(service_names[i], name, *size) == 0)
			return service_names[i];
	return NULL;
}

/* Replaces each kith_role_<service> in the SQL by the quoted name of that role. */
static char *
name_roles(struct arena *arena, PGconn *connection, const char *sql)
{
	struct buffer out = {.arena = arena};
	const char *from = sql;

	for (const char *at; (at = strstr(from, TOKEN)) != NULL;) {
		size_t size;
		const char *service = service_at(at, &size);
		char *role =
			service == NULL ? NULL : migrate_role_name(connection, service);
		size_t skip = strlen(TOKEN) + (role == NULL ? 0 : size);

		buffer_append(
			&out, from, (size_t)(at - from) + (role == NULL ? skip : 0));
		if (role != NULL)
			buffer_append(&out, role, strlen(role));
		PQfreemem(role);
		from = at + skip;
	}
	buffer_append(&out, from, strlen(from) + 1);
	return (char *)out.data;
}

/* Executes statements that end with ";" at the end of a line, each by itself. */
static bool
execute_each(struct arena *arena, PGconn *connection, const struct migration *migration)
{
	const char *from = migration->sql;

	for (const char *end; (end = strstr(from, ";\n")) != NULL; from = end + 2) {
		if (!migrate_execute(connection, migration->name,
			    arena_copy(arena, from, (size_t)(end - from))))
			return false;
	}
	return true;
}

/* Executes a file's SQL in the open transaction. *blocked: it had to wait for a lock, and
 * may begin again. Prints the message of another error. */
static bool
execute_inside(PGconn *connection, const char *name, const char *sql, bool *blocked)
{
	PGresult *result = PQexec(connection, sql);
	const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const bool done = code == NULL && PQstatus(connection) == CONNECTION_OK;

	*blocked = false;
	for (size_t i = 0; code != NULL && i < COUNT_OF(BLOCKED); i++)
		*blocked = *blocked || strcmp(code, BLOCKED[i]) == 0;
	PQclear(result);
	return done || (!*blocked && migrate_complain(connection, name));
}

/* Applies a file, and notes that it did, in one transaction. */
static bool
apply_inside(PGconn *connection, const char *name, const char *sql, const char *checksum,
	bool *blocked)
{
	const char *const values[] = {name, checksum};
	PGresult *noted;
	bool done;

	*blocked = false;
	if (!migrate_execute(connection, name, BEGIN))
		return false;
	if (!execute_inside(connection, name, sql, blocked)) {
		migrate_execute(connection, name, "ROLLBACK");
		return false;
	}
	noted = PQexecParams(connection, NOTE, 2, NULL, values, NULL, NULL, 0);
	done = PQresultStatus(noted) == PGRES_COMMAND_OK ||
		migrate_complain(connection, name);
	PQclear(noted);
	return migrate_execute(connection, name, done ? "COMMIT" : "ROLLBACK") && done;
}

static bool
apply(struct arena *arena, PGconn *connection, const struct migration *migration,
	const char *checksum)
{
	const bool outside = strstr(migration->sql, OUTSIDE) != NULL;
	const char *sql = outside ? "" : name_roles(arena, connection, migration->sql);
	bool blocked = true;

	if (outside && !execute_each(arena, connection, migration))
		return false;
	for (int tries = 1;; tries++) {
		if (apply_inside(connection, migration->name, sql, checksum, &blocked))
			break;
		if (blocked && tries == BLOCKED_TRIES_MAX)
			fprintf(stderr,
				"kithctl: %s: other transactions hold its tables; end "
				"them (pg_stat_activity shows them), then run this "
				"again\n",
				migration->name);
		if (!blocked || tries == BLOCKED_TRIES_MAX)
			return false;
		usleep(BLOCKED_RETRY_US);
	}
	printf("applied %s\n", migration->name);
	return true;
}

static bool
consider(struct arena *arena, PGconn *connection, const struct migration *migration)
{
	const char *const values[] = {migration->name};
	uint8_t hash[HASH_SIZE];
	const char *checksum;
	PGresult *found;
	bool known, same;

	secret_hash(migration->sql, strlen(migration->sql), hash);
	checksum = hex_encode(arena, hash, sizeof(hash));
	found = PQexecParams(connection, FIND, 1, NULL, values, NULL, NULL, 0);
	if (PQresultStatus(found) != PGRES_TUPLES_OK) {
		PQclear(found);
		return migrate_complain(connection, migration->name);
	}
	known = PQntuples(found) == 1;
	same = known && strcmp(PQgetvalue(found, 0, 0), checksum) == 0;
	PQclear(found);
	if (!known)
		return apply(arena, connection, migration, checksum);
	if (!same)
		fprintf(stderr,
			"kithctl: %s was changed after it was applied; restore its "
			"original text\n",
			migration->name);
	return same;
}

/* Waits for the lock; it is released when the connection ends. */
static bool
lock(PGconn *connection)
{
	for (;;) {
		PGresult *result = PQexec(connection, LOCK);
		const bool asked = PQresultStatus(result) == PGRES_TUPLES_OK;
		const bool locked = asked && PQgetvalue(result, 0, 0)[0] == 't';

		PQclear(result);
		if (!asked)
			return migrate_complain(connection, "locking");
		if (locked)
			return true;
		usleep(LOCK_RETRY_US);
	}
}

static bool
migrate(struct arena *arena, PGconn *connection, bool other_secret)
{
	if (!lock(connection) || !migrate_execute(connection, "preparing", PREPARE) ||
		!migrate_secret_check(arena, connection, other_secret) ||
		!migrate_roles(connection))
		return false;
	for (size_t i = 0; i < migration_count; i++)
		if (!consider(arena, connection, &migrations[i]))
			return false;
	return migrate_secret_note(arena, connection, other_secret);
}

int
migrate_run(const char *database_url, bool other_secret)
{
	struct arena *arena = arena_new(65536);
	struct db *db = db_new(database_url, NULL);
	PGconn *connection = db_connection(db);
	bool done = false;

	if (connection == NULL)
		fprintf(stderr, "kithctl: the database cannot be reached: %s\n",
			db_error(db));
	else
		done = migrate(arena, connection, other_secret);
	if (done)
		printf("the database is up to date\n");
	db_free(db);
	arena_free(arena);
	return done ? 0 : 1;
}
