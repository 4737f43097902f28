/*
 * batch.c - sends several requests of one turn as one statement.
 *
 * PostgreSQL takes longer to begin and to describe a statement than to find a row by its
 * key. So requests for the same statement (STATEMENT_BATCHED) are sent as one statement
 * with arrays of keys, and each member gets its rows of the result.
 */
#include "common/db/inside.h"

/* The most members of a batch. They are answered together, so more members wait
 * longer. */
#define MEMBERS_MAX 16

static bool
is_batchable(const struct request *request)
{
	if (request->statement->batch == NULL || request->alone)
		return false;
	for (size_t i = 0; i < request->count; i++) {
		if (request->params[i].type != DB_TYPE_UUID || request->params[i].null)
			return false;
	}
	return true;
}

bool
db_batch_join(struct request *leader, struct request *request)
{
	struct request **end = &leader->rest;

	if (leader->statement->sql != request->statement->sql ||
		leader->count != request->count || leader->members == MEMBERS_MAX ||
		!is_batchable(leader) || !is_batchable(request))
		return false;
	while (*end != NULL)
		end = &(*end)->rest;
	*end = request;
	leader->members++;
	return true;
}

/* The array of a parameter's values, one for each member. */
static struct db_param
array_of(const struct request *leader, size_t param)
{
	struct uuid *keys = arena_array(leader->arena, leader->members, sizeof(*keys));
	size_t count = 0;

	for (const struct request *r = leader; r != NULL; r = r->rest)
		keys[count++] = *(const struct uuid *)r->params[param].data;
	return DB_UUIDS(keys, count);
}

bool
db_batch_queue(struct db *db, struct request *leader)
{
	const struct db_param *params = leader->params;
	struct db_param *arrays;

	leader->sql = leader->statement->sql;
	if (leader->rest != NULL) {
		arrays = arena_array(leader->arena, leader->count, sizeof(*arrays));
		for (size_t i = 0; i < leader->count; i++)
			arrays[i] = array_of(leader, i);
		leader->sql = statement_batch(leader->statement);
		params = arrays;
	}
	leader->fresh = !db_is_prepared(db, leader->sql);
	leader->commands_due = leader->fresh ? 2 : 1;
	return db_queue(db, leader->sql, params, leader->count, leader->arena);
}

static void
divide(struct request *leader)
{
	PGresult *result = leader->answer.result;
	struct db_shared *shared = db_must(malloc(sizeof(*shared)));
	const int column = PQnfields(result) - 1, rows = PQntuples(result);
	int64_t member = 1;
	int row = 0;

	*shared = (struct db_shared){
		.result = result, .readers = (unsigned)leader->members};
	for (struct request *r = leader; r != NULL; r = r->rest, member++) {
		const int first = row;

		while (row < rows && db_value_integer(result, row, column) == member)
			row++;
		r->answer = (struct db_answer){.result = result,
			.shared = shared,
			.first = first,
			.count = row - first};
	}
}

void
db_batch_share(struct request *leader)
{
	if (leader->rest == NULL)
		return;
	if (leader->outcome == DB_DONE && leader->answer.result != NULL) {
		divide(leader);
		return;
	}
	PQclear(leader->answer.result);
	leader->answer.result = NULL;
	for (struct request *r = leader; r != NULL; r = r->rest) {
		r->outcome = DB_AGAIN;
		r->alone = true;
	}
}
