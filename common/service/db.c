/*
 * db.c - the connections of the loop: who opens them, and who waits for them.
 *
 * libpq looks names up and computes passwords while it connects, which takes as long as it
 * takes. So a thread of its own does that, one connection after the other, and hands each to
 * the loop. Nothing else of a connection is ever touched by two threads.
 */
#include <stdlib.h>
#include <sys/epoll.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/service/inside.h"

/* A connection and who waits for it. */
struct service_slot {
	struct process *process;
	struct db *db;
	struct db_waiting waiting;
	struct worker *reader;     /* waits for the descriptor */
	struct worker *openers;    /* wait until it is open */
	PGconn *opened;            /* what came of it, for the loop */
	struct service_slot *next; /* in a list of the process */
};

/* The descriptor is ready. */
static void
slot_ready(void *data, uint32_t events)
{
	struct service_slot *slot = data;
	PGconn *connection = slot->db->connection;

	(void)events;
	if (db_pipelines_ready(slot->process->pipelines, slot->db))
		return;
	if (slot->reader != NULL)
		service_lane_resume(slot->reader, true);
	else if (PQconsumeInput(connection) == 0 ||
		PQstatus(connection) == CONNECTION_BAD)
		db_drop(slot->db); /* the server has hung up */
}

/* Watches the descriptor for room to write as well, or no longer. */
static void
want_write(void *data, struct db *db, bool wanted)
{
	struct service_slot *slot = data;

	loop_change(slot->process->loop, PQsocket(db->connection),
		EPOLLIN | (wanted ? (uint32_t)EPOLLOUT : 0));
}

/* Waits for the descriptor. */
static bool
wait_until_ready(void *data, struct db *db, bool to_write, int64_t deadline_ms)
{
	struct service_slot *slot = data;
	bool ready;

	if (to_write)
		want_write(slot, db, true);
	slot->reader = slot->process->running;
	ready = service_lane_pause(slot->reader, deadline_ms);
	slot->reader = NULL;
	if (to_write)
		want_write(slot, db, false);
	return ready;
}

/* Has the connection opened after those that were asked for before. */
static void
ask_to_open(struct service_slot *slot)
{
	struct process *process = slot->process;
	struct service_slot **end = &process->to_open;

	slot->db->opening = true;
	slot->next = NULL;
	pthread_mutex_lock(&process->lock);
	while (*end != NULL)
		end = &(*end)->next;
	*end = slot;
	pthread_cond_signal(&process->opening_changed);
	pthread_mutex_unlock(&process->lock);
}

/* Whether the worker was still among those who wait; it is no longer. */
static bool
gave_up(struct service_slot *slot, const struct worker *worker)
{
	for (struct worker **at = &slot->openers; *at != NULL; at = &(*at)->next) {
		if (*at != worker)
			continue;
		*at = worker->next;
		return true;
	}
	return false;
}

/* Has the connection opened, and waits for that with all others who want it. However long it
 * takes, nobody waits longer than it has time. */
static bool
open_elsewhere(void *data, struct db *db, int64_t deadline_ms)
{
	struct service_slot *slot = data;
	struct worker *self = slot->process->running;
	bool opened;

	if (!db->opening) {
		db_drop(db);
		if (clock_monotonic_ms() < db->next_attempt_ms)
			return false;
		ask_to_open(slot);
	}
	self->next = slot->openers;
	slot->openers = self;
	opened = service_lane_pause(self, deadline_ms);
	if (gave_up(slot, self))
		db_keep_error(db, "08001", "no connection was opened in time");
	return opened;
}

void
service_db_reopen(struct db *db)
{
	if (!db->opening && clock_monotonic_ms() >= db->next_attempt_ms)
		ask_to_open(db->waiting->data);
}

/* The descriptor is no longer the connection's. */
static void
closing(void *data, struct db *db)
{
	struct service_slot *slot = data;

	loop_forget(slot->process->loop, PQsocket(db->connection));
}

struct db *
service_db_new(struct process *process, bool only_read)
{
	struct service_slot *slot = service_must(calloc(1, sizeof(*slot)));

	slot->process = process;
	slot->waiting = (struct db_waiting){.ready = wait_until_ready,
		.connect = open_elsewhere,
		.want_write = want_write,
		.closing = closing,
		.data = slot};
	slot->db = db_new(
		config()->database_url.data, service_names[process->service->name]);
	slot->db->waiting = &slot->waiting;
	if (only_read)
		db_only_read(slot->db);
	return slot->db;
}

void
service_db_take_opened(struct process *process)
{
	struct service_slot *slot;

	pthread_mutex_lock(&process->lock);
	slot = process->opened;
	process->opened = NULL;
	pthread_mutex_unlock(&process->lock);
	while (slot != NULL) {
		struct service_slot *next = slot->next;
		struct worker *opener = slot->openers;
		bool opened = db_adopt(slot->db, slot->opened);

		slot->openers = NULL;
		slot->db->opening = false;
		if (opened)
			loop_watch(process->loop, PQsocket(slot->db->connection), EPOLLIN,
				slot_ready, slot);
		while (opener != NULL) {
			struct worker *other = opener->next;

			service_lane_resume(opener, opened);
			opener = other;
		}
		slot = next;
	}
}

void *
service_db_open_all(void *data)
{
	struct process *process = data;

	for (;;) {
		struct service_slot *slot;

		pthread_mutex_lock(&process->lock);
		while (process->to_open == NULL)
			pthread_cond_wait(&process->opening_changed, &process->lock);
		slot = process->to_open;
		process->to_open = slot->next;
		pthread_mutex_unlock(&process->lock);
		slot->opened = db_open(slot->db, INT64_MAX);
		pthread_mutex_lock(&process->lock);
		slot->next = process->opened;
		process->opened = slot;
		pthread_mutex_unlock(&process->lock);
		service_loop_wake(process);
	}
	return NULL;
}
