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

/* How long connecting to a replica may keep the thread from connections to the primary. */
#define REPLICA_OPEN_MS 1000

/* A connection and who waits for it. Those to the primary have .open_ms 0. */
struct service_slot {
	struct process *process;
	struct db *db;
	int open_ms; /* how long opening it may take; 0 = as long as libpq lets it */
	struct worker *reader;      /* waits for the descriptor */
	struct worker *openers;     /* wait until it is open */
	PGconn *opened;             /* what came of it, for the loop */
	bool failed;                /* the last attempt */
	struct service_slot *next;  /* in a list of the process */
	struct service_slot *after; /* in the list of all to the primary */
};

/* The descriptor is ready. */
static void
slot_ready(void *data, uint32_t events)
{
	struct service_slot *slot = data;

	(void)events;
	if (db_pipelines_ready(slot->process->pipelines, slot->db))
		return;
	if (slot->reader != NULL)
		service_lane_resume(slot->reader, true);
	else if (!db_listen_idle(slot->db))
		db_drop(slot->db);
}

/* Watches the descriptor for room to write as well, or no longer. */
static void
want_write(struct db *db, bool wanted)
{
	const struct service_slot *slot = db_owner(db);

	loop_change(slot->process->loop, db_socket(db),
		EPOLLIN | (wanted ? (uint32_t)EPOLLOUT : 0));
}

/* Waits for the descriptor. */
static bool
wait_until_ready(struct db *db, bool to_write, int64_t deadline_ms)
{
	struct service_slot *slot = db_owner(db);
	bool ready;

	if (to_write)
		want_write(db, true);
	slot->reader = slot->process->running;
	ready = service_lane_pause(slot->reader, deadline_ms);
	slot->reader = NULL;
	if (to_write)
		want_write(db, false);
	return ready;
}

/* An open connection to the same server: where it is need not be asked. After a failure it is. */
static const struct db *
neighbour(const struct service_slot *slot)
{
	for (const struct service_slot *one = slot->process->slots; one != NULL;
		one = one->after) {
		if (one != slot && !slot->failed && db_connected(one->db))
			return one->db;
	}
	return NULL;
}

/* Has the connection opened after those that were asked for before. */
static void
ask_to_open(struct service_slot *slot)
{
	struct process *process = slot->process;
	struct service_slot **end = &process->to_open;

	if (slot->open_ms == 0)
		db_stay_near(slot->db, neighbour(slot));
	db_set_opening(slot->db, true);
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

/* Has the connection opened by the thread for that, and waits together with the other workers that
 * want it; each waits no longer than until its own deadline. */
static bool
open_elsewhere(struct db *db, int64_t deadline_ms)
{
	struct service_slot *slot = db_owner(db);
	struct worker *self = slot->process->running;
	bool opened;

	/* Should the server hang up, slot_ready() notices. */
	if (db_connected(db))
		return true;
	if (!db_is_opening(db)) {
		db_drop(db);
		if (!db_may_connect(db))
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
	if (!db_is_opening(db) && db_may_connect(db))
		ask_to_open(db_owner(db));
}

/* The descriptor is no longer the connection's. */
static void
closing(struct db *db)
{
	const struct service_slot *slot = db_owner(db);

	loop_forget(slot->process->loop, db_socket(db));
}

/* A connection of the loop to one of the servers. */
static struct db *
new_slot(struct process *process, const char *url, bool only_read, int open_ms)
{
	static const struct db_kind of_loop = {
		.connect = open_elsewhere,
		.wait = wait_until_ready,
		.want_write = want_write,
		.closing = closing,
	};
	struct service_slot *slot = service_must(calloc(1, sizeof(*slot)));

	slot->process = process;
	slot->open_ms = open_ms;
	slot->db = db_new(url, service_names[process->service->name]);
	db_set_kind(slot->db, &of_loop, slot);
	if (only_read)
		db_only_read(slot->db);
	return slot->db;
}

struct db *
service_db_new(struct process *process, bool only_read)
{
	struct db *db = new_slot(process, config()->database_url.data, only_read, 0);
	struct service_slot *slot = db_owner(db);

	slot->after = process->slots;
	process->slots = slot;
	return db;
}

struct db *
service_db_new_replica(struct process *process)
{
	return new_slot(process, config()->database_read_url.data, true, REPLICA_OPEN_MS);
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
		db_set_opening(slot->db, false);
		slot->failed = !opened;
		if (opened) {
			process->reached = true;
			loop_watch(process->loop, db_socket(slot->db), EPOLLIN,
				slot_ready, slot);
		}
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
		slot->opened = db_open(slot->db,
			slot->open_ms == 0 ? INT64_MAX
					   : clock_monotonic_ms() + slot->open_ms);
		pthread_mutex_lock(&process->lock);
		slot->next = process->opened;
		process->opened = slot;
		pthread_mutex_unlock(&process->lock);
		service_loop_wake(process);
	}
	return NULL;
}
