/*
 * exchange.c - prepares and queues statements, and reads what the server answers.
 */
#include <stdio.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/db/inside.h"

/* How long db_connection() waits for the answers to ROLLBACK and COMMIT. */
#define OWED_MS 10000

/* The entry of a statement, or the empty entry where it belongs. */
static struct db_prepared *
find(const struct db *db, const char *sql)
{
	unsigned mask = db->prepared_capacity - 1;
	unsigned at =
		(unsigned)(((uintptr_t)sql * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;

	while (db->prepared[at].sql != NULL && db->prepared[at].sql != sql)
		at = (at + 1) & mask;
	return &db->prepared[at];
}

/* Keeps the table at most half full, so that find() ends. */
static void
make_room(struct db *db)
{
	struct db_prepared *old = db->prepared;
	unsigned old_capacity = db->prepared_capacity;

	if (db->prepared_count * 2 < db->prepared_capacity)
		return;
	db->prepared_capacity = old_capacity == 0 ? 64 : old_capacity * 2;
	db->prepared = db_must(calloc(db->prepared_capacity, sizeof(*db->prepared)));
	for (unsigned i = 0; i < old_capacity; i++) {
		if (old[i].sql != NULL)
			*find(db, old[i].sql) = old[i];
	}
	free(old);
}

void
db_unprepare(struct db *db, const char *sql)
{
	struct db_prepared *entry;

	if (db->prepared_capacity == 0)
		return;
	entry = find(db, sql);
	/* The entry stays, so that find() still reaches those after it. */
	if (entry->sql == sql)
		entry->number = 0;
}

bool
db_is_prepared(const struct db *db, const char *sql)
{
	/* A pooler may run the next transaction in a session that has prepared
	 * nothing. */
	return db->pooled || (db->prepared_capacity > 0 && find(db, sql)->number != 0);
}

bool
db_queue(struct db *db, const char *sql, const struct db_param *params, size_t count,
	struct arena *arena)
{
	struct db_prepared *entry;
	struct db_encoded encoded;
	char name[16];

	make_room(db);
	entry = find(db, sql);
	if (entry->sql == NULL) {
		entry->sql = sql;
		entry->params = statement_params(sql);
		db->prepared_count++;
	}
	if (count > entry->params)
		count = entry->params;
	encoded = db_encode(arena, params, count);
	if (db->pooled)
		return PQsendQueryParams(db->connection, sql, (int)count, encoded.types,
			       encoded.values, encoded.lengths, encoded.formats, 1) == 1;
	if (entry->number == 0) {
		entry->number = ++db->prepared_number;
		snprintf(name, sizeof(name), "s%u", entry->number);
		if (PQsendPrepare(db->connection, name, sql, (int)count, encoded.types) ==
			0)
			return false;
	}
	snprintf(name, sizeof(name), "s%u", entry->number);
	return PQsendQueryPrepared(db->connection, name, (int)count, encoded.values,
		       encoded.lengths, encoded.formats, 1) == 1;
}

/* Waits until a result can be read without blocking. */
static enum db_outcome
wait_for_result(struct db *db, int64_t deadline_ms)
{
	for (;;) {
		int unsent = PQflush(db->connection);

		if (unsent < 0)
			return DB_LOST;
		if (unsent == 0 && PQisBusy(db->connection) == 0)
			return DB_DONE;
		if (!db->kind->wait(db, unsent > 0, deadline_ms))
			return DB_LATE;
		if (PQconsumeInput(db->connection) == 0)
			return DB_LOST;
	}
}

/* Reads results up to a Sync; keeps the first error, or the last result. */
static enum db_outcome
read_batch(struct db *db, int64_t deadline_ms, PGresult **kept)
{
	enum db_outcome outcome = DB_DONE;

	db->answered = 0;
	for (;;) {
		enum db_outcome waited = wait_for_result(db, deadline_ms);
		PGresult *result = waited == DB_DONE ? PQgetResult(db->connection) : NULL;
		ExecStatusType status = PQresultStatus(result);

		if (waited != DB_DONE)
			return waited;
		if (status == PGRES_PIPELINE_SYNC) {
			PQclear(result);
			return outcome;
		}
		if (result == NULL && PQstatus(db->connection) == CONNECTION_BAD)
			return DB_LOST;
		if (result == NULL) { /* the end of one command's results */
			db->answered += outcome == DB_DONE;
			continue;
		}
		if (db_is_copy(status)) {
			PQclear(result);
			return DB_LOST;
		}
		if (outcome == DB_REFUSED || status == PGRES_PIPELINE_ABORTED) {
			PQclear(result);
			continue;
		}
		PQclear(*kept);
		*kept = result;
		if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE)
			outcome = DB_REFUSED;
	}
}

enum db_outcome
db_exchange(struct db *db, int64_t deadline_ms, PGresult **result)
{
	enum db_outcome outcome = DB_DONE;

	*result = NULL;
	if (PQpipelineSync(db->connection) == 0)
		outcome = DB_LOST;
	while (outcome == DB_DONE && db->owed > 0) {
		outcome = read_batch(db, deadline_ms, result);
		PQclear(*result);
		*result = NULL;
		db->owed--;
		if (outcome == DB_REFUSED) /* no call waits for it */
			outcome = DB_DONE;
	}
	if (outcome == DB_DONE)
		outcome = read_batch(db, deadline_ms, result);
	if (outcome == DB_LOST && *result == NULL)
		db_keep_error(db, "08006", PQerrorMessage(db->connection));
	if (outcome == DB_REFUSED && PQstatus(db->connection) == CONNECTION_BAD)
		outcome = DB_LOST;
	return outcome;
}

bool
db_is_unprepared(const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return state != NULL && strcmp(state, "26000") == 0;
}

bool
db_is_stale(const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	if (state == NULL || message == NULL)
		return false;
	return db_is_unprepared(result) ||
		(strcmp(state, "0A000") == 0 && strstr(message, "cached plan") != NULL);
}

bool
db_is_shutdown(const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return state != NULL && strncmp(state, "57P", 3) == 0;
}

bool
db_is_copy(ExecStatusType status)
{
	return status == PGRES_COPY_IN || status == PGRES_COPY_OUT ||
		status == PGRES_COPY_BOTH;
}

void
db_enter_pipeline(struct db *db)
{
	if (PQpipelineStatus(db->connection) != PQ_PIPELINE_OFF)
		return;
	PQsetnonblocking(db->connection, 1);
	PQenterPipelineMode(db->connection);
}

PGconn *
db_connection(struct db *db)
{
	PGresult *result;

	if (!db_ready(db))
		return NULL;
	if (PQpipelineStatus(db->connection) != PQ_PIPELINE_OFF) {
		if (db->owed > 0)
			db_exchange(db, clock_monotonic_ms() + OWED_MS, &result);
		else
			result = NULL;
		PQclear(result);
		if (PQexitPipelineMode(db->connection) == 0) {
			db_drop(db);
			return NULL;
		}
		PQsetnonblocking(db->connection, 0);
	}
	return db->connection;
}
