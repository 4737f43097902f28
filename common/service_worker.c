/*
 * service_worker.c - the threads that carry out calls, and their connections.
 *
 * Connections to the database belong to the process, and a thread has one while it works:
 * so there can be one more thread than connections, and when all of them wait for the
 * database there is still somebody to answer pings.
 */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/config.h"
#include "common/db.h"
#include "common/log.h"
#include "common/service_inside.h"

#define ARENA_BYTES ((size_t)32 * 1024)

/* The nice value of the threads for slow work. */
#define OUTSIDE_NICENESS 10

/* A connection to the database as the service's role. */
static struct db *
new_db(const struct process *process)
{
	return db_new(config()->database_url.data, service_names[process->service->name]);
}

void
service_worker_prepare(struct process *process)
{
	const size_t count = (size_t)config()->workers.value;

	process->databases = calloc(count, sizeof(struct db *));
	if (process->databases == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "workers"));
		abort();
	}
	while (process->database_count < count)
		service_worker_put_db(process, new_db(process));
}

/* The one that was used last: its plans and its server process are still in the caches. */
struct db *
service_worker_take_db(struct process *process)
{
	if (process->database_count == 0)
		return NULL;
	return process->databases[--process->database_count];
}

/* Gives a connection back; the process's lock is held. */
void
service_worker_put_db(struct process *process, struct db *db)
{
	process->databases[process->database_count++] = db;
}

void *
service_worker_database(void *process)
{
	struct worker worker = {.process = process, .arena = arena_new(ARENA_BYTES)};
	const struct service_bus *bus = worker.process->bus;

	for (;;) {
		struct service_frame *frame = bus->receive(&worker);

		if (bus->wanted(frame))
			service_call_run(&worker, frame);
		bus->release(frame);
		atomic_fetch_sub(&worker.process->in_flight, 1);
		arena_reset(worker.arena);
	}
	return NULL;
}

/* Waits for slow work. */
static struct service_frame *
take_outside(struct process *process)
{
	struct service_frame *frame;

	pthread_mutex_lock(&process->lock);
	while (process->outside.count == 0)
		pthread_cond_wait(&process->outside_changed, &process->lock);
	frame = service_queue_take(&process->outside);
	pthread_mutex_unlock(&process->lock);
	return frame;
}

void *
service_worker_outside(void *process)
{
	struct worker worker = {.process = process, .arena = arena_new(ARENA_BYTES)};
	const struct service_bus *bus = worker.process->bus;

	/* Hashing passwords takes a whole core for a while; reads come first. */
	setpriority(PRIO_PROCESS, (id_t)gettid(), OUTSIDE_NICENESS);
	worker.db = new_db(worker.process);
	for (;;) {
		struct service_frame *frame = take_outside(process);

		if (bus->wanted(frame))
			service_call_run_outside(&worker, frame);
		bus->release(frame);
		atomic_fetch_sub(&worker.process->in_flight, 1);
		arena_reset(worker.arena);
	}
	return NULL;
}
