/*
 * pipeline.c - single statements of many reads over a few connections.
 */
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/db/pipeline_inside.h"

/* A connection that is not open is chosen when the open ones have so much to do. */
#define OPENING_COSTS 2

/* How many connections may be lost while one statement is carried out. */
#define LOSSES_MAX 3

/* Whose statements they are, and where they go: the owner of a connection in name. */
struct reader {
	struct db_pipelines *pipelines;
	void *reader;
	bool reads_lists;
};

struct db_pipelines *
db_pipelines_new(const struct db_readers *readers)
{
	struct db_pipelines *pipelines = db_must(calloc(1, sizeof(*pipelines)));

	pipelines->readers = readers;
	return pipelines;
}

void
db_pipelines_add(struct db_pipelines *pipelines, struct db *db)
{
	pipelines->list[pipelines->count++] = (struct pipeline){.db = db};
}

/* What it costs a statement to go this way, in statements before it; -1 = it cannot. What is gathered
 * may go any way. */
static int
cost(const struct db_pipelines *pipelines, const struct pipeline *pipeline)
{
	if (pipeline->opening > 0 || pipeline->db->opening)
		return (int)pipeline->opening + OPENING_COSTS;
	if (db_connected(pipeline->db))
		return (int)(pipeline->db->awaited + pipelines->gathered_readers);
	return db_may_connect(pipeline->db) ? OPENING_COSTS : -1;
}

/* The way that costs least, or NULL. */
static struct pipeline *
choose(struct db_pipelines *pipelines)
{
	struct pipeline *best = NULL;
	int best_cost = -1;

	for (size_t i = 0; i < pipelines->count; i++) {
		int this_cost = cost(pipelines, &pipelines->list[i]);

		if (this_cost < 0 || (best != NULL && this_cost >= best_cost))
			continue;
		best = &pipelines->list[i];
		best_cost = this_cost;
	}
	return best;
}

bool
db_pipelines_enqueue(struct db_pipelines *pipelines, struct pipeline *pipeline,
	struct request *request)
{
	db_enter_pipeline(pipeline->db);
	request->next = NULL;
	if (!db_many_queue(pipelines, pipeline, request))
		return false;
	if (pipeline->last == NULL)
		pipeline->first = request;
	else
		pipeline->last->next = request;
	pipeline->last = request;
	pipeline->db->awaited++;
	pipeline->lists += request->of_list;
	request->entered = pipelines->round;
	pipeline->unsent = true;
	return true;
}

/* As a request is before it is sent, for the first time or again. */
static void
begin(struct request *request)
{
	request->next = request->company = NULL;
	request->readers = 1;
	request->sql = request->statement->sql;
	request->outcome = DB_DONE;
	request->again = request->last = request->unprepared = false;
	request->answer = (struct db_answer){.result = NULL};
}

/* Waits for the answer. */
static enum db_outcome
await(struct db_pipelines *pipelines, struct call *call, const struct request *request)
{
	pipelines->readers->pause(request->reader);
	if (request->outcome == DB_LOST)
		db_keep_error(call->db, NULL, db_error(request->lost));
	return request->outcome;
}

/* Sends the statement and waits for its answer, once. */
static enum db_outcome
attempt(struct db_pipelines *pipelines, struct call *call, struct request *request)
{
	int64_t now_ms = clock_monotonic_ms();
	struct pipeline *pipeline;
	bool connected;

	begin(request);
	if (now_ms >= request->deadline_ms)
		return DB_LATE;
	pipeline = choose(pipelines);
	if (pipeline == NULL) {
		db_keep_error(call->db, NULL, db_error(pipelines->list[0].db));
		return DB_LOST;
	}
	pipeline->opening++;
	connected = pipeline->db->kind->connect(pipeline->db, request->deadline_ms);
	pipeline->opening--;
	if (!connected || !db_connected(pipeline->db)) {
		db_keep_error(call->db, NULL, db_error(pipeline->db));
		return DB_LOST;
	}
	if (db_many_may(request) || request->of_list) {
		db_many_gather(pipelines, request);
	} else if (!db_pipelines_enqueue(pipelines, pipeline, request)) {
		db_keep_error(
			call->db, "08006", PQerrorMessage(pipeline->db->connection));
		db_pipelines_lose(pipelines, pipeline);
		return DB_LOST;
	}
	return await(pipelines, call, request);
}

/* Carries out a statement of a read among those of others. */
static enum db_outcome
query_with_others(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count, struct db_answer *answer)
{
	const struct reader *reader = call->db->owner;
	struct db_pipelines *pipelines = reader->pipelines;
	struct request request = {.statement = statement,
		.params = params,
		.count = count,
		.arena = call->arena,
		.reader = reader->reader,
		.deadline_ms = db_answer_by_ms(call),
		.asked = pipelines->round,
		.of_list = reader->reads_lists};
	enum db_outcome outcome = DB_LOST;
	size_t losses = 0, stale = 0;

	/* Reading again does no harm. So a request is sent again when it fell with another
	 * request's failure, and a few times when its connection was lost. And each connection
	 * may have to prepare a statement anew whose tables have changed. */
	while (losses < LOSSES_MAX && stale <= pipelines->count) {
		PQclear(request.answer.result);
		outcome = attempt(pipelines, call, &request);
		if (outcome == DB_LOST)
			losses++;
		else if (outcome == DB_REFUSED && db_is_stale(request.answer.result))
			stale++;
		else if (!request.again)
			break;
	}
	*answer = request.answer;
	return outcome;
}

/* A connection in name opens nothing: its statements are sent over others. */
static bool
open_nothing(struct db *db, int64_t deadline_ms)
{
	(void)deadline_ms;
	db_keep_error(db, "08003", "this is no connection of its own");
	return false;
}

struct db *
db_pipelines_reader(struct db_pipelines *pipelines, void *reader, bool reads_lists)
{
	static const struct db_kind in_name = {
		.shared = true, .query = query_with_others, .connect = open_nothing};
	struct db *db = db_must(calloc(1, sizeof(*db)));
	struct reader *owner = db_must(malloc(sizeof(*owner)));

	db->keywords = db_must(calloc(1, sizeof(*db->keywords)));
	db->values = db_must(calloc(1, sizeof(*db->values)));
	*owner = (struct reader){
		.pipelines = pipelines, .reader = reader, .reads_lists = reads_lists};
	db_set_kind(db, &in_name, owner);
	return db;
}

/* ---- turns ---- */

/* Ends what the turn has put into the line with a Sync, and sends it; false when it was lost. */
static bool
send_line(struct db_pipelines *pipelines, struct pipeline *pipeline)
{
	bool good;

	pipeline->unsent = false;
	pipeline->last->last = true;
	pipeline->syncs++;
	good = PQpipelineSync(pipeline->db->connection) == 1 &&
		db_pipelines_flush(pipeline);
	if (!good)
		db_pipelines_lose(pipelines, pipeline);
	return good;
}

void
db_pipelines_send(struct db_pipelines *pipelines)
{
	bool lost;

	/* Readers whose connection is lost ask again, maybe on one that has sent already. */
	do {
		lost = false;
		db_many_leave(pipelines);
		for (size_t i = 0; i < pipelines->count; i++) {
			if (pipelines->list[i].unsent &&
				!send_line(pipelines, &pipelines->list[i]))
				lost = true;
		}
	} while (lost);
	pipelines->round++;
}

bool
db_pipelines_mark_late(struct request *request, int64_t now_ms)
{
	bool late = false;

	for (; request != NULL; request = request->company) {
		if (request->deadline_ms > now_ms)
			continue;
		request->outcome = DB_LATE;
		late = true;
	}
	return late;
}

void
db_pipelines_expire(struct db_pipelines *pipelines)
{
	int64_t now_ms = clock_monotonic_ms();

	db_many_expire(pipelines, now_ms);
	for (size_t i = 0; i < pipelines->count; i++) {
		struct pipeline *pipeline = &pipelines->list[i];
		bool late = false;

		for (struct request *r = pipeline->first; r != NULL; r = r->next)
			late = db_pipelines_mark_late(r, now_ms) || late;
		if (late)
			db_pipelines_lose(pipelines, pipeline);
	}
}
