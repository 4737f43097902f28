/*
 * query.c - sends one statement with those that must precede it, and reads its rows.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/db/inside.h"

/* The time limit of a statement without a deadline, and the grace period after a
 * deadline. The server's own timeout comes first and leaves the connection usable. */
#define STATEMENT_MS 10000
#define GRACE_MS 500

int64_t
db_answer_by_ms(const struct call *call)
{
	int64_t left_ms = STATEMENT_MS;

	if (call->deadline_unix_ms != 0)
		left_ms = call->deadline_unix_ms - clock_unix_us() / 1000;
	/* No grace period on a replica, because the primary is asked after its
	 * timeout. */
	return clock_monotonic_ms() + left_ms +
		(call->replica_started_us != 0 ? 0 : GRACE_MS);
}

/* The most statements of one write: BEGIN, one sent ahead, and the handler's. */
#define TOGETHER_MAX 3

struct together {
	const char *sql[TOGETHER_MAX];
	bool fresh[TOGETHER_MAX]; /* its preparation is sent, too */
	size_t count;
};

/* Adds a statement to the write; false when the connection is lost. */
static bool
add(struct call *call, struct together *together, const char *sql,
	const struct db_param *params, size_t count)
{
	together->sql[together->count] = sql;
	together->fresh[together->count++] = !db_is_prepared(call->db, sql);
	return db_queue(call->db, sql, params, count, call->arena);
}

/* After a refusal: forgets the statements that the server did not prepare, and the
 * refused one when it is stale. */
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

/* Adds what must precede the statement. */
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

/* Runs a statement on the call's own connection. */
static enum db_outcome
query_alone(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count, struct db_answer *answer)
{
	struct db *db = call->db;
	int64_t deadline_ms = db_answer_by_ms(call);
	struct together together = {.count = 0};
	/* A new connection resets both in struct db. */
	const char *begin = db->begin;
	const struct db_ahead *ahead = db->ahead;
	enum db_outcome outcome;

	if (db->began && !db_connected(db)) /* the transaction is lost */
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

/* Releases a reader's share of a result, when its arena ends. */
static void
leave_shared(void *data)
{
	struct db_shared *shared = data;

	if (--shared->readers > 0)
		return;
	PQclear(shared->result);
	free(shared);
}

/* PQclear() with the type that an arena calls. */
static void
clear_result(void *result)
{
	PQclear(result);
}

static void
take_answer(struct call *call, struct rows *rows, const struct db_answer *answer)
{
	const char *affected = PQcmdTuples(answer->result);

	rows->result = answer->result;
	rows->cache = db_row_cache(call->arena);
	if (answer->shared != NULL) {
		arena_on_done(call->arena, leave_shared, answer->shared);
		rows->first = answer->first;
		rows->count = answer->count;
		rows->affected = answer->count;
		return;
	}
	arena_on_done(call->arena, clear_result, answer->result);
	rows->count = PQntuples(answer->result);
	rows->affected = affected[0] == '\0' ? 0 : strtoll(affected, NULL, 10);
}

static enum db_outcome
query(struct call *call, const struct statement *statement, const struct db_param *params,
	size_t count, struct db_answer *answer)
{
	const struct db_kind *kind = call->db->kind;

	return kind->query != NULL ? kind->query(call, statement, params, count, answer)
				   : query_alone(call, statement, params, count, answer);
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
	outcome = query(call, statement, params, count, &answer);
	if (outcome == DB_REFUSED && bare && db_is_stale(answer.result)) {
		PQclear(answer.result);
		answer.result = NULL;
		outcome = query(call, statement, params, count, &answer);
	}
	if (outcome == DB_DONE && answer.result != NULL) {
		take_answer(call, rows, &answer);
		return rows;
	}
	db_note_failure(call, outcome, answer.result);
	PQclear(answer.result);
	return rows;
}
