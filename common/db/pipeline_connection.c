/*
 * pipeline_connection.c - the requests on one connection of the pipelines, and their
 * answers.
 */
#include "common/base/clock.h"
#include "common/db/inside.h"
#include "common/db/pipeline.h"

/* Resumes the readers of a request and of its batch. */
static void
resume(const struct pipeline *pipeline, struct request *leader)
{
	while (leader != NULL) {
		/* A request ends when its reader resumes. */
		struct request *rest = leader->rest;

		pipeline->readers->resume(leader->reader);
		leader = rest;
	}
}

void
db_pipeline_end(
	const struct pipeline *pipeline, struct request *leader, enum db_outcome outcome)
{
	PQclear(leader->answer.result);
	if (leader->abandoned) {
		free(leader);
		return;
	}
	for (struct request *r = leader; r != NULL; r = r->rest) {
		r->answer.result = NULL;
		if (r->outcome != DB_LATE)
			r->outcome = outcome;
		r->lost = pipeline->db;
		r->alone = r->alone || outcome == DB_LOST;
	}
	resume(pipeline, leader);
}

void
db_pipeline_lose(struct pipeline *pipeline)
{
	struct request *lost = pipeline->first;
	enum db_outcome outcome = DB_LOST;

	db_keep_error(pipeline->db, "08006", PQerrorMessage(pipeline->db->connection));
	pipeline->first = pipeline->last = NULL;
	pipeline->db->awaited = 0;
	pipeline->blocked = false;
	pipeline->abandoned = 0;
	db_drop(pipeline->db);
	for (struct request *next; lost != NULL; lost = next) {
		next = lost->next;
		db_pipeline_end(
			pipeline, lost, lost->outcome == DB_LOST ? DB_LOST : outcome);
		outcome = DB_AGAIN;
	}
}

void
db_pipeline_enqueue(struct pipeline *pipeline, struct request *request)
{
	bool queued;

	request->next = NULL;
	db_enter_pipeline(pipeline->db);
	queued = db_batch_queue(pipeline->db, request);
	if (pipeline->last == NULL) {
		pipeline->first = request;
		pipeline->heard_ms = clock_monotonic_ms();
	} else {
		pipeline->last->next = request;
	}
	pipeline->last = request;
	pipeline->db->awaited++;
	if (!queued) {
		request->outcome = DB_LOST;
		db_pipeline_lose(pipeline);
	}
}

/* ---- late requests ---- */

static bool
is_late(const struct request *leader, int64_t now_ms)
{
	for (const struct request *r = leader; r != NULL; r = r->rest) {
		if (r->deadline_ms <= now_ms)
			return true;
	}
	return false;
}

/* Puts a copy in the place of a request, which takes its results. */
static void
replace(struct pipeline *pipeline, struct request **at)
{
	struct request *copy = db_must(malloc(sizeof(*copy)));
	struct request *leader = *at;

	*copy = *leader;
	copy->abandoned = true;
	copy->rest = NULL;
	*at = copy;
	if (pipeline->last == leader)
		pipeline->last = copy;
	pipeline->abandoned++;
	leader->answer.result = NULL;
}

void
db_pipeline_abandon_late(struct pipeline *pipeline, int64_t now_ms)
{
	struct request *ended = NULL, *next;

	for (struct request **at = &pipeline->first; *at != NULL; at = &(*at)->next) {
		struct request *leader = *at;

		if (leader->abandoned || !is_late(leader, now_ms))
			continue;
		replace(pipeline, at);
		leader->next = ended;
		ended = leader;
	}
	/* A resumed reader may change the list. */
	for (; ended != NULL; ended = next) {
		next = ended->next;
		for (struct request *r = ended; r != NULL; r = r->rest) {
			if (r->deadline_ms <= now_ms)
				r->outcome = DB_LATE;
		}
		db_pipeline_end(pipeline, ended, DB_AGAIN);
	}
}

/* ---- sending and reading ---- */

/* Sends as much as the kernel accepts now; false when the connection is lost. */
static bool
flush(struct pipeline *pipeline)
{
	struct db *db = pipeline->db;
	int left = PQflush(db->connection);

	if ((left > 0) != pipeline->blocked) {
		pipeline->blocked = left > 0;
		db->kind->want_write(db, pipeline->blocked);
	}
	return left >= 0;
}

void
db_pipeline_send(struct pipeline *pipeline)
{
	if (pipeline->last == NULL || pipeline->last->synced)
		return;
	pipeline->last->synced = true;
	if (PQpipelineSync(pipeline->db->connection) == 0 || !flush(pipeline))
		db_pipeline_lose(pipeline);
}

/* Ends the first request, which has all its results. */
static void
finish_first(struct pipeline *pipeline)
{
	struct request *request = pipeline->first;
	bool refused = request->outcome == DB_REFUSED;

	pipeline->first = request->next;
	if (pipeline->first == NULL)
		pipeline->last = NULL;
	pipeline->db->awaited--;
	if (request->unprepared || (refused && db_is_stale(request->answer.result)))
		db_unprepare(pipeline->db, request->sql);
	/* An earlier request was to prepare its statement, and failed. */
	if (refused && db_is_unprepared(request->answer.result)) {
		PQclear(request->answer.result);
		request->answer.result = NULL;
		request->outcome = DB_AGAIN;
	}
	if (request->abandoned) {
		pipeline->abandoned--;
		PQclear(request->answer.result);
		free(request);
		return;
	}
	db_batch_share(request);
	resume(pipeline, request);
}

/* Keeps a result of the first request: its first error, or the last result. */
static void
keep_result(struct request *request, PGresult *result, ExecStatusType status)
{
	if (request->outcome != DB_DONE) {
		PQclear(result);
		return;
	}
	PQclear(request->answer.result);
	request->answer.result = result;
	if (status == PGRES_PIPELINE_ABORTED) {
		PQclear(result);
		request->answer.result = NULL;
		request->outcome = DB_AGAIN;
	} else if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
		request->outcome = DB_REFUSED;
	}
	request->unprepared = request->fresh && request->commands_due == 2 &&
		request->outcome != DB_DONE;
}

/* Reads the next result that has arrived; false when the connection is lost. */
static bool
take_result(struct pipeline *pipeline)
{
	struct request *request = pipeline->first;
	PGresult *result = PQgetResult(pipeline->db->connection);
	ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_PIPELINE_SYNC) {
		PQclear(result);
		if (!request->synced || request->commands_due > 0)
			return false;
		finish_first(pipeline);
		return true;
	}
	if (result != NULL) {
		bool useless = db_is_shutdown(result) || db_is_copy(status);

		keep_result(request, result, status);
		return !useless && db_connected(pipeline->db);
	}
	/* The end of one command's results. */
	if (request->commands_due == 0 || !db_connected(pipeline->db))
		return false;
	request->commands_due--;
	if (request->commands_due == 0 && !request->synced)
		finish_first(pipeline);
	return true;
}

void
db_pipeline_read(struct pipeline *pipeline)
{
	struct db *db = pipeline->db;
	bool good = PQconsumeInput(db->connection) == 1 && flush(pipeline);

	pipeline->heard_ms = clock_monotonic_ms();
	/* A resumed reader may close the connection. */
	while (good && pipeline->first != NULL && db_connected(db) &&
		PQisBusy(db->connection) == 0)
		good = take_result(pipeline);
	if (!good)
		db_pipeline_lose(pipeline);
}
