/*
 * tx.c - transactions, and what the database's refusals mean.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/db/db.h"
#include "common/db/inside.h"

static const char BEGIN_READ[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
static const char BEGIN_WRITE[] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
static const char BEGIN_REPEATABLE[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE";
static const char COMMIT[] = "COMMIT";
static const char ROLLBACK[] = "ROLLBACK";

static const char COMMIT_LOST[] =
	"the database was lost while the change was being saved, so it may or may not have been "
	"carried out; read before repeating it";

/* How long COMMIT may take, whatever the call's deadline says: it has been sent. */
#define COMMIT_MS 10000

void
db_clear(struct call *call)
{
	call->outcome = (struct outcome){0};
	if (call->db != NULL)
		call->db->error[0] = '\0';
}

bool
db_in_transaction(struct db *db)
{
	if (db->connection == NULL)
		return false;
	return db->began ||
		(db->owed == 0 && PQtransactionStatus(db->connection) != PQTRANS_IDLE);
}

void
db_begin(struct call *call, enum op_tx tx, bool repeatable_read)
{
	struct db *db = call->db;

	db->tx = tx;
	db->began = false;
	db->begin = NULL;
	db->ahead = NULL;
	if (tx == TX_READ && !db->kind->shared)
		db->begin = BEGIN_READ;
	else if (tx == TX_WRITE)
		db->begin = repeatable_read ? BEGIN_REPEATABLE : BEGIN_WRITE;
}

void
db_send_ahead(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count)
{
	struct db_ahead *ahead = arena_alloc(call->arena, sizeof(*ahead));
	struct db_param *copy = arena_array(call->arena, count, sizeof(*copy));

	memcpy(copy, params, count * sizeof(*copy));
	*ahead = (struct db_ahead){.sql = statement->sql, .params = copy, .count = count};
	call->db->ahead = ahead;
}

/* Sends the end of a transaction without waiting for its answer. */
static void
end_unwatched(struct call *call, const char *sql)
{
	struct db *db = call->db;

	if (db->connection == NULL)
		return;
	if (!db_queue(db, sql, NULL, 0, call->arena) ||
		PQpipelineSync(db->connection) == 0 || PQflush(db->connection) < 0) {
		db_drop(db);
		return;
	}
	db->owed++;
}

void
db_rollback(struct call *call)
{
	struct db *db = call->db;
	bool began = db->began;

	db->begin = NULL;
	db->ahead = NULL;
	db->began = false;
	if (began)
		end_unwatched(call, ROLLBACK);
}

/* COMMIT of a write: after this, and only after this, it has happened. */
static void
commit_write(struct call *call)
{
	struct db *db = call->db;
	PGresult *result = NULL;
	enum db_outcome outcome = DB_LOST;

	db->began = false;
	if (db->connection != NULL && db_queue(db, COMMIT, NULL, 0, call->arena))
		outcome = db_exchange(db, clock_monotonic_ms() + COMMIT_MS, &result);
	if (outcome == DB_DONE && strcmp(PQcmdStatus(result), "COMMIT") == 0) {
		PQclear(result);
		return;
	}
	if (outcome == DB_DONE) { /* "ROLLBACK": a statement had failed before */
		db_keep_error(db, "25P02", "the transaction had failed already");
		call->outcome.db_problem = PROBLEM_INTERNAL_ERROR;
	} else {
		db_note_failure(call, outcome, result);
		if (outcome != DB_REFUSED)
			call->outcome.db_detail = COMMIT_LOST;
	}
	PQclear(result);
}

void
db_commit(struct call *call)
{
	struct db *db = call->db;

	db->begin = NULL;
	db->ahead = NULL;
	if (!db->began || db->connection == NULL)
		return;
	if (db->tx == TX_WRITE) {
		commit_write(call);
		return;
	}
	db->began = false;
	end_unwatched(call, COMMIT);
}

/* What constraints mean to every operation that does not say otherwise. All are about the
 * caller, who is told what the next request would be told: its account has ended meanwhile
 * (refuse_former() in the schema), or its authority has (confirm_caller()). */
static const struct conflict of_callers[] = {
	{.constraint = "members_former", .problem = PROBLEM_INVALID_TOKEN},
	{.constraint = "caller_credential", .problem = PROBLEM_INVALID_TOKEN},
	{.constraint = "caller_pending", .problem = PROBLEM_MEMBERSHIP_PENDING},
	{.constraint = "caller_suspended", .problem = PROBLEM_MEMBERSHIP_SUSPENDED},
	{.constraint = "caller_admin", .problem = PROBLEM_ADMIN_REQUIRED},
	{.constraint = NULL},
};

/* The conflict of a list that a constraint stands for; NULL without one. */
static const struct conflict *
find_in(const struct conflict *list, const char *constraint)
{
	for (; list != NULL && list->constraint != NULL; list++) {
		if (strcmp(list->constraint, constraint) == 0)
			return list;
	}
	return NULL;
}

/* What a constraint means to the operation; NULL when it should not have been met. */
static const struct conflict *
find_conflict(const struct call *call, const char *constraint)
{
	const struct conflict *conflict;

	if (constraint == NULL)
		return NULL;
	conflict = call->op == NULL ? NULL : find_in(call->op->conflicts, constraint);
	return conflict != NULL ? conflict : find_in(of_callers, constraint);
}

/* Whether running the handler again after a lost connection can do no harm: the transaction
 * went with the connection, or the operation only reads. */
static bool
repeatable(const struct call *call, bool was_in_transaction)
{
	return was_in_transaction || (call->op != NULL && call->op->method == METHOD_GET);
}

/* Notes a connection that is gone, or was dropped because no answer came. */
static void
note_lost(struct call *call, enum db_outcome outcome)
{
	struct db *db = call->db;
	bool was_in_transaction = db->began;
	bool was_connected = db->connection != NULL;

	if (outcome == DB_LATE)
		db_keep_error(db, "57014", "no answer before the deadline");
	db_drop(db);
	if (outcome == DB_LATE) {
		call->outcome.db_problem = PROBLEM_TIMEOUT;
	} else if (was_connected && repeatable(call, was_in_transaction)) {
		call->outcome.db_retry = true;
	} else {
		call->outcome.db_problem = PROBLEM_SERVICE_UNAVAILABLE;
		call->outcome.retry_after_s = 1;
	}
}

/* The problem of an SQLSTATE that no operation names; its class decides (appendix A of
 * PostgreSQL's manual). */
static enum problem
problem_of_state(const char *state)
{
	static const char *const unavailable[] = {"08", "53", "55", "57P", "58", "25P03"};

	if (strcmp(state, "57014") == 0)
		return PROBLEM_TIMEOUT;
	for (size_t i = 0; i < COUNT_OF(unavailable); i++) {
		if (strncmp(state, unavailable[i], strlen(unavailable[i])) == 0)
			return PROBLEM_SERVICE_UNAVAILABLE;
	}
	return PROBLEM_INTERNAL_ERROR;
}

void
db_note_failure(struct call *call, enum db_outcome outcome, const PGresult *result)
{
	struct db *db = call->db;
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);

	if (result != NULL) {
		db_keep_error(
			db, state, PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
	}
	if (outcome == DB_LOST || outcome == DB_LATE) {
		note_lost(call, outcome);
		return;
	}
	if (state == NULL) {
		call->outcome.db_problem = PROBLEM_INTERNAL_ERROR;
	} else if (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0) {
		call->outcome.db_retry = true;
	} else if (strcmp(state, "0A000") == 0 || strcmp(state, "26000") == 0) {
		/* In a transaction: it has failed, and the statement is forgotten by now. */
		call->outcome.db_retry = db->began;
		call->outcome.db_problem =
			db->began ? PROBLEM_NONE : PROBLEM_INTERNAL_ERROR;
	} else if (strncmp(state, "23", 2) == 0 &&
		(call->outcome.db_conflict = find_conflict(call, constraint)) != NULL) {
		call->outcome.db_problem = call->outcome.db_conflict->problem;
	} else {
		call->outcome.db_problem = problem_of_state(state);
	}
	if (call->outcome.db_problem == PROBLEM_SERVICE_UNAVAILABLE)
		call->outcome.retry_after_s = 1;
}

void
db_settle(struct call *call)
{
	const struct conflict *conflict = call->outcome.db_conflict;

	if (call->outcome.db_problem == PROBLEM_NONE)
		return;
	call->outcome.faults = NULL;
	if (call->outcome.db_detail != NULL) {
		call_fail(call, call->outcome.db_problem, "%s", call->outcome.db_detail);
	} else if (conflict == NULL) {
		call_fail(call, call->outcome.db_problem, NULL);
	} else if (conflict->problem == PROBLEM_VALIDATION_FAILED) {
		call_fault(call, conflict->pointer == NULL ? "#" : conflict->pointer,
			conflict->fault, "%s",
			conflict->detail == NULL ? "this is taken" : conflict->detail);
	} else if (conflict->detail == NULL) {
		call_fail(call, conflict->problem, NULL);
	} else {
		call_fail(call, conflict->problem, "%s", conflict->detail);
	}
}

PGconn *
db_connection(struct db *db)
{
	PGresult *result;

	if (!db_ready(db))
		return NULL;
	if (PQpipelineStatus(db->connection) != PQ_PIPELINE_OFF) {
		if (db->owed > 0)
			db_exchange(db, clock_monotonic_ms() + COMMIT_MS, &result);
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
