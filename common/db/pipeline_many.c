/*
 * pipeline_many.c - statements that readers of one turn ask for alike, and that leave as one.
 *
 * To look for one row by its key takes the server less time than to begin and to describe the
 * statement that does. Those of one turn that differ in their keys alone are one statement for an
 * array of keys (statement_for_many()), and each reader gets its rows of the one result.
 */
#include <stdlib.h>

#include "common/db/pipeline_inside.h"

bool
db_many_may(const struct request *request)
{
	if (!request->statement->for_many || request->alone)
		return false;
	for (size_t i = 0; i < request->count; i++) {
		if (request->params[i].type != DB_TYPE_UUID || request->params[i].null)
			return false;
	}
	return true;
}

struct pipeline *
db_many_join(struct db_pipelines *pipelines, struct request *request)
{
	for (size_t i = 0; i < pipelines->count; i++) {
		struct request *first = pipelines->list[i].gathered;
		struct request *last;

		while (first != NULL &&
			(first->statement->sql != request->statement->sql ||
				first->count != request->count ||
				first->readers == DB_MANY_MAX))
			first = first->next;
		if (first == NULL)
			continue;
		for (last = first; last->company != NULL;)
			last = last->company;
		last->company = request;
		first->readers++;
		return &pipelines->list[i];
	}
	return NULL;
}

/* The statement for many readers, which is made once. */
static const char *
sql_for_many(struct db_pipelines *pipelines, const char *sql)
{
	const size_t count = pipelines->many_count;
	char *for_many;

	for (size_t i = 0; i < count; i++) {
		if (pipelines->many[i].sql == sql)
			return pipelines->many[i].for_many;
	}
	for_many = statement_for_many(sql);
	pipelines->many = db_must(
		reallocarray(pipelines->many, count + 1, sizeof(*pipelines->many)));
	pipelines->many[count] = (struct many){sql, for_many};
	pipelines->many_count++;
	return for_many;
}

/* The readers' keys in one parameter's place. */
static struct db_param
gather_keys(const struct request *request, size_t place)
{
	struct uuid *keys = arena_array(request->arena, request->readers, sizeof(*keys));
	size_t count = 0;

	for (const struct request *r = request; r != NULL; r = r->company)
		keys[count++] = *(const struct uuid *)r->params[place].data;
	return DB_UUIDS(keys, count);
}

bool
db_many_queue(struct db_pipelines *pipelines, struct pipeline *pipeline,
	struct request *request)
{
	const struct db_param *params = request->params;
	struct db_param *arrays;

	if (request->company != NULL) {
		arrays = arena_array(request->arena, request->count + 1, sizeof(*arrays));
		for (size_t i = 0; i < request->count; i++)
			arrays[i] = gather_keys(request, i);
		request->sql = sql_for_many(pipelines, request->statement->sql);
		params = arrays;
	}
	request->fresh = !db_is_prepared(pipeline->db, request->sql);
	request->answers_due = request->fresh ? 2 : 1;
	return db_queue(
		pipeline->db, request->sql, params, request->count, request->arena);
}

/* Cuts the result into the rows of each reader, by the number in its last column. */
static void
cut(struct request *request)
{
	PGresult *result = request->answer.result;
	struct db_shared *shared = db_must(malloc(sizeof(*shared)));
	const int column = PQnfields(result) - 1, rows = PQntuples(result);
	int64_t number = 1;
	int row = 0;

	*shared = (struct db_shared){
		.result = result, .readers = (unsigned)request->readers};
	for (struct request *r = request; r != NULL; r = r->company, number++) {
		const int first = row;

		while (row < rows && db_value_integer(result, row, column) == number)
			row++;
		r->answer = (struct db_answer){.result = result,
			.shared = shared,
			.first = first,
			.count = row - first};
	}
}

void
db_leave_shared(void *data)
{
	struct db_shared *shared = data;

	if (--shared->readers > 0)
		return;
	PQclear(shared->result);
	free(shared);
}

void
db_many_share(struct request *request)
{
	const bool refused = request->outcome == DB_REFUSED;

	if (request->company == NULL)
		return;
	if (request->outcome == DB_DONE && !request->again &&
		request->answer.result != NULL) {
		cut(request);
		return;
	}
	PQclear(request->answer.result);
	request->answer.result = NULL;
	for (struct request *r = request; r != NULL; r = r->company) {
		r->outcome = DB_DONE;
		r->again = true;
		r->alone = r->alone || refused;
	}
}
