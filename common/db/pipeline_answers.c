/*
 * pipeline_answers.c - what comes back: each answer to its request, or the loss of a connection to
 * all that wait there.
 */
#include "common/db/pipeline_inside.h"

/* Takes the request whose answers come next out of the line. */
static struct request *
take_first(struct pipeline *pipeline)
{
	struct request *request = pipeline->first;

	pipeline->first = request->next;
	if (pipeline->first == NULL)
		pipeline->last = NULL;
	pipeline->db->awaited--;
	pipeline->lists -= request->of_list;
	return request;
}

/* Whether its statement has to be prepared again: what failed may have been that. */
static bool
forgets(const struct request *request)
{
	return request->unprepared ||
		(request->outcome == DB_REFUSED && db_is_stale(request->answer.result));
}

/* The readers of a statement go on. */
static void
resume(struct db_pipelines *pipelines, struct request *request)
{
	while (request != NULL) {
		struct request *next =
			request->company; /* it is gone when its reader goes on */

		pipelines->readers->resume(request->reader);
		request = next;
	}
}

/* The first request has all its answers: its readers go on. */
static void
finish_first(struct db_pipelines *pipelines, struct pipeline *pipeline)
{
	struct request *request = take_first(pipeline);

	if (forgets(request))
		db_unprepare(pipeline->db, request->sql);
	/* The request counted on a preparation by another request, which failed. */
	if (request->outcome == DB_REFUSED && db_is_unprepared(request->answer.result)) {
		PQclear(request->answer.result);
		request->answer.result = NULL;
		request->again = true;
	}
	db_many_share(request);
	resume(pipelines, request);
}

void
db_pipelines_drop(struct db_pipelines *pipelines, struct request *request,
	enum db_outcome outcome, const struct db *lost)
{
	PQclear(request->answer.result);
	for (struct request *r = request; r != NULL; r = r->company) {
		r->answer.result = NULL;
		if (r->outcome != DB_LATE)
			r->outcome = outcome;
		r->lost = lost;
		r->again = r->outcome == DB_DONE;
		r->alone = r->alone || outcome == DB_LOST;
	}
	resume(pipelines, request);
}

void
db_pipelines_lose(struct db_pipelines *pipelines, struct pipeline *pipeline)
{
	struct request *lost = pipeline->first;
	enum db_outcome outcome = DB_LOST;

	db_keep_error(pipeline->db, "08006", PQerrorMessage(pipeline->db->connection));
	pipeline->first = pipeline->last = NULL;
	pipeline->db->awaited = pipeline->syncs = pipeline->lists = 0;
	pipeline->unsent = pipeline->blocked = false;
	db_drop(pipeline->db);
	for (struct request *next; lost != NULL; lost = next) {
		next = lost->next;
		db_pipelines_drop(pipelines, lost, outcome, pipeline->db);
		outcome = DB_DONE;
	}
}

/* Keeps what the server said of the first request: its first error, or else the last. */
static void
keep_result(struct request *request, PGresult *result, ExecStatusType status)
{
	if (request->outcome == DB_REFUSED || request->again) {
		PQclear(result);
		return;
	}
	PQclear(request->answer.result);
	request->answer.result = result;
	if (status == PGRES_PIPELINE_ABORTED) {
		PQclear(result);
		request->answer.result = NULL;
		request->again = true;
	} else if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
		request->outcome = DB_REFUSED;
	}
	request->unprepared = request->fresh && request->answers_due == 2 &&
		(request->again || request->outcome == DB_REFUSED);
}

/* Takes one piece of what has come; false when the connection is of no use. */
static bool
take_result(struct db_pipelines *pipelines, struct pipeline *pipeline)
{
	struct request *request = pipeline->first;
	PGresult *result = PQgetResult(pipeline->db->connection);
	ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_PIPELINE_SYNC) {
		PQclear(result);
		if (!request->last || request->answers_due > 0)
			return false;
		pipeline->syncs--;
		finish_first(pipelines, pipeline);
		return true;
	}
	if (result != NULL) {
		bool useless = db_is_farewell(result) || db_is_copy(status);

		keep_result(request, result, status);
		return !useless && PQstatus(pipeline->db->connection) != CONNECTION_BAD;
	}
	/* The end of what one command answered. */
	if (request->answers_due == 0 ||
		PQstatus(pipeline->db->connection) == CONNECTION_BAD)
		return false;
	request->answers_due--;
	if (request->answers_due == 0 && !request->last)
		finish_first(pipelines, pipeline);
	return true;
}

bool
db_pipelines_flush(struct pipeline *pipeline)
{
	struct db *db = pipeline->db;
	int left = PQflush(db->connection);

	if ((left > 0) != pipeline->blocked) {
		pipeline->blocked = left > 0;
		db->kind->want_write(db, pipeline->blocked);
	}
	return left >= 0;
}

/* The pipeline of a connection, or NULL. */
static struct pipeline *
find(struct db_pipelines *pipelines, const struct db *db)
{
	for (size_t i = 0; i < pipelines->count; i++) {
		if (pipelines->list[i].db == db)
			return &pipelines->list[i];
	}
	return NULL;
}

/* Whether an answer may be taken. While a turn puts statements into a line, libpq sends them as soon as they
 * are too many to hold back, and the server answers them. But a reader who asks again because one of
 * them was refused is refused as well until the Sync: so their answers wait for that, too. */
static bool
may_take(const struct pipeline *pipeline)
{
	return pipeline->first != NULL && pipeline->syncs > 0;
}

bool
db_pipelines_ready(struct db_pipelines *pipelines, struct db *db)
{
	struct pipeline *pipeline = find(pipelines, db);
	bool good;

	if (pipeline == NULL)
		return false;
	if (!db_connected(db))
		return true;
	good = PQconsumeInput(db->connection) == 1 && db_pipelines_flush(pipeline);
	/* A reader that goes on may lose the connection, or open another. */
	while (good && may_take(pipeline) && db_connected(db) &&
		PQisBusy(db->connection) == 0)
		good = take_result(pipelines, pipeline);
	if (!good)
		db_pipelines_lose(pipelines, pipeline);
	return true;
}
