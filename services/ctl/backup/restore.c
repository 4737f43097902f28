/*
 * restore.c - kithctl restore: replaces the database by a backup.
 *
 * Either everything is restored or nothing. The backup is verified before the database is
 * touched. It is restored into a new database, compared table by table with the manifest,
 * and migrated to this release. Only then are the databases renamed, in one transaction.
 * The old database is kept under another name unless it was empty.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/base/version.h"
#include "common/config/config.h"
#include "services/ctl/backup/inside.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/keys.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/database_url.h"

#define MAINTENANCE \
	"postgres" /* a database can be renamed only without connections to it */

struct restore {
	struct arena *arena;
	const struct backup_options *options;
	const char *name, *fresh, *before; /* databases: current, new, renamed old one */
	bool exists;                       /* the current database exists */
	PGconn *server;                    /* connected to MAINTENANCE */
};

/* Whether a query returns "t". */
static bool
holds(PGconn *connection, const char *question)
{
	PGresult *result = PQexec(connection, question);
	bool holds = PQresultStatus(result) == PGRES_TUPLES_OK &&
		PQntuples(result) == 1 && strcmp(PQgetvalue(result, 0, 0), "t") == 0;

	PQclear(result);
	return holds;
}

/* Executes a statement after replacing each %s by the quoted name of a database. */
static bool
execute(struct restore *restore, const char *format, const char *one, const char *other)
{
	char *first = PQescapeIdentifier(restore->server, one, strlen(one));
	char *second = PQescapeIdentifier(restore->server, other, strlen(other));
	const char *head = strstr(format, "%s") + 2;
	const char *tail = strstr(head, "%s");
	bool done = migrate_execute(restore->server, "the server",
		arena_printf(restore->arena, "%.*s%s%.*s%s%s", (int)(head - 2 - format),
			format, first,
			(int)(tail != NULL ? tail - head : (ptrdiff_t)strlen(head)), head,
			tail != NULL ? second : "", tail != NULL ? tail + 2 : ""));

	PQfreemem(first);
	PQfreemem(second);
	return done;
}

/* Whether a database has no members and no tables of others. False when it cannot be
 * read. */
static bool
is_empty(const struct restore *restore, const char *database)
{
	PGconn *there = place_open(restore->arena, database);
	bool empty = there != NULL &&
		holds(there,
			"SELECT NOT EXISTS (SELECT FROM pg_class WHERE relkind IN ('r', "
			"'p')"
			" AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE "
			"nspname IN"
			" ('kith', 'pg_catalog', 'information_schema')))") &&
		(holds(there, "SELECT to_regclass('kith.members') IS NULL") ||
			holds(there, "SELECT NOT EXISTS (SELECT FROM kith.members)"));

	PQfinish(there);
	return empty;
}

/* Checks the current database; false after a message when it may not be replaced. */
static bool
check_target(struct restore *restore)
{
	char *literal =
		PQescapeLiteral(restore->server, restore->name, strlen(restore->name));

	restore->exists = !holds(restore->server,
		arena_printf(restore->arena,
			"SELECT NOT EXISTS (SELECT FROM pg_database WHERE datname = %s)",
			literal));
	PQfreemem(literal);
	if (!restore->exists || restore->options->replace ||
		is_empty(restore, restore->name))
		return true;
	fprintf(stderr,
		"kithctl: the database %s is not empty. Use --replace to restore anyway; "
		"the database is then kept under another name.\n",
		restore->name);
	return false;
}

/* Whether the backup fits this instance and release; prints the reason when not. */
static bool
fits(const struct restore *restore, const json_t *manifest)
{
	const char *secret = json_string_value(json_object_get(manifest, "secret"));
	const char *prefix = json_string_value(json_object_get(manifest, "rolePrefix"));

	if (json_integer_value(json_object_get(manifest, "format")) != 1 ||
		secret == NULL || prefix == NULL) {
		fprintf(stderr,
			"kithctl: a later release made this backup; install that "
			"release\n");
		return false;
	}
	if (strcmp(prefix, config()->role_prefix.data) != 0) {
		fprintf(stderr,
			"kithctl: set KITH_DATABASE_ROLE_PREFIX=%s, as on the instance "
			"that made the backup\n",
			prefix);
		return false;
	}
	if (strcmp(secret, keys_fingerprint(restore->arena)) == 0 ||
		restore->options->other_secret)
		return true;
	fprintf(stderr,
		"kithctl: the backup is of an instance with another secret. Copy that "
		"secret to %s first.\n"
		"Without it, --other-secret restores everything except second factors, "
		"stored answers and the key of id_tokens.\n",
		config()->secret_file.data);
	return false;
}

/* Decrypts the archive into an unnamed file, which pg_restore can read in parallel; -1
 * after an error message. The file disappears when it is closed. */
static int
decrypt_archive(struct restore *restore)
{
	const json_t *manifest;
	int file = folder_scratch(restore->arena, restore->options->file);

	if (file < 0)
		return -1;
	manifest = backup_verify(restore->arena, restore->options, file);
	if (manifest != NULL && fits(restore, manifest) && lseek(file, 0, SEEK_SET) == 0)
		return file;
	close(file);
	return -1;
}

/* The sections of an archive: tables, their rows, and then indexes and constraints. */
static const char ROWS[] = "--section=pre-data", AND_ROWS[] = "--section=data";
static const char INDEXES[] = "--section=post-data";

/* Starts pg_restore for one or two sections. */
static bool
start_pg_restore(const struct restore *restore, struct program *program, int archive,
	const char *section, const char *other)
{
	const char *const arguments[] = {"--exit-on-error", "--no-owner",
		arena_printf(restore->arena, "--jobs=%d", restore->options->jobs),
		arena_printf(restore->arena, "/proc/self/fd/%d", archive), section, other,
		NULL};
	const struct program_call call = {.name = "pg_restore",
		.server = PQserverVersion(restore->server) / 10000,
		.arguments = arguments,
		.url = place_url(restore->arena, restore->fresh),
		.writes = true,
		.keep = archive};

	return program_start(program, &call);
}

/* Whether the new database equals the manifest. Nobody writes to it, so each table is
 * read by itself; one transaction over all tables would block the creation of indexes. */
static bool
holds_all(const struct restore *restore, const json_t *manifest, PGconn *fresh)
{
	struct buffer found = {.arena = restore->arena};
	const char *fault = NULL;
	const json_t *tables;

	if (!tables_describe(&found, fresh) ||
		!migrate_execute(fresh, "comparing", "RESET ALL"))
		return false;
	tables = json_parse(restore->arena, found.data, found.size - 1, &fault);
	return tables != NULL &&
		tables_equal(json_object_get(manifest, "tables"), tables);
}

/* Restores the rows, then compares them while the indexes are created: a single process
 * creates the largest index and leaves the other cores idle. */
static bool
restore_and_compare(
	const struct restore *restore, const json_t *manifest, PGconn *fresh, int archive)
{
	struct program program;
	bool equal;

	if (!start_pg_restore(restore, &program, archive, ROWS, AND_ROWS) ||
		!program_end(&program) ||
		!start_pg_restore(restore, &program, archive, INDEXES, NULL))
		return false;
	equal = holds_all(restore, manifest, fresh);
	return program_end(&program) && equal;
}

/* Whether this release knows all migrations of the new database. */
static bool
is_known(const struct restore *restore, const json_t *manifest, PGconn *fresh)
{
	struct migrate_difference difference;

	if (!migrate_compare(restore->arena, fresh, &difference))
		return false;
	if (difference.unknown == NULL && difference.changed == NULL)
		return true;
	fprintf(stderr,
		"kithctl: release %s made this backup, and this is %s; restore it with "
		"that release\n",
		json_string_value(json_object_get(manifest, "release")), version_text);
	return false;
}

/* Fills and migrates the new database; false after an error message. */
static bool
fill(struct restore *restore, int archive)
{
	const char *url = place_url(restore->arena, restore->fresh);
	struct frames frames;
	const uint8_t *data;
	const char *fault = NULL;
	const json_t *manifest;
	PGconn *fresh = place_open(restore->arena, restore->fresh);
	size_t size;
	bool good;

	frames_open(&frames, restore->options->file, backup_key(restore->options));
	size = frames_read(&frames, &data);
	manifest = size > 0 ? json_parse(restore->arena, data, size, &fault) : NULL;
	frames_close(&frames);
	/* The roles must exist before the dump grants them rights. */
	good = manifest != NULL && fresh != NULL && migrate_roles(fresh) &&
		restore_and_compare(restore, manifest, fresh, archive) &&
		is_known(restore, manifest, fresh) &&
		migrate_execute(fresh, "analyzing", "ANALYZE");
	PQfinish(fresh);
	return good && migrate_run(url, restore->options->other_secret) == 0;
}

/* Ends all sessions of the current database. */
static void
cut_off(const struct restore *restore, PGconn *other)
{
	char *literal = PQescapeLiteral(other, restore->name, strlen(restore->name));

	PQclear(PQexec(other,
		arena_printf(restore->arena,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
			"datname = %s",
			literal)));
	PQfreemem(literal);
}

/* Renames the current database, which must have no sessions. Clients reconnect at once,
 * so the rename is started first and waits with a lock that blocks new sessions. A second
 * connection ends the remaining ones. */
static bool
move_away(struct restore *restore)
{
	const struct timespec pause = {.tv_nsec = 20000000};
	char *name =
		PQescapeIdentifier(restore->server, restore->name, strlen(restore->name));
	char *before = PQescapeIdentifier(
		restore->server, restore->before, strlen(restore->before));
	PGconn *other = place_open(restore->arena, MAINTENANCE);
	bool done = other != NULL &&
		PQsendQuery(restore->server,
			arena_printf(restore->arena, "ALTER DATABASE %s RENAME TO %s",
				name, before)) == 1;
	PGresult *result;

	while (done && PQconsumeInput(restore->server) == 1 &&
		PQisBusy(restore->server)) {
		cut_off(restore, other);
		nanosleep(&pause, NULL);
	}
	while (other != NULL && (result = PQgetResult(restore->server)) != NULL) {
		if (PQresultStatus(result) != PGRES_COMMAND_OK) {
			done = false;
			fprintf(stderr, "kithctl: the server: %s",
				PQresultErrorMessage(result));
		}
		PQclear(result);
	}
	PQfreemem(name);
	PQfreemem(before);
	PQfinish(other);
	return done;
}

/* Renames both databases in one transaction. */
static bool
change_names(struct restore *restore)
{
	const bool done = migrate_execute(restore->server, "the server", "BEGIN") &&
		(!restore->exists || move_away(restore)) &&
		execute(restore, "ALTER DATABASE %s RENAME TO %s", restore->fresh,
			restore->name) &&
		migrate_execute(restore->server, "the server", "COMMIT");

	if (!done)
		migrate_execute(restore->server, "the server", "ROLLBACK");
	return done;
}

static bool
carry_out(struct restore *restore)
{
	int archive;
	bool good;

	if (!check_target(restore))
		return false;
	archive = decrypt_archive(restore);
	if (archive < 0)
		return false;
	good = execute(restore, "CREATE DATABASE %s ENCODING 'UTF8' TEMPLATE template0",
		       restore->fresh, "") &&
		fill(restore, archive) && change_names(restore);
	close(archive);
	if (!good) {
		execute(restore, "DROP DATABASE IF EXISTS %s", restore->fresh, "");
		fprintf(stderr,
			"kithctl: nothing was restored; the database is unchanged\n");
		return false;
	}
	/* Checked again, since members may have signed up in the meantime. */
	if (restore->exists && is_empty(restore, restore->before))
		execute(restore, "DROP DATABASE %s", restore->before, "");
	else if (restore->exists)
		printf("the old database is kept as %s. To delete it: kithctl psql -c "
		       "'DROP DATABASE \"%s\"'\n",
			restore->before, restore->before);
	printf("restored %s from %s\n", restore->name, restore->options->file);
	return true;
}

int
command_restore(int argc, char **argv)
{
	struct backup_options options;
	struct restore restore = {.options = &options};
	uint8_t random[4];
	const char *suffix;
	bool good = false;

	if (!backup_read_options("restore", argc, argv, &options))
		return help_wanted(argc, argv) ? 0 : 2;
	signal(SIGPIPE, SIG_IGN);
	secret_random(random, sizeof(random));
	restore.arena = arena_new(65536);
	suffix = hex_encode(restore.arena, random, sizeof(random));
	restore.name = place_name(restore.arena);
	restore.fresh = arena_printf(restore.arena, "%s_fresh_%s", restore.name, suffix);
	restore.before =
		arena_printf(restore.arena, "%s_before_%s", restore.name, suffix);
	restore.server = place_open(restore.arena, MAINTENANCE);
	if (restore.server != NULL)
		good = carry_out(&restore);
	PQfinish(restore.server);
	arena_free(restore.arena);
	return good ? 0 : 1;
}
