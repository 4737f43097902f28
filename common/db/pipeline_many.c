/*
 * pipeline_many.c - statements that readers ask for alike, and that leave as one.
 *
 * To look for one row by its key takes the server less time than to begin and to describe the
 * statement that does, and pages of a feed are mostly the same for all. Statements that wait
 * together and differ in their keys alone are one for arrays of keys (statement_for_many()), and each reader gets
 * its rows of the one result. Statements of lists that want no company wait here as well, while all connections
 * have as many lists as they may have.
 */
#include <stdlib.h>
#include <string.h>

#include "common/db/pipeline_inside.h"

bool
db_many_may(const struct request *request)
{
	if (request->statement->keys == 0 || request->alone)
		return false;
	for (size_t i = 0; i < request->statement->keys; i++) {
		if (request->params[i].type != DB_TYPE_UUID || request->params[i].null)
			return false;
	}
	return true;
}

static bool
same_bytes(const void *a, const void *b, size_t size)
{
	return size == 0 || memcmp(a, b, size) == 0; /* what is empty may be nowhere */
}

/* Whether two parameters are the same. */
static bool
is_same(const struct db_param *a, const struct db_param *b)
{
	if (a->type != b->type || a->null != b->null)
		return false;
	if (a->null)
		return true;
	switch (a->type) {
	case DB_TYPE_INTEGER:
	case DB_TYPE_BOOLEAN:
	case DB_TYPE_INSTANT:
		return a->number == b->number;
	case DB_TYPE_TEXT:
	case DB_TYPE_UUID:
	case DB_TYPE_BYTES:
	case DB_TYPE_JSON:
		return a->size == b->size && same_bytes(a->data, b->data, a->size);
	case DB_TYPE_UUIDS:
		return a->size == b->size &&
			same_bytes(a->data, b->data, a->size * sizeof(struct uuid));
	case DB_TYPE_TEXTS:
		break;
	}
	return false; /* of texts nobody needs it */
}

/* Whether a request may leave with those of another. */
static bool
ask_alike(const struct request *a, const struct request *b)
{
	if (a->statement->sql != b->statement->sql || a->count != b->count ||
		a->of_list != b->of_list)
		return false;
	for (size_t i = a->statement->keys; i < a->count; i++) {
		if (!is_same(&a->params[i], &b->params[i]))
			return false;
	}
	return true;
}

/* Whether nobody else may leave with a request. */
static bool
is_complete(const struct request *request)
{
	return request->readers == DB_MANY_MAX || !db_many_may(request);
}

void
db_many_gather(struct db_pipelines *pipelines, struct request *request)
{
	struct request **place = &pipelines->gathered, *last;
	const bool joins = !is_complete(request);

	pipelines->gathered_readers++;
	while (*place != NULL &&
		(!joins || is_complete(*place) || !ask_alike(*place, request)))
		place = &(*place)->next;
	if (*place == NULL) {
		*place = request;
		return;
	}
	(*place)->readers++;
	for (last = *place; last->company != NULL;)
		last = last->company;
	last->company = request;
}

/* Takes a request out of those that are gathered. */
static struct request *
take(struct db_pipelines *pipelines, struct request **place)
{
	struct request *request = *place;

	*place = request->next;
	request->next = NULL;
	pipelines->gathered_readers -= request->readers;
	return request;
}

static bool
is_open(const struct pipeline *pipeline)
{
	return db_connected(pipeline->db) && !pipeline->db->opening;
}

/* Whether a connection has answered all that was in its line when a request was asked for. What wants no
 * company may keep all connections busy without end. */
static bool
is_overtaken(const struct db_pipelines *pipelines, const struct request *request)
{
	for (size_t i = 0; i < pipelines->count; i++) {
		const struct pipeline *pipeline = &pipelines->list[i];

		if (is_open(pipeline) && pipeline->first != NULL &&
			pipeline->first->entered >= request->asked)
			return true;
	}
	return false;
}

/* How much a connection has to do before a request. Lists that wait for company leave together: each
 * connection that they go over is a transaction more. */
static size_t
busyness(const struct pipeline *pipeline, const struct request *request)
{
	return request->of_list && !is_complete(request) ? pipeline->syncs
							 : pipeline->db->awaited;
}

/* The open connection with the least to do and room for a request, or NULL. */
static struct pipeline *
least_busy(struct db_pipelines *pipelines, const struct request *request)
{
	struct pipeline *best = NULL;

	for (size_t i = 0; i < pipelines->count; i++) {
		struct pipeline *pipeline = &pipelines->list[i];

		if (is_open(pipeline) &&
			(!request->of_list || pipeline->lists < DB_LISTS_MAX) &&
			(best == NULL ||
				busyness(pipeline, request) < busyness(best, request)))
			best = pipeline;
	}
	return best;
}

/* The connection over which a request is to leave now, or NULL. */
static struct pipeline *
way_of(struct db_pipelines *pipelines, const struct request *request)
{
	struct pipeline *pipeline = least_busy(pipelines, request);

	if (pipeline == NULL || pipeline->syncs == 0 || is_complete(request) ||
		is_overtaken(pipelines, request))
		return pipeline;
	return NULL;
}

static bool
any_open(const struct db_pipelines *pipelines)
{
	for (size_t i = 0; i < pipelines->count; i++) {
		if (is_open(&pipelines->list[i]))
			return true;
	}
	return false;
}

void
db_many_leave(struct db_pipelines *pipelines)
{
	struct request **place = &pipelines->gathered;

	while (*place != NULL) {
		struct pipeline *pipeline = way_of(pipelines, *place);
		struct request *request;

		if (pipeline == NULL) {
			place = &(*place)->next;
			continue;
		}
		request = take(pipelines, place);
		if (db_pipelines_enqueue(pipelines, pipeline, request))
			continue;
		/* Before its readers ask again, so that they do not do so there. */
		db_pipelines_lose(pipelines, pipeline);
		db_pipelines_drop(pipelines, request, DB_LOST, pipeline->db);
		place = &pipelines->gathered;
	}
	/* Their connections were lost by others: they ask again, and open one if they can. */
	while (pipelines->gathered != NULL && !any_open(pipelines))
		db_pipelines_drop(
			pipelines, take(pipelines, &pipelines->gathered), DB_DONE, NULL);
}

void
db_many_expire(struct db_pipelines *pipelines, int64_t now_ms)
{
	struct request **place = &pipelines->gathered;

	while (*place != NULL) {
		if (!db_pipelines_mark_late(*place, now_ms)) {
			place = &(*place)->next;
			continue;
		}
		db_pipelines_drop(pipelines, take(pipelines, place), DB_DONE, NULL);
		place = &pipelines->gathered; /* those who ask again are there already */
	}
}

/* The statement for many readers, which is made once. */
static const char *
sql_for_many(struct db_pipelines *pipelines, const struct statement *statement)
{
	const char *sql = statement->sql;
	const size_t count = pipelines->many_count;
	char *for_many;

	for (size_t i = 0; i < count; i++) {
		if (pipelines->many[i].sql == sql)
			return pipelines->many[i].for_many;
	}
	for_many = statement_for_many(sql, statement->keys);
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
		for (size_t i = 0; i < request->count; i++) {
			arrays[i] = i < request->statement->keys ? gather_keys(request, i)
								 : params[i];
		}
		request->sql = sql_for_many(pipelines, request->statement);
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
