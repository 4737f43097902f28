/*
 * tx.c - transactions.
 *
 * BEGIN leaves with the first statement. ROLLBACK, and COMMIT after reads, are sent
 * without waiting: db->owed counts their answers, which the next exchange reads first.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/db/inside.h"

static const char BEGIN_READ[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
static const char BEGIN_WRITE[] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
static const char BEGIN_REPEATABLE[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE";
static const char COMMIT[] = "COMMIT";
static const char ROLLBACK[] = "ROLLBACK";

static const char COMMIT_LOST[] =
	"the connection to the database was lost during the commit, so the change may or "
	"may not have been saved; read before you repeat it";

/* The time limit of COMMIT. It does not end at the call's deadline, because a sent COMMIT
 * cannot be taken back. */
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
	if (tx == TX_READ && db->kind->query == NULL)
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

/* Commits a write and waits for the answer, which tells whether it happened. */
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
