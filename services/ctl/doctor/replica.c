/*
 * replica.c - checks that KITH_DATABASE_READ_URL names a replica of the primary.
 */
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/run/database_url.h"

/* The identity of the cluster, whether it is a standby, and its position in the WAL. */
static const char POSITION[] =
	"SELECT (SELECT system_identifier FROM pg_control_system()), pg_is_in_recovery(),"
	" CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()"
	" ELSE pg_current_wal_insert_lsn() END";
static const char BYTES[] = "SELECT ($1::pg_lsn - $2::pg_lsn)::bigint";

/* The lag from which a warning is given: one WAL segment. */
#define BYTES_OF_MIB (1024L * 1024L)
#define BEHIND_BYTES_MAX (16 * BYTES_OF_MIB)

/* How many bytes of WAL the replica has not yet replayed. */
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

static void
compare(struct doctor *doctor, PGconn *primary, const PGresult *here,
	const PGresult *there)
{
	const bool follows = strcmp(PQgetvalue(there, 0, 1), "t") == 0 &&
		strcmp(PQgetvalue(here, 0, 0), PQgetvalue(there, 0, 0)) == 0;
	const long missing = follows ? count_missing(primary, here, there) : 0;

	if (!follows)
		doctor_note(doctor, "replica", FINDING_FAULT,
			"make it a replica, with pg_basebackup -R; until then it is not "
			"read",
			"KITH_DATABASE_READ_URL names a server that does not replicate "
			"the database");
	else if (missing > BEHIND_BYTES_MAX)
		doctor_note(doctor, "replica", FINDING_WARNING,
			"see pg_stat_replication on the primary; a replica that lags too "
			"much is not read",
			"the replica is %ld MiB behind", missing / BYTES_OF_MIB);
	else
		doctor_note(doctor, "replica", FINDING_OK, NULL,
			"the replica replicates the database");
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
	here = PQexec(primary, POSITION);
	there = PQexec(replica, POSITION);
	if (PQresultStatus(here) == PGRES_TUPLES_OK &&
		PQresultStatus(there) == PGRES_TUPLES_OK)
		compare(doctor, primary, here, there);
	else
		doctor_note(doctor, "replica", FINDING_WARNING,
			"check that it is running and that KITH_DATABASE_READ_URL names "
			"it; meanwhile all reads use the primary",
			"the replica does not answer: %s", PQerrorMessage(replica));
	PQclear(here);
	PQclear(there);
	PQfinish(replica);
}
