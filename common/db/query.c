/*
 * query.c - one statement: prepare it once, send it with what must come first, read it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "common/db/inside.h"

/* How long a statement may take that has no call's deadline, and how long a call waits
 * beyond its own: the server's statement_timeout answers before that in good order. */
#define STATEMENT_MS 10000
#define GRACE_MS 500

/* Where a statement stands in the table, or where it would. */
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
	db->prepared = calloc(db->prepared_capacity, sizeof(*db->prepared));
	if (db->prepared == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "prepared statements"));
		abort();
	}
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
	/* The entry stays, so that others behind it are still found; number 0 is no statement. */
	if (entry->sql == sql)
		entry->number = 0;
}

bool
db_is_prepared(const struct db *db, const char *sql)
{
	/* Nothing is, and nothing has to be, when the next transaction may be another session's. */
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

/* Waits until a result can be had without blocking. */
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

/* Reads results up to a Sync, keeping the first error or else the last result. */
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
		if (result == NULL) { /* the end of what one command answered */
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
		if (outcome == DB_REFUSED) /* no call waits for this answer */
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

int64_t
db_answer_by_ms(const struct call *call)
{
	int64_t left_ms = STATEMENT_MS;

	if (call->deadline_unix_ms != 0)
		left_ms = call->deadline_unix_ms - clock_unix_us() / 1000;
	/* For a replica there is another one to ask. */
	return clock_monotonic_ms() + left_ms +
		(call->replica_started_us != 0 ? 0 : GRACE_MS);
}

/* PQclear() with the type that an arena calls. */
static void
clear_result(void *result)
{
	PQclear(result);
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
db_is_farewell(const PGresult *result)
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

/* Statements that leave together: a bound and BEGIN or SAVEPOINT, what has to hold for the
 * transaction, the handler's. */
#define TOGETHER_MAX 3

struct together {
	const char *sql[TOGETHER_MAX];
	bool fresh[TOGETHER_MAX]; /* prepared along with it, by a command of its own */
	size_t count;
};

/* Adds a statement to those that leave; false when the connection is lost. */
static bool
add(struct call *call, struct together *together, const char *sql,
	const struct db_param *params, size_t count)
{
	together->sql[together->count] = sql;
	together->fresh[together->count++] = !db_is_prepared(call->db, sql);
	return db_queue(call->db, sql, params, count, call->arena);
}

/* One of them was refused. Those that the server did not come to prepare are forgotten, and the
 * refused one when preparing it anew is the cure; all others stay prepared. */
static void
forget_unprepared(struct db *db, const struct together *together, const PGresult *result)
{
	unsigned command = 0;

	for (size_t i = 0; i < together->count; i++) {
		bool prepared = !together->fresh[i] || command < db->answered;

		command += together->fresh[i];
		if (!prepared || (command == db->answered && db_is_stale(result)))
			db_unprepare(db, together->sql[i]);
		command++;
	}
}

/* Adds what is due before the statement itself. */
static bool
add_before(struct call *call, struct together *together, const char *begin,
	const struct db_ahead *ahead)
{
	struct db *db = call->db;

	db->begin = NULL;
	db->ahead = NULL;
	if (begin != NULL)
		db->began = true;
	return (begin == NULL || add(call, together, begin, NULL, 0)) &&
		(ahead == NULL ||
			add(call, together, ahead->sql, ahead->params, ahead->count));
}

enum db_outcome
db_query_alone(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count, struct db_answer *answer)
{
	struct db *db = call->db;
	int64_t deadline_ms = db_answer_by_ms(call);
	struct together together = {.count = 0};
	/* A new connection has forgotten what the one before was to send. */
	const char *begin = db->begin;
	const struct db_ahead *ahead = db->ahead;
	enum db_outcome outcome;

	if (db->began && !db_connected(db)) /* the transaction went with it */
		return DB_LOST;
	if (!db->kind->connect(db, deadline_ms))
		return DB_LOST;
	db_enter_pipeline(db);
	if (!add_before(call, &together, begin, ahead) ||
		!add(call, &together, statement->sql, params, count)) {
		db_keep_error(db, "08006", PQerrorMessage(db->connection));
		return DB_LOST;
	}
	outcome = db_exchange(db, deadline_ms, &answer->result);
	if (outcome == DB_REFUSED)
		forget_unprepared(db, &together, answer->result);
	return outcome;
}

/* Fills the rows from an answer that arrived in good order. */
static void
take_answer(struct call *call, struct rows *rows, const struct db_answer *answer)
{
	const char *affected = PQcmdTuples(answer->result);

	rows->result = answer->result;
	rows->cache = db_row_cache(call->arena);
	if (answer->shared != NULL) {
		arena_on_done(call->arena, db_leave_shared, answer->shared);
		rows->first = answer->first;
		rows->count = answer->count;
		rows->affected = answer->count;
		return;
	}
	arena_on_done(call->arena, clear_result, answer->result);
	rows->count = PQntuples(answer->result);
	rows->affected = affected[0] == '\0' ? 0 : strtoll(affected, NULL, 10);
}

struct rows *
db_query_params(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count)
{
	struct rows *rows = arena_alloc(call->arena, sizeof(*rows));
	bool bare = call->db->begin == NULL && !db_in_transaction(call->db);
	enum db_outcome outcome;
	struct db_answer answer = {.result = NULL};

	rows->arena = call->arena;
	if (call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry)
		return rows;
	if (call->deadline_unix_ms != 0 &&
		call->deadline_unix_ms <= clock_unix_us() / 1000) {
		db_keep_error(
			call->db, "57014", "the deadline passed before the statement");
		call->outcome.db_problem = PROBLEM_TIMEOUT;
		return rows;
	}
	outcome = call->db->kind->query(call, statement, params, count, &answer);
	if (outcome == DB_REFUSED && bare && db_is_stale(answer.result)) {
		PQclear(answer.result);
		answer.result = NULL;
		outcome = call->db->kind->query(call, statement, params, count, &answer);
	}
	if (outcome == DB_DONE && answer.result != NULL) {
		take_answer(call, rows, &answer);
		return rows;
	}
	db_note_failure(call, outcome, answer.result);
	PQclear(answer.result);
	return rows;
}
