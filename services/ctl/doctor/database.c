/*
 * database.c - checks the database server: version, migrations, connections and clock.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/database_url.h"

#define VERSION_MIN 130000
#define VERSION_TESTED 150000
#define CLOCK_APART_MS 2000
#define BACKUP_DAYS_MAX 2

/* Connections of a service in addition to KITH_WORKERS: tasks, slow operations,
 * LISTEN. */
#define CONNECTIONS_BESIDE 6

/* The single value that a query returns, or NULL. */
static const char *
ask(struct doctor *doctor, PGconn *connection, const char *question)
{
	PGresult *result = PQexec(connection, question);
	const char *value = NULL;

	if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1)
		value = arena_printf(doctor->arena, "%s", PQgetvalue(result, 0, 0));
	PQclear(result);
	return value;
}

static bool
is(const char *value, const char *expected)
{
	return value != NULL && strcmp(value, expected) == 0;
}

static void
check_version(struct doctor *doctor, PGconn *connection)
{
	const int version = PQserverVersion(connection);

	if (version < VERSION_TESTED)
		doctor_note(doctor, "database",
			version < VERSION_MIN ? FINDING_FAULT : FINDING_WARNING,
			"upgrade the server: PostgreSQL 15 is the oldest tested release",
			"the server is PostgreSQL %d", version / 10000);
	else
		doctor_note(doctor, "database", FINDING_OK, NULL,
			"the server runs PostgreSQL %d", version / 10000);
	if (!is(ask(doctor, connection, "SHOW server_encoding"), "UTF8"))
		doctor_note(doctor, "database", FINDING_FAULT,
			"create it again: CREATE DATABASE kith ENCODING 'UTF8' TEMPLATE "
			"template0",
			"the database is not encoded in UTF-8");
	if (is(ask(doctor, connection, "SHOW fsync"), "off"))
		doctor_note(doctor, "database", FINDING_FAULT,
			"set fsync = on and restart the server",
			"fsync is off: a power failure may destroy the database");
	if (ask(doctor, connection,
		    "SELECT name FROM pg_available_extensions WHERE name = 'pg_trgm'") ==
		NULL)
		doctor_note(doctor, "database", FINDING_FAULT,
			"install the server's contrib modules (on Debian part of the "
			"server package)",
			"the extension pg_trgm is not available");
}

static void
check_migrations(struct doctor *doctor, PGconn *connection)
{
	struct migrate_difference difference;

	if (!migrate_compare(doctor->arena, connection, &difference))
		doctor_note(doctor, "migrations", FINDING_FAULT,
			"connect as the owner of the database: set KITH_DATABASE_URL",
			"the list of applied migrations cannot be read: %s",
			PQerrorMessage(connection));
	else if (difference.changed != NULL)
		doctor_note(doctor, "migrations", FINDING_FAULT,
			"install the release that was here before, or restore a backup",
			"%s differs from the applied text", difference.changed);
	else if (difference.pending_count > 0)
		doctor_note(doctor, "migrations", FINDING_FAULT, "run kithctl migrate",
			"%zu migrations are pending, the first is %s",
			difference.pending_count, difference.pending[0]);
	else if (difference.unknown != NULL)
		doctor_note(doctor, "migrations", FINDING_WARNING,
			"complete the update to that release",
			"a newer release applied %s", difference.unknown);
	else
		doctor_note(doctor, "migrations", FINDING_OK, NULL,
			"all migrations are applied");
}

/* Compares the server's connection limit with its use and with what an instance may
 * open. */
static void
check_connections(struct doctor *doctor, PGconn *connection)
{
	const char *used = ask(doctor, connection,
		"SELECT sum(numbackends)::text FROM pg_stat_database");
	const char *most = ask(doctor, connection,
		"SELECT (current_setting('max_connections')::int"
		" - current_setting('superuser_reserved_connections')::int)::text");
	const long wanted = (SERVICE_COUNT - 1) *
		((long)config()->workers.value + CONNECTIONS_BESIDE);
	static const char hint[] =
		"raise max_connections on the server, or lower KITH_WORKERS";
	long most_count;

	if (used == NULL || most == NULL)
		return;
	most_count = strtol(most, NULL, 10);
	if (strtol(used, NULL, 10) > most_count * 9 / 10)
		doctor_note(doctor, "connections", FINDING_FAULT, hint,
			"%s of %s server connections are in use", used, most);
	else if (wanted > most_count)
		doctor_note(doctor, "connections", FINDING_WARNING, hint,
			"one replica of each service may open %ld connections, but the "
			"server allows %s",
			wanted, most);
	else
		doctor_note(doctor, "connections", FINDING_OK, NULL,
			"%s of %s server connections are in use", used, most);
}

static void
check_clock(struct doctor *doctor, PGconn *connection)
{
	const int64_t before_ms = clock_unix_us() / 1000;
	const char *there = ask(doctor, connection,
		"SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text");
	const int64_t apart_ms = there != NULL ? strtoll(there, NULL, 10) - before_ms : 0;

	if (llabs(apart_ms) > CLOCK_APART_MS)
		doctor_note(doctor, "clock", FINDING_FAULT,
			"synchronize both clocks by NTP: expiry times depend on both",
			"the clock of the database server is %lld ms ahead of this "
			"machine's",
			(long long)apart_ms);
}

/* An instance may be backed up in another way: then there is no row. */
static void
check_backup(struct doctor *doctor, PGconn *connection)
{
	const char *days = ask(doctor, connection,
		"SELECT trunc(extract(epoch FROM now() - made_at) / 86400)::text"
		" FROM kith.backups ORDER BY made_at DESC LIMIT 1");

	if (days == NULL)
		return;
	if (strtol(days, NULL, 10) >= BACKUP_DAYS_MAX)
		doctor_note(doctor, "backup", FINDING_WARNING,
			"run kithctl backup, and look at the log of the timer or "
			"container that runs it each day",
			"the last complete backup is %s days old", days);
	else
		doctor_note(doctor, "backup", FINDING_OK, NULL,
			"the last complete backup is %s days old", days);
}

void
doctor_server(struct doctor *doctor, PGconn *connection)
{
	const char *size = ask(doctor, connection,
		"SELECT pg_size_pretty(pg_database_size(current_database()))");

	check_version(doctor, connection);
	check_migrations(doctor, connection);
	check_connections(doctor, connection);
	check_clock(doctor, connection);
	check_backup(doctor, connection);
	if (size != NULL)
		doctor_note(doctor, "database", FINDING_OK, NULL, "the database uses %s",
			size);
}

/* The hint for a refused connection. A password was refused only if the server's message
 * says so, because libpq may have used one for another reason. */
static const char *
hint_of(const PGconn *connection, bool given)
{
	if (strstr(PQerrorMessage(connection), "timeout expired") != NULL)
		return "the server accepts connections but does not answer: look at its "
		       "disk and load, then restart it (with kithctl run, restart that)";
	if (!given)
		return "kithctl run starts the private server; see log/postgres.log in "
		       "the run folder if it does not start";
	if (PQconnectionNeedsPassword(connection))
		return "the server asks for a password: add it to KITH_DATABASE_URL, or "
		       "name a file of passwords with passfile=";
	if (PQconnectionUsedPassword(connection) &&
		strstr(PQerrorMessage(connection), "password") != NULL)
		return "the server runs, but refuses this password: correct it in "
		       "KITH_DATABASE_URL, or set it on the server with ALTER ROLE … "
		       "PASSWORD";
	return "check that the server is running, that KITH_DATABASE_URL names it, and "
	       "that its pg_hba.conf admits this machine and user";
}

void
doctor_database(struct doctor *doctor)
{
	const bool given = database_url_given() != NULL;
	const char *url = given || doctor->has_secret ? database_url_of_owner()
						      : config()->database_url.data;
	PGconn *connection;

	if (!given && !doctor->has_secret) {
		doctor_note(doctor, "database", FINDING_WARNING,
			"see the finding about KITH_SECRET_FILE",
			"the private database was not checked, because its password is "
			"derived from the secret");
		return;
	}
	connection = PQconnectdb(arena_printf(doctor->arena, "%s%sconnect_timeout=5", url,
		strstr(url, "://") == NULL         ? " "
			: strchr(url, '?') != NULL ? "&"
						   : "?"));
	if (PQstatus(connection) == CONNECTION_OK) {
		doctor_server(doctor, connection);
		if (doctor->has_secret) {
			doctor_roles(doctor, url);
			doctor_replica(doctor, connection);
		}
	} else {
		doctor_note(doctor, "database", FINDING_FAULT, hint_of(connection, given),
			"the database cannot be reached: %s", PQerrorMessage(connection));
	}
	PQfinish(connection);
}
