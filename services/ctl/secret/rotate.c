/*
 * rotate.c - kithctl secret rotate: replaces the secret of an instance that is stopped.
 *
 * 1. The next secret is written beside the present one, which gets a second name. From
 *    then on every other command of kithctl refuses to start.
 * 2. One transaction encrypts the values of the database under the next secret, sets the
 *    passwords of the roles, and records the fingerprint of the next secret.
 * 3. The next secret takes the name of the present one.
 *
 * The command may be killed at any moment and be run again: the recorded fingerprint says
 * whether step 2 is done. If step 2 fails, the next secret is deleted and nothing has
 * changed. Key files follow at the next start, which derives them from the secret.
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/keys.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/cluster.h"
#include "services/ctl/secret/inside.h"

#define BEGIN \
	"SET search_path = kith, pg_catalog, pg_temp; SET statement_timeout = 0;" \
	"SET client_min_messages = warning; BEGIN"

/* The table holds ten fingerprints at most. */
#define RECORD \
	"INSERT INTO secret_rotations (fingerprint) VALUES ('%s');" \
	"DELETE FROM secret_rotations WHERE fingerprint NOT IN (SELECT fingerprint" \
	" FROM secret_rotations ORDER BY rotated_at DESC LIMIT 10)"

struct rotation {
	struct arena *arena;
	struct user user; /* the owner of the secret's file */
	const char *path; /* of the secret */
	const char *kept; /* the further name of the present secret */
	bool resumed;     /* an earlier run wrote the next secret */
	enum {
		UNCHANGED,
		UNKNOWN, /* whether step 2 is done */
		CHANGED,
	} database;
	const char *fingerprint;                /* of the next secret */
	const char *owner_before, *owner_after; /* the owner's derived passwords */
	PGconn *connection;
	struct rotated rotated;
};

static bool
complain(const struct rotation *rotation, const char *why)
{
	if (why != NULL)
		fprintf(stderr, "kithctl: cannot rotate KITH_SECRET_FILE=%s: %s\n",
			rotation->path, why);
	return why == NULL;
}

/* Reads the present secret. Root acts on a folder of another user only with that user's
 * rights. */
static bool
read_present(struct rotation *rotation)
{
	const char *given = getenv("KITH_SECRET_FILE"), *why;

	rotation->path = config()->secret_file.data;
	if ((given == NULL || given[0] == '\0') &&
		!user_choose(&rotation->user, config()->run_dir.data))
		return false;
	user_enter(&rotation->user);
	rotation->resumed = secret_next_exists(rotation->path);
	rotation->database = rotation->resumed ? UNKNOWN : UNCHANGED;
	why = secret_load_present(rotation->path);
	user_leave(&rotation->user);
	if (why != NULL)
		return complain(rotation, why);
	rotation->kept = arena_printf(rotation->arena, "%s.before-%.8s", rotation->path,
		keys_fingerprint(rotation->arena));
	rotation->owner_before = rotation_owner_password(rotation->arena);
	return true;
}

/* Step 1, and what is derived from the next secret. */
static bool
write_next(struct rotation *rotation)
{
	const char *why;

	user_enter(&rotation->user);
	why = secret_next_create(rotation->path, rotation->kept);
	if (why == NULL)
		why = secret_load_next(rotation->path);
	if (why == NULL) {
		secret_use_next();
		rotation->fingerprint = keys_fingerprint(rotation->arena);
		rotation->owner_after = rotation_owner_password(rotation->arena);
		why = secret_load_present(rotation->path);
	}
	user_leave(&rotation->user);
	return complain(rotation, why);
}

/* Whether no process of the instance is connected; false after an error message. */
static bool
is_alone(const struct rotation *rotation)
{
	static const char sessions[] =
		"SELECT string_agg(DISTINCT usename::text, ', ') FROM pg_stat_activity"
		" WHERE datname = current_database()"
		" AND usename = ANY (string_to_array($1, ' '))";
	const char *roles = "";
	PGresult *result;
	bool asked, alone;

	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++)
		roles = arena_printf(rotation->arena, "%s %s%s", roles,
			config()->role_prefix.data, service_names[i]);
	result = PQexecParams(
		rotation->connection, sessions, 1, NULL, &roles, NULL, NULL, 0);
	asked = PQresultStatus(result) == PGRES_TUPLES_OK;
	alone = asked && PQgetisnull(result, 0, 0);
	if (!asked)
		migrate_complain(rotation->connection, "looking for processes");
	else if (!alone)
		fprintf(stderr,
			"kithctl: Kith is running: stop all its processes, and the "
			"pooler if there is one. Connected to the database: %s\n",
			PQgetvalue(result, 0, 0));
	PQclear(result);
	return alone;
}

static bool
is_up_to_date(const struct rotation *rotation)
{
	struct migrate_difference difference;

	if (!migrate_compare(rotation->arena, rotation->connection, &difference))
		return migrate_complain(rotation->connection, "reading migrations");
	if (difference.pending_count == 0 && difference.changed == NULL)
		return true;
	fprintf(stderr,
		"kithctl: the database is not up to date: run `kithctl migrate` first\n");
	return false;
}

/* Determines whether an earlier run has done step 2; false after an error message. */
static bool
look(struct rotation *rotation)
{
	PGresult *result = PQexecParams(rotation->connection,
		"SELECT FROM kith.secret_rotations WHERE fingerprint = $1", 1, NULL,
		&rotation->fingerprint, NULL, NULL, 0);
	const bool asked = PQresultStatus(result) == PGRES_TUPLES_OK;

	if (asked)
		rotation->database = PQntuples(result) > 0 ? CHANGED : UNCHANGED;
	else
		migrate_complain(rotation->connection, "reading earlier rotations");
	PQclear(result);
	return asked;
}

/* Connects with the owner's password of the settings. After an interrupted run the owner
 * may have the one that is derived from the next secret. */
static bool
reach(struct rotation *rotation)
{
	if (!rotation->resumed) {
		rotation->connection = rotation_connect(NULL, false);
		return rotation->connection != NULL && is_up_to_date(rotation) &&
			is_alone(rotation) && write_next(rotation);
	}
	if (!write_next(rotation))
		return false;
	rotation->connection = rotation_connect(rotation->owner_after, true);
	if (rotation->connection == NULL)
		rotation->connection = rotation_connect(NULL, false);
	return rotation->connection != NULL && look(rotation);
}

/* Sets the owner's password if it is derived from the secret. */
static bool
set_owner(const struct rotation *rotation)
{
	PGconn *connection = rotation->connection;
	const char *used = PQpass(connection);
	char *verifier, *literal;
	bool done;

	if (used == NULL || strcmp(PQuser(connection), KEYS_OWNER) != 0 ||
		strcmp(used, rotation->owner_before) != 0)
		return true;
	verifier = PQencryptPasswordConn(
		connection, rotation->owner_after, KEYS_OWNER, "scram-sha-256");
	literal = verifier == NULL
		? NULL
		: PQescapeLiteral(connection, verifier, strlen(verifier));
	done = literal != NULL &&
		migrate_execute(connection, KEYS_OWNER,
			arena_printf(rotation->arena, "ALTER ROLE %s PASSWORD %s",
				KEYS_OWNER, literal));
	PQfreemem(verifier);
	PQfreemem(literal);
	return done;
}

/* Step 2 without its commit. Processes that start meanwhile wait for locks or are seen
 * by the second look. */
static bool
change(struct rotation *rotation)
{
	PGconn *connection = rotation->connection;

	if (!migrate_execute(connection, "preparing", BEGIN) || !is_alone(rotation) ||
		!values_rotate(rotation->arena, connection, &rotation->rotated))
		return false;
	secret_use_next();
	return migrate_roles(connection) && set_owner(rotation) &&
		migrate_execute(connection, "recording the secret",
			arena_printf(rotation->arena, RECORD, rotation->fingerprint)) &&
		is_alone(rotation);
}

/* Step 2. An error of the commit leaves open whether it took place. */
static bool
change_database(struct rotation *rotation)
{
	if (rotation->database == CHANGED)
		return true;
	if (!change(rotation))
		return false;
	rotation->database = UNKNOWN;
	if (!migrate_execute(rotation->connection, "writing the changes", "COMMIT"))
		return false;
	rotation->database = CHANGED;
	return true;
}

/* Step 3, or after an error the way back if the database is certainly unchanged. */
static bool
settle(struct rotation *rotation)
{
	const char *why = NULL;

	user_enter(&rotation->user);
	if (rotation->database == CHANGED)
		why = secret_next_install(rotation->path);
	else if (rotation->database == UNCHANGED)
		secret_next_remove(rotation->path, rotation->kept);
	user_leave(&rotation->user);
	if (rotation->database == CHANGED)
		return complain(rotation, why);
	fprintf(stderr,
		rotation->database == UNCHANGED
			? "kithctl: nothing was changed\n"
			: "kithctl: run `kithctl secret rotate` again to finish\n");
	return false;
}

static void
print_report(const struct rotation *rotation)
{
	const struct rotated *rotated = &rotation->rotated;

	printf("the secret is replaced: %ld values are encrypted under the new one\n",
		rotated->encrypted);
	if (rotated->lost > 0)
		printf("%ld values could not be decrypted with the old secret; they were "
		       "lost before\n",
			rotated->lost);
	printf("%ld members are mailed that their recovery codes no longer work\n",
		rotated->members);
	printf("\nNo longer valid: calendar addresses, unsubscribe links in sent mails, "
	       "page cursors,\nand sign-ins and consents that are under way. Members and "
	       "apps stay signed in.\n");
	printf("\nThe old secret is %s.\nOnly backups made before now need it: make a "
	       "new backup, and delete it with them.\n",
		rotation->kept);
	printf("\nNext: give each process its new key file, and start Kith. `kithctl "
	       "run`, compose\nand the package write the key files when they start; for "
	       "processes that you run\nyourself, run `kithctl keys --out DIR`.\n");
}

int
command_secret_rotate(int argc, char **argv)
{
	struct rotation rotation = {.arena = arena_new(65536)};
	struct rotation_server server = {0};
	bool done;

	if (argc > 1)
		return help_usage(argc, argv,
			"usage: kithctl secret rotate\n\n"
			"Replaces the instance's secret at KITH_SECRET_FILE, encrypts "
			"the values of the\ndatabase under the new one, and sets the "
			"passwords of the roles. Stop Kith first;\nthe database must "
			"run, except that of `kithctl run`. If the command is\n"
			"interrupted, run it again.\n");
	done = read_present(&rotation);
	if (done) {
		done = rotation_server_start(rotation.arena, &server) &&
			reach(&rotation) && change_database(&rotation);
		PQfinish(rotation.connection);
		rotation_server_stop(&server);
		done = settle(&rotation) && done;
	}
	if (done)
		print_report(&rotation);
	arena_free(rotation.arena);
	return done ? 0 : 1;
}
