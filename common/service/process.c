/*
 * process.c - the parts of a service process and its loop.
 *
 * Everything that a turn of the loop wants to send leaves at its end: one write for each
 * connection to the database, one for each gateway, one for the log.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"
#include "common/base/version.h"
#include "common/bus/message.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/metrics/metrics.h"
#include "common/nng_server/nng_server.h"
#include "common/service/inside.h"
#include "common/sp_server/sp_server.h"

/* How often overdue waits are looked for while a worker is busy. */
#define SWEEP_MS 100

/* Bytes of answers that a gateway may leave unread before it is disconnected. */
#define BACKLOG_BYTES_MAX (8 * MESSAGE_REPLY_BYTES_MAX)

static struct process *the_process;

static void
write_metrics(struct buffer *out)
{
	service_metrics_write(the_process, out);
}

/* Ends overdue waits. The end of a turn sets the timer again while a worker is busy. */
static void
sweep(void *data)
{
	struct process *process = data;

	process->sweeping = false;
	connections_expire(process->connections);
	workers_expire(process->workers);
}

/* Sends what the turn has collected. */
static void
end_turn(void *data)
{
	struct process *process = data;

	do {
		calls_dispatch(process->calls);
		connections_send(process->connections);
		process->transport->flush();
	} while (calls_pending(process->calls));
	if (!process->sweeping && workers_busy(process->workers) > 0) {
		process->sweeping = true;
		loop_after(process->loop, SWEEP_MS, sweep, process);
	}
	log_flush();
	/* The process may end once nothing is in flight, so this follows the answers. */
	calls_end_turn(process->calls);
}

static void *
run_loop(void *data)
{
	struct process *process = data;

	log_gather();
	loop_run(process->loop);
	return NULL;
}

/* Confines the process; `listens` is the address that is not bound yet, or NULL. */
static bool
confine(const struct process *process, const char *listens)
{
	return sandbox_enter(&(const struct sandbox){
		.folder = process->service->folder,
		.database = config()->database_url.data,
		.more_databases = {config()->database_read_url.data,
			config()->database_direct_url.data},
		.setting = db_setting,
		.server = process->service->server,
		.dials = process->service->dials,
		.listens = listens,
	});
}

/* Listens and confines the process. A transport that reads as soon as it is bound is
 * confined before, another one after it is bound. */
static bool
listen_confined(struct process *process, const char *address)
{
	const bool early = process->transport->reads_at_once;

	if (early && !confine(process, address))
		return false;
	if (!process->transport->listen(&process->receiver, address))
		return false;
	if (!early && !confine(process, NULL))
		return false;
	log_info("listening", LOG_TEXT("address", address),
		LOG_TEXT("version", version_text));
	return true;
}

/* The transport by KITH_BUS_TRANSPORT. libnng also listens on the schemes that we do not
 * speak. */
static const struct transport *
choose_transport(const char *address)
{
	const bool own = strcmp(config()->bus_transport.data, "sp") == 0 &&
		sp_server_speaks(address);

	return own ? &sp_server : &nng_server;
}

static struct calls_setup
calls_setup_of(struct process *process)
{
	const struct service *service = process->service;

	return (struct calls_setup){
		.service = service->name,
		.entries = service->entries,
		.entry_count = service->entry_count,
		.threads = service->threads,
		.calls_per_member = service->calls_per_member,
		.threads_per_member = service->threads_per_member,
		.draining = &process->draining,
		.in_flight = &process->in_flight,
		.write_metrics = write_metrics,
		.loop = process->loop,
		.workers = process->workers,
		.connections = process->connections,
		.replica = process->replica,
		.transport = process->transport,
	};
}

/* Does not switch to a process that an answer wakes before this thread waits, too, which
 * saves a fifth of the CPU. Beside slow work of the same service, reads would then wait
 * for it. */
static void
prefer_batches(const struct calls_setup *setup)
{
	const struct sched_param priority = {0};

	if (calls_thread_count(setup, POOL_OUTSIDE) == 0)
		sched_setscheduler(0, SCHED_BATCH, &priority);
}

bool
service_process_prepare(struct process *process, const struct service *service)
{
	char address[ADDRESS_SIZE];
	struct calls_setup setup;

	the_process = process;
	address_of_service(service->name, address);
	address_make_directory(address);
	metrics_prepare();
	run_register(service->entries, service->entry_count);
	process->service = service;
	process->transport = choose_transport(address);
	process->loop = loop_new();
	process->workers = workers_new();
	process->connections =
		connections_new(process->loop, process->workers, service->name);
	process->replica = replica_new(service->name);
	setup = calls_setup_of(process);
	prefer_batches(&setup);
	process->calls = calls_new(&setup);
	process->receiver = (struct receiver){
		.loop = process->loop,
		.service = service->name,
		.frame_bytes_max = message_bytes_max(service->name) + FRAME_HEADER_SIZE,
		.stranger_bytes_max = MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE,
		.backlog_bytes_max = BACKLOG_BYTES_MAX,
		.in_flight = &process->in_flight,
		.has_room = calls_has_room,
		.take = calls_take,
		.data = process->calls,
	};
	process->tasks = (struct task_setup){
		.service = service->name,
		.loop = process->loop,
		.workers = process->workers,
		.connections = process->connections,
		.draining = &process->draining,
		.in_flight = &process->in_flight,
	};
	loop_at_turn_end(process->loop, end_turn, process);
	return listen_confined(process, address);
}

/* Starts a thread or ends the process. */
static pthread_t
start(void *(*run)(void *data), void *data)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, run, data);

	if (error != 0) {
		log_error("thread", LOG_TEXT("error", strerror(error)));
		abort();
	}
	return thread;
}

void
service_process_start(struct process *process)
{
	const struct service *service = process->service;

	for (size_t i = 0; i < service->task_count; i++) {
		const struct task *task = &service->tasks[i];
		struct task_run *run = task_prepare(&process->tasks, task);

		if (task->pool == POOL_OUTSIDE)
			start(task_run_in_thread, run);
	}
	start(connections_open_all, process->connections);
	if (process->replica != NULL)
		start(replica_watch, process->replica);
	calls_start_threads(process->calls, start);
	start(run_loop, process);
}
