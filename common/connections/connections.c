#include "common/connections/connections.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "common/base/clock.h"
#include "common/base/must.h"
#include "common/base/wake.h"
#include "common/config/config.h"
#include "common/db/pipeline.h"

/* A connection and the workers that wait for it. */
struct slot {
	struct connections *connections;
	struct db *db;
	int open_ms; /* the time limit for opening; 0 = none but libpq's */
	bool to_primary;
	struct worker *reader;    /* waits for the descriptor */
	struct worker *openers;   /* wait until the connection is open */
	PGconn *opened;           /* the result of the thread */
	bool failed;              /* the last attempt to open it failed */
	struct slot *next;        /* in a list */
	struct slot *next_of_all; /* in the list of all to the primary */
};

struct connections {
	struct loop *loop;
	struct workers *workers;
	enum service_name service;
	struct db_pipelines *pipelines;
	struct slot *all; /* to the primary */
	bool reached;
	struct wake *wake;
	pthread_mutex_t lock; /* protects the following members */
	pthread_cond_t changed;
	struct slot *to_open; /* for the opening thread */
	struct slot *opened;  /* for the loop */
};

/* The callback of the loop: the descriptor is ready. */
static void
slot_ready(void *data, uint32_t events)
{
	struct slot *slot = data;

	(void)events;
	if (db_pipelines_ready(slot->connections->pipelines, slot->db))
		return;
	if (slot->reader != NULL)
		worker_resume(slot->reader, true);
	else if (!db_listen_idle(slot->db))
		db_drop(slot->db);
}

/* Starts or stops to watch the descriptor for writing. */
static void
want_write(struct db *db, bool wanted)
{
	const struct slot *slot = db_owner(db);

	loop_change(slot->connections->loop, db_socket(db),
		EPOLLIN | (wanted ? (uint32_t)EPOLLOUT : 0));
}

/* .wait of these connections. */
static bool
wait_until_ready(struct db *db, bool to_write, int64_t deadline_ms)
{
	struct slot *slot = db_owner(db);
	bool ready;

	if (to_write)
		want_write(db, true);
	slot->reader = worker_running(slot->connections->workers);
	ready = worker_pause(slot->reader, deadline_ms);
	slot->reader = NULL;
	if (to_write)
		want_write(db, false);
	return ready;
}

/* An open connection to the same server, whose address is used without another lookup.
 * NULL after a failure. */
static const struct db *
neighbour(const struct slot *slot)
{
	for (const struct slot *one = slot->connections->all; one != NULL;
		one = one->next_of_all) {
		if (one != slot && !slot->failed && db_connected(one->db))
			return one->db;
	}
	return NULL;
}

/* Queues a connection for the opening thread. */
static void
ask_to_open(struct slot *slot)
{
	struct connections *connections = slot->connections;
	struct slot **end = &connections->to_open;

	if (slot->to_primary)
		db_stay_near(slot->db, neighbour(slot));
	db_set_opening(slot->db, true);
	slot->next = NULL;
	pthread_mutex_lock(&connections->lock);
	while (*end != NULL)
		end = &(*end)->next;
	*end = slot;
	pthread_cond_signal(&connections->changed);
	pthread_mutex_unlock(&connections->lock);
}

/* Removes a worker from those that wait; false when it does not wait. */
static bool
gave_up(struct slot *slot, const struct worker *worker)
{
	for (struct worker **at = &slot->openers; *at != NULL; at = &(*at)->next) {
		if (*at != worker)
			continue;
		*at = worker->next;
		return true;
	}
	return false;
}

/* .connect of these connections: has the thread open the connection, and waits together
 * with other workers. Each waits until its own deadline. */
static bool
open_elsewhere(struct db *db, int64_t deadline_ms)
{
	struct slot *slot = db_owner(db);
	struct worker *self = worker_running(slot->connections->workers);
	bool opened;

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
	opened = worker_pause(self, deadline_ms);
	if (gave_up(slot, self))
		db_keep_error(db, "08001", "no connection was opened in time");
	return opened;
}

/* Stops watching a descriptor that is about to be closed. */
static void
closing(struct db *db)
{
	const struct slot *slot = db_owner(db);

	loop_forget(slot->connections->loop, db_socket(db));
}

static struct slot *
new_slot(struct connections *connections, const char *url)
{
	static const struct db_kind of_loop = {
		.connect = open_elsewhere,
		.wait = wait_until_ready,
		.want_write = want_write,
		.closing = closing,
	};
	struct slot *slot = must(calloc(1, sizeof(*slot)));

	slot->connections = connections;
	slot->db = db_new(url, service_names[connections->service]);
	db_set_kind(slot->db, &of_loop, slot);
	return slot;
}

struct db *
connections_own(struct connections *connections)
{
	struct slot *slot = new_slot(connections, config()->database_url.data);

	slot->to_primary = true;
	slot->next_of_all = connections->all;
	connections->all = slot;
	return slot->db;
}

struct db *
connections_other(struct connections *connections, const char *url, int open_ms)
{
	struct slot *slot = new_slot(connections, url);

	slot->open_ms = open_ms;
	db_only_read(slot->db);
	return slot->db;
}

void
connections_reopen(struct db *db)
{
	if (!db_is_opening(db) && db_may_connect(db))
		ask_to_open(db_owner(db));
}

bool
connections_reached(const struct connections *connections)
{
	return connections->reached;
}

/* Adopts the result of the opening thread, a connection or a failure. */
static void
adopt(struct slot *slot)
{
	struct worker *opener = slot->openers;
	bool opened = db_adopt(slot->db, slot->opened);

	slot->openers = NULL;
	db_set_opening(slot->db, false);
	slot->failed = !opened;
	if (opened) {
		slot->connections->reached = true;
		loop_watch(slot->connections->loop, db_socket(slot->db), EPOLLIN,
			slot_ready, slot);
	}
	while (opener != NULL) {
		struct worker *other = opener->next;

		worker_resume(opener, opened);
		opener = other;
	}
}

static void
adopt_all(void *data)
{
	struct connections *connections = data;
	struct slot *slot;

	pthread_mutex_lock(&connections->lock);
	slot = connections->opened;
	connections->opened = NULL;
	pthread_mutex_unlock(&connections->lock);
	while (slot != NULL) {
		struct slot *next = slot->next;

		adopt(slot);
		slot = next;
	}
}

void *
connections_open_all(void *data)
{
	struct connections *connections = data;

	for (;;) {
		struct slot *slot;

		pthread_mutex_lock(&connections->lock);
		while (connections->to_open == NULL)
			pthread_cond_wait(&connections->changed, &connections->lock);
		slot = connections->to_open;
		connections->to_open = slot->next;
		pthread_mutex_unlock(&connections->lock);
		slot->opened = db_open(slot->db,
			slot->open_ms == 0 ? INT64_MAX
					   : clock_monotonic_ms() + slot->open_ms);
		pthread_mutex_lock(&connections->lock);
		slot->next = connections->opened;
		connections->opened = slot;
		pthread_mutex_unlock(&connections->lock);
		wake_send(connections->wake);
	}
	return NULL;
}

/* ---- shared connections ---- */

/* Pauses a reader without a deadline. connections_expire() ends overdue answers. */
static void
pause_reader(void *reader)
{
	worker_pause(reader, 0);
}

static void
resume_reader(void *reader)
{
	worker_resume(reader, true);
}

void
connections_add_shared(struct connections *connections)
{
	struct db *db = connections_own(connections);

	db_only_read(db);
	db_pipelines_add(connections->pipelines, db);
}

struct db *
connections_reader(struct connections *connections, struct worker *worker)
{
	return db_pipelines_reader(connections->pipelines, worker);
}

void
connections_send(struct connections *connections)
{
	db_pipelines_send(connections->pipelines);
}

void
connections_expire(struct connections *connections)
{
	db_pipelines_expire(connections->pipelines);
}

struct connections *
connections_new(struct loop *loop, struct workers *workers, enum service_name service)
{
	static const struct db_readers readers = {
		.pause = pause_reader, .resume = resume_reader};
	struct connections *connections = must(calloc(1, sizeof(*connections)));

	connections->loop = loop;
	connections->workers = workers;
	connections->service = service;
	connections->pipelines = db_pipelines_new(&readers);
	connections->wake = wake_new(loop, adopt_all, connections);
	pthread_mutex_init(&connections->lock, NULL);
	pthread_cond_init(&connections->changed, NULL);
	return connections;
}
