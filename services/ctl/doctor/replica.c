/*
 * replica.c - whether the database that KITH_DATABASE_READ_URL names follows the one that takes
 * writes.
 */
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/run/database_url.h"

/* Whose log it is, whether it is followed, and how far it has come. */
static const char PLACE[] =
	"SELECT (SELECT system_identifier FROM pg_control_system()), pg_is_in_recovery(),"
	" CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()"
	" ELSE pg_current_wal_insert_lsn() END";
static const char BYTES[] = "SELECT ($1::pg_lsn - $2::pg_lsn)::bigint";

/* How far behind a replica may be before that is worth a word: a segment of the log. */
#define BYTES_OF_MIB (1024L * 1024L)
#define BEHIND_BYTES_MAX (16 * BYTES_OF_MIB)

/* How many bytes of the log the replica lacks. */
static long
count_missing(PGconn *primary, const PGresult *here, const PGresult *there)
{
	const char *const values[] = {PQgetvalue(here, 0, 2), PQgetvalue(there, 0, 2)};
	PGresult *result = PQexecParams(primary, BYTES, 2, NULL, values, NULL, NULL, 0);
	const long bytes = PQresultStatus(result) == PGRES_TUPLES_OK
		? strtol(PQgetvalue(result, 0, 0), NULL, 10)
		: 0;

	PQclear(result);
	return bytes;
}

/* Compares where the two are. */
static void
compare(struct doctor *doctor, PGconn *primary, const PGresult *here,
	const PGresult *there)
{
	const bool follows = strcmp(PQgetvalue(there, 0, 1), "t") == 0 &&
		strcmp(PQgetvalue(here, 0, 0), PQgetvalue(there, 0, 0)) == 0;
	const long missing = follows ? count_missing(primary, here, there) : 0;

	if (!follows)
		doctor_note(doctor, "replica", FINDING_FAULT,
			"make it a replica, with pg_basebackup -R; until then nobody asks it",
			"KITH_DATABASE_READ_URL names a server that does not follow the "
			"database");
	else if (missing > BEHIND_BYTES_MAX)
		doctor_note(doctor, "replica", FINDING_WARNING,
			"pg_stat_replication of the database says how far it is; nobody asks "
			"a replica that is too old",
			"the replica is %ld MiB behind", missing / BYTES_OF_MIB);
	else
		doctor_note(doctor, "replica", FINDING_WELL, NULL,
			"the replica follows the database");
}

void
doctor_replica(struct doctor *doctor, PGconn *primary)
{
	const char *url = config()->database_read_url.data;
	PGconn *replica;
	PGresult *here, *there;

	if (url[0] == '\0')
		return;
	replica = doctor_log_in(doctor, database_url_without_login(doctor->arena, url),
		service_names[SERVICE_CONTENT]);
	here = PQexec(primary, PLACE);
	there = PQexec(replica, PLACE);
	if (PQresultStatus(here) == PGRES_TUPLES_OK &&
		PQresultStatus(there) == PGRES_TUPLES_OK)
		compare(doctor, primary, here, there);
	else
		doctor_note(doctor, "replica", FINDING_WARNING,
			"is it running, and does KITH_DATABASE_READ_URL name it? All read the "
			"database meanwhile",
			"the replica cannot be asked: %s", PQerrorMessage(replica));
	PQclear(here);
	PQclear(there);
	PQfinish(replica);
}
