/*
 * lane.c - the workers of the loop and the calls that wait for them.
 *
 * There are three lanes, so that calls that hold connections for a while, above all writes that
 * wait for the disk, leave reads their way, and lists do not keep single records waiting.
 */
#include <stdlib.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/service/inside.h"

#define ARENA_BYTES ((size_t)32 * 1024)

/* How many single records, and how many lists, are under way for each shared connection. */
#define READERS_PER_CONNECTION 8

/* How often waits that are overdue are looked for, while a worker works. */
#define SWEEP_MS 100

static void work(void *data);
static void put_idle(struct worker *worker);

void
service_lane_add(
	struct process *process, struct service_lane *lane, struct worker *worker)
{
	worker->lane = lane;
	lane->size++;
	process->workers[process->worker_count++] = worker;
}

/* Adds a worker for calls to a lane, with a connection of its own or NULL for shared ones. */
static void
add_worker(struct process *process, enum service_way way, struct db *db)
{
	struct worker *worker = service_must(calloc(1, sizeof(*worker)));

	worker->process = process;
	worker->work = work;
	worker->rest = put_idle;
	worker->db = db != NULL ? db : db_pipelines_reader(process->pipelines, worker);
	if (db != NULL && process->has_replica)
		worker->replica = service_db_new_replica(process);
	service_lane_add(process, &process->lanes[way], worker);
	put_idle(worker);
}

/* A reader waits without a deadline of its own: db_pipelines_expire() ends overdue answers. */
static void
pause_reader(void *reader)
{
	service_lane_pause(reader, 0);
}

/* The answer that the reader waits for has come, or its connection is lost. */
static void
resume_reader(void *reader)
{
	service_lane_resume(reader, true);
}

void
service_lane_prepare(struct process *process)
{
	static const struct db_readers ways = {
		.pause = pause_reader, .resume = resume_reader};
	const size_t connections = (size_t)config()->workers.value;
	/* Of two, none is shared, so that no write has to wait for another. */
	const size_t part = (connections - 1) / 2;
	const size_t shared = part < DB_PIPELINES_MAX ? part : DB_PIPELINES_MAX;
	const size_t alone = connections - shared;
	const size_t readers = shared * READERS_PER_CONNECTION;

	process->self =
		(struct worker){.process = process, .arena = arena_new(ARENA_BYTES)};
	process->workers =
		service_must(calloc(2 * readers + alone + process->service->task_count,
			sizeof(struct worker *)));
	process->pipelines = db_pipelines_new(&ways);
	process->has_replica = config()->database_read_url.data[0] != '\0';
	for (size_t i = 0; i < shared; i++)
		db_pipelines_add(process->pipelines, service_db_new(process, true));
	for (size_t i = 0; i < readers; i++) {
		add_worker(process, WAY_READ, NULL);
		add_worker(process, WAY_LIST, NULL);
	}
	for (size_t i = 0; i < alone; i++)
		add_worker(process, WAY_ALONE, service_db_new(process, false));
}

/* ---- frames ---- */

void
service_lane_release(struct process *process, struct service_frame *frame)
{
	process->bus->release(frame);
	process->released++;
}

/* Has a frame wait for a worker; with one connection or two there is only one lane. */
static void
put(struct process *process, enum service_way way, struct service_frame *frame)
{
	const bool has_workers = process->lanes[way].size > 0;

	service_queue_put(&process->lanes[has_workers ? way : WAY_ALONE].calls, frame);
}

void
service_lane_take(struct process *process, struct service_frame *frame)
{
	struct worker *self = &process->self;
	const enum service_way way = service_call_way(process, frame);

	atomic_fetch_add(&process->in_flight, 1);
	switch (way) {
	case WAY_READ:
	case WAY_LIST:
	case WAY_ALONE:
		put(process, way, frame);
		return;
	case WAY_OUTSIDE:
		if (!service_call_pass_outside(self, frame))
			service_lane_release(process, frame);
		break;
	case WAY_ITSELF:
		service_call_answer_itself(self, frame);
		service_lane_release(process, frame);
		break;
	}
	arena_reset(self->arena);
}

bool
service_lane_room(const struct process *process)
{
	size_t count = 0, bytes = 0;

	for (int way = 0; way < SERVICE_LANES; way++) {
		count += process->lanes[way].calls.count;
		bytes += process->lanes[way].calls.bytes;
	}
	return count < SERVICE_CALLS_MAX && bytes < SERVICE_CALLS_BYTES_MAX;
}

/* ---- fibers ---- */

/* Ends waits that are overdue; the end of the turn sets the timer again while a worker works. */
static void
sweep(void *data)
{
	struct process *process = data;

	process->sweeping = false;
	db_pipelines_expire(process->pipelines);
	service_lane_expire(process);
}

/* Carries out the call of a worker; runs in its fiber. */
static void
work(void *data)
{
	struct worker *worker = data;
	struct process *process = worker->process;

	if (service_group_takes(worker->frame)) {
		service_group_run(worker, worker->frame);
	} else {
		if (process->bus->wanted(worker->frame))
			service_call_run(worker, worker->frame);
		service_lane_release(process, worker->frame);
	}
	arena_reset(worker->arena);
}

/* Whether the worker cannot reach the database, as far as is known. */
static bool
is_cut_off(const struct worker *worker)
{
	return db_is_cut_off(worker->db);
}

/* Puts a worker among the idle ones of its lane; one that cannot reach the database goes behind
 * those that can. */
static void
put_idle(struct worker *worker)
{
	struct worker **place = &worker->lane->idle;

	while (*place != NULL && is_cut_off(worker))
		place = &(*place)->next;
	worker->next = *place;
	*place = worker;
}

/* Runs a worker until it waits or is done. A worker may run others, nested, when it finds that
 * the connection is lost on which they wait for answers. */
static void
run(struct worker *worker, void (*enter)(struct worker *worker))
{
	struct process *process = worker->process;
	struct worker *before = process->running;

	process->running = worker;
	enter(worker);
	process->running = before;
	if (fiber_busy(worker->fiber))
		return;
	worker->lane->working--;
	worker->rest(worker);
}

/* The two ways into a worker's fiber, for run(). */
static void
enter_new(struct worker *worker)
{
	fiber_start(worker->fiber, worker->work, worker);
}

static void
enter_again(struct worker *worker)
{
	fiber_resume(worker->fiber);
}

void
service_lane_begin(struct worker *worker)
{
	worker->lane->working++;
	if (worker->fiber == NULL)
		worker->fiber = fiber_new();
	if (worker->arena == NULL)
		worker->arena = arena_new(ARENA_BYTES);
	run(worker, enter_new);
}

bool
service_lane_pause(struct worker *worker, int64_t deadline_ms)
{
	worker->deadline_ms = deadline_ms;
	fiber_wait(worker->fiber);
	worker->deadline_ms = 0;
	return worker->answer;
}

void
service_lane_resume(struct worker *worker, bool answer)
{
	worker->answer = answer;
	run(worker, enter_again);
}

void
service_lane_expire(struct process *process)
{
	int64_t now_ms = clock_monotonic_ms();

	for (size_t i = 0; i < process->worker_count; i++) {
		struct worker *worker = process->workers[i];

		if (worker->deadline_ms != 0 && worker->deadline_ms <= now_ms)
			service_lane_resume(worker, false);
	}
}

/* ---- lanes ---- */

/* Whether a call waits and an idle worker should take it. A worker that cannot reach the database
 * would refuse the call at once, and then the next one: while other workers of the lane are busy
 * but connected, the calls wait for those. */
static bool
pending(const struct service_lane *lane)
{
	return lane->calls.count > 0 && lane->idle != NULL &&
		(lane->working == 0 || !is_cut_off(lane->idle));
}

bool
service_lane_pending(const struct process *process)
{
	for (int way = 0; way < SERVICE_LANES; way++) {
		if (pending(&process->lanes[way]))
			return true;
	}
	return false;
}

/* Gives the calls of a lane to those of its workers that are idle. */
static void
dispatch(struct service_lane *lane)
{
	while (pending(lane)) {
		struct worker *worker = lane->idle;

		lane->idle = worker->next;
		worker->frame = service_queue_take(&lane->calls);
		service_lane_begin(worker);
	}
	if (lane->calls.count > 0 && lane->idle != NULL)
		service_db_reopen(lane->idle->db);
}

void
service_lane_dispatch(struct process *process)
{
	unsigned working = process->tasks.working;

	for (int way = 0; way < SERVICE_LANES; way++) {
		dispatch(&process->lanes[way]);
		working += process->lanes[way].working;
	}
	if (process->sweeping || working == 0)
		return;
	process->sweeping = true;
	loop_after(process->loop, SWEEP_MS, sweep, process);
}
