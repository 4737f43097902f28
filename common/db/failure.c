/*
 * failure.c - what an error of the database means to a call.
 */
#include <string.h>

#include "common/db/inside.h"

/* Constraints of every operation, unless its own table lists them. All concern the
 * caller: its account (refuse_former() in the schema) or its credential
 * (confirm_caller()) has become invalid. The caller gets the problem that its next
 * request would get. */
static const struct conflict of_callers[] = {
	{.constraint = "members_former", .problem = PROBLEM_INVALID_TOKEN},
	{.constraint = "caller_credential", .problem = PROBLEM_INVALID_TOKEN},
	{.constraint = "caller_pending", .problem = PROBLEM_MEMBERSHIP_PENDING},
	{.constraint = "caller_suspended", .problem = PROBLEM_MEMBERSHIP_SUSPENDED},
	{.constraint = "caller_admin", .problem = PROBLEM_ADMIN_REQUIRED},
	{.constraint = NULL},
};

/* The conflict that a list has for a constraint, or NULL. */
static const struct conflict *
find_in(const struct conflict *list, const char *constraint)
{
	for (; list != NULL && list->constraint != NULL; list++) {
		if (strcmp(list->constraint, constraint) == 0)
			return list;
	}
	return NULL;
}

/* The operation's conflict for a constraint; NULL when none is declared. */
static const struct conflict *
find_conflict(const struct call *call, const char *constraint)
{
	const struct conflict *conflict;

	if (constraint == NULL)
		return NULL;
	conflict = call->op == NULL ? NULL : find_in(call->op->conflicts, constraint);
	return conflict != NULL ? conflict : find_in(of_callers, constraint);
}

/* Whether the handler may run again after a lost connection: the loss undid its
 * transaction, or the operation only reads. */
static bool
repeatable(const struct call *call, bool was_in_transaction)
{
	return was_in_transaction || (call->op != NULL && call->op->method == METHOD_GET);
}

/* Notes a lost connection, or an answer that is too late. */
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

/* The problem of an SQLSTATE by its class (appendix A of PostgreSQL's manual). */
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
		/* A stale statement. It is prepared again for the next run. */
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
