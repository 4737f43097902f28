/*
 * pipeline.c - runs single statements of many calls over a few connections.
 *
 * A request is pending until the turn of the loop ends. Then every pending request is
 * sent, even while the connections still wait for other answers. So no request starves.
 */
#include "common/db/pipeline.h"
#include "common/base/clock.h"
#include "common/db/inside.h"

/* Opens another connection when each open one has this many requests. */
#define OPENING_COST 2

/* The server ends a statement after two seconds (services/ctl/migrate_roles.c). */
#define SILENT_MS 5000

/* How often a request is sent again after its connection is lost. */
#define LOSSES_MAX 3

struct db_pipelines {
	const struct db_readers *readers;
	struct pipeline list[DB_PIPELINES_MAX];
	size_t count;
	struct request *pending; /* leaders of batches, the oldest first */
	size_t pending_members;
};

/* The owner of a reader's struct db. */
struct reader {
	struct db_pipelines *pipelines;
	void *reader;
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
	pipelines->list[pipelines->count++] =
		(struct pipeline){.db = db, .readers = pipelines->readers};
}

static bool
is_open(const struct pipeline *pipeline)
{
	return db_connected(pipeline->db) && !pipeline->db->opening;
}

bool
db_pipelines_ready(struct db_pipelines *pipelines, struct db *db)
{
	struct pipeline *pipeline = pipelines->list;

	while (pipeline < pipelines->list + pipelines->count && pipeline->db != db)
		pipeline++;
	if (pipeline == pipelines->list + pipelines->count)
		return false;
	if (db_connected(db))
		db_pipeline_read(pipeline);
	return true;
}

/* Whether a connection is lost, as far as its late requests tell: it is silent for longer
 * than the server lets a statement run, or too many of them wait for results. */
static bool
is_stuck(const struct pipeline *pipeline, int64_t now_ms)
{
	return pipeline->abandoned > DB_ABANDONED_MAX ||
		(pipeline->abandoned > 0 && now_ms - pipeline->heard_ms >= SILENT_MS);
}

void
db_pipelines_expire(struct db_pipelines *pipelines)
{
	const int64_t now_ms = clock_monotonic_ms();

	for (size_t i = 0; i < pipelines->count; i++) {
		struct pipeline *pipeline = &pipelines->list[i];

		db_pipeline_abandon_late(pipeline, now_ms);
		if (is_stuck(pipeline, now_ms))
			db_pipeline_lose(pipeline);
	}
}

/* ---- the end of a turn ---- */

/* The open connection with the fewest requests, or NULL. */
static struct pipeline *
least_busy(struct db_pipelines *pipelines)
{
	struct pipeline *best = NULL;

	for (size_t i = 0; i < pipelines->count; i++) {
		struct pipeline *pipeline = &pipelines->list[i];

		if (is_open(pipeline) &&
			(best == NULL || pipeline->db->awaited < best->db->awaited))
			best = pipeline;
	}
	return best;
}

static void
distribute(struct db_pipelines *pipelines)
{
	while (pipelines->pending != NULL) {
		struct request *request = pipelines->pending;
		struct pipeline *pipeline = least_busy(pipelines);

		pipelines->pending = request->next;
		pipelines->pending_members -= request->members;
		if (pipeline != NULL)
			db_pipeline_enqueue(pipeline, request);
		else /* all were lost during the turn: the readers open one again */
			db_pipeline_end(pipelines->list, request, DB_AGAIN);
	}
}

void
db_pipelines_send(struct db_pipelines *pipelines)
{
	/* Readers of a lost connection ask again at once, which makes more requests
	 * pending. */
	while (pipelines->pending != NULL) {
		distribute(pipelines);
		for (size_t i = 0; i < pipelines->count; i++)
			db_pipeline_send(&pipelines->list[i]);
	}
}

/* ---- readers ---- */

/* What it costs to wait for this connection, in requests; -1 = it cannot be opened
 * now. */
static int
cost(const struct db_pipelines *pipelines, const struct pipeline *pipeline)
{
	if (pipeline->opening > 0 || pipeline->db->opening)
		return (int)pipeline->opening + OPENING_COST;
	if (db_connected(pipeline->db))
		return (int)(pipeline->db->awaited + pipelines->pending_members);
	return db_may_connect(pipeline->db) ? OPENING_COST : -1;
}

/* The connection that costs least, or NULL. */
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

/* Makes a request pending, as a member of a batch if there is one that it can join. */
static void
gather(struct db_pipelines *pipelines, struct request *request)
{
	struct request **end = &pipelines->pending;

	pipelines->pending_members++;
	while (*end != NULL && !db_batch_join(*end, request))
		end = &(*end)->next;
	if (*end == NULL)
		*end = request;
}

static enum db_outcome
attempt(struct db_pipelines *pipelines, struct call *call, struct request *request)
{
	struct pipeline *pipeline = choose(pipelines);
	bool connected = false;

	request->next = request->rest = NULL;
	request->members = 1;
	request->outcome = DB_DONE;
	request->unprepared = request->synced = request->abandoned = false;
	request->answer = (struct db_answer){.result = NULL};
	if (clock_monotonic_ms() >= request->deadline_ms)
		return DB_LATE;
	if (pipeline != NULL) {
		pipeline->opening++;
		connected =
			pipeline->db->kind->connect(pipeline->db, request->deadline_ms);
		pipeline->opening--;
	}
	if (!connected || !db_connected(pipeline->db)) {
		db_keep_error(call->db, NULL,
			db_error(
				pipeline == NULL ? pipelines->list[0].db : pipeline->db));
		return DB_LOST;
	}
	gather(pipelines, request);
	pipelines->readers->pause(request->reader);
	if (request->outcome == DB_LOST)
		db_keep_error(call->db, NULL, db_error(request->lost));
	return request->outcome;
}

static enum db_outcome
query(struct call *call, const struct statement *statement, const struct db_param *params,
	size_t count, struct db_answer *answer)
{
	const struct reader *reader = call->db->owner;
	struct db_pipelines *pipelines = reader->pipelines;
	struct request request = {.statement = statement,
		.params = params,
		.count = count,
		.arena = call->arena,
		.reader = reader->reader,
		.deadline_ms = db_answer_by_ms(call)};
	enum db_outcome outcome = DB_LOST;
	size_t losses = 0, stale = 0;

	/* A read can be repeated safely. A statement may be stale once on each
	 * connection. */
	while (losses < LOSSES_MAX && stale <= pipelines->count) {
		PQclear(request.answer.result);
		outcome = attempt(pipelines, call, &request);
		if (outcome == DB_LOST)
			losses++;
		else if (outcome == DB_REFUSED && db_is_stale(request.answer.result))
			stale++;
		else if (outcome != DB_AGAIN)
			break;
	}
	*answer = request.answer;
	return outcome;
}

/* .connect of a reader's struct db, which has no connection. */
static bool
connect_never(struct db *db, int64_t deadline_ms)
{
	(void)deadline_ms;
	db_keep_error(db, "08003", "a reader of pipelines has no connection of its own");
	return false;
}

struct db *
db_pipelines_reader(struct db_pipelines *pipelines, void *reader)
{
	static const struct db_kind of_reader = {
		.query = query, .connect = connect_never};
	struct db *db = db_must(calloc(1, sizeof(*db)));
	struct reader *owner = db_must(malloc(sizeof(*owner)));

	*owner = (struct reader){.pipelines = pipelines, .reader = reader};
	db_set_kind(db, &of_reader, owner);
	return db;
}
