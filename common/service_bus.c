/*
 * service_bus.c - the service's end of the bus: a REP socket of libnng.
 */
#include <errno.h>
#include <nng/nng.h>

#include <nng/protocol/reqrep0/rep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/config.h"
#include "common/log.h"
#include "common/service_inside.h"

#define IPC_SCHEME "ipc://"
#define SERVICE_MARK "{service}"

/* libnng counts the request id, which it takes off, as part of a message. */
#define REQUEST_ID_SIZE 4

/* The first address of KITH_BUS_LISTEN, with the service's name in it. */
static void
listen_address(const struct process *process, char *address, size_t size)
{
	const char *pattern = config()->bus_listen.data;
	int length = (int)strcspn(pattern, ",");
	const char *mark = strstr(pattern, SERVICE_MARK);

	if (mark == NULL || mark - pattern > length) {
		snprintf(address, size, "%.*s", length, pattern);
		return;
	}
	snprintf(address, size, "%.*s%s%.*s", (int)(mark - pattern), pattern,
		service_names[process->service->name],
		length - (int)(mark - pattern) - (int)strlen(SERVICE_MARK),
		mark + strlen(SERVICE_MARK));
}

/* Makes the directory of an ipc address, for this user alone. */
static void
make_directory(const char *address)
{
	char path[1024];
	char *slash;

	if (strncmp(address, IPC_SCHEME, strlen(IPC_SCHEME)) != 0)
		return;
	snprintf(path, sizeof(path), "%s", address + strlen(IPC_SCHEME));
	slash = strrchr(path, '/');
	if (slash == NULL || slash == path)
		return;
	*slash = '\0';
	/* One that is there keeps its mode; what is wrong with it, listening will say. */
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		log_warn("bus_directory", LOG_TEXT("path", path),
			LOG_TEXT("error", strerror(errno)));
}

/* Creates the listener; an ipc socket is for this user alone. libnng removes a socket file
 * that a dead process left, but not one that somebody listens on. */
static int
start_listening(nng_socket socket, const char *address)
{
	nng_listener listener;
	int error = nng_listener_create(&listener, socket, address);

	if (error == 0)
		error = nng_listener_set_size(listener, NNG_OPT_RECVMAXSZ,
			MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE + REQUEST_ID_SIZE);
	if (error == 0 && strncmp(address, IPC_SCHEME, strlen(IPC_SCHEME)) == 0)
		error = nng_listener_set_int(listener, NNG_OPT_IPC_PERMISSIONS, 0600);
	if (error == 0)
		error = nng_listener_start(listener, 0);
	return error;
}

bool
service_bus_listen(struct process *process)
{
	char address[1024];
	int error;

	listen_address(process, address, sizeof(address));
	make_directory(address);
	error = nng_rep0_open(&process->socket);
	if (error == 0)
		error = start_listening(process->socket, address);
	if (error != 0) {
		log_error("bus_listen", LOG_TEXT("address", address),
			LOG_TEXT("error", nng_strerror(error)));
		return false;
	}
	log_info("listening", LOG_TEXT("address", address),
		LOG_TEXT("version", KITH_VERSION));
	return true;
}

nng_ctx
service_bus_context(struct process *process)
{
	nng_ctx context = NNG_CTX_INITIALIZER;
	int error = 0;

	pthread_mutex_lock(&process->lock);
	if (process->spare_count > 0)
		context = process->spare[--process->spare_count];
	else
		error = nng_ctx_open(&context, process->socket);
	pthread_mutex_unlock(&process->lock);
	if (error != 0) {
		log_error("bus_context", LOG_TEXT("error", nng_strerror(error)));
		abort();
	}
	return context;
}

void
service_bus_put_back(struct process *process, nng_ctx context)
{
	bool kept = false;

	pthread_mutex_lock(&process->lock);
	if (process->spare_count < COUNT_OF(process->spare)) {
		process->spare[process->spare_count++] = context;
		kept = true;
	}
	pthread_mutex_unlock(&process->lock);
	if (!kept)
		nng_ctx_close(context);
}

nng_msg *
service_bus_receive(nng_ctx context, nng_aio *aio)
{
	nng_ctx_recv(context, aio);
	nng_aio_wait(aio);
	return nng_aio_result(aio) == 0 ? nng_aio_get_msg(aio) : NULL;
}

void
service_bus_send(nng_ctx context, nng_aio *aio, const struct buffer *reply)
{
	nng_msg *message;

	if (nng_msg_alloc(&message, 0) != 0)
		abort();
	if (nng_msg_append(message, reply->data, reply->size) != 0)
		abort();
	nng_aio_set_msg(aio, message);
	nng_ctx_send(context, aio);
	nng_aio_wait(aio);
	/* Whoever asked may be gone; then the answer is nobody's. */
	if (nng_aio_result(aio) != 0)
		nng_msg_free(nng_aio_get_msg(aio));
}
