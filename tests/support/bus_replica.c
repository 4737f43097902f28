/*
 * bus_replica.c - a minimal service on unmodified libnng.
 */
#include "tests/support/bus_replica.h"

#include <fcntl.h>
#include <nng/nng.h>
#include <nng/protocol/reqrep0/rep.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/bus/message.h"
#include "common/wire/wire.h"

#define WORKERS 4
#define IDLE_MS 700

const struct key bus_replica_key = {.bytes = {0x42, 0x17, 0x99}};

static atomic_bool draining;
static _Atomic int64_t last_call_ms;
static int ledger_fd = -1;
static nng_socket rep_socket;

/* Ends the replica, so that its test fails. */
static void
fatal(const char *what, int error)
{
	fprintf(stderr, "replica: %s: %s\n", what, nng_strerror(error));
	_exit(2);
}

static bool
op_is(const struct message_call *message, const char *name)
{
	return strcmp(message->op.data, name) == 0;
}

/* Executes a call and writes its output. */
static void
carry_out(const struct message_call *message, struct buffer *output)
{
	if (op_is(message, MESSAGE_PING)) {
		wire_map(output, 1);
		wire_cstring(output, "status");
		wire_cstring(output, atomic_load(&draining) ? "draining" : "ok");
		return;
	}
	atomic_store(&last_call_ms, clock_monotonic_ms());
	if (op_is(message, "write")) {
		const char *line =
			arena_printf(output->arena, "%s\n", message->request_id.data);
		/* A single short write at the end of the file is atomic. */
		if (write(ledger_fd, line, strlen(line)) != (ssize_t)strlen(line))
			fatal("ledger", 0);
		usleep(3000); /* done, but the caller does not know it yet */
	}
	if (op_is(message, "slow"))
		usleep(200000);
	wire_map(output, 2);
	wire_cstring(output, "pid");
	wire_integer(output, getpid());
	wire_cstring(output, "input");
	wire_raw(output, message->input, message->input_size);
}

/* Writes the reply to a frame; false when the frame is not authentic or too late. */
static bool
answer(struct arena *arena, nng_msg *request, struct buffer *reply)
{
	uint64_t nonce = 0;
	size_t size = 0;
	const uint8_t *body = frame_open(&bus_replica_key, nng_msg_body(request),
		nng_msg_len(request), &nonce, &size);
	struct message_call message;
	static const struct op op = {.name = "test", .shape = SHAPE_RECORD};
	struct call call = {.op = &op, .arena = arena, .reply = {.arena = arena}};

	if (body == NULL || !message_decode_call(arena, body, size, &message))
		return false;
	if (message.deadline_unix_ms < clock_unix_us() / 1000)
		return false;
	carry_out(&message, &call.reply);
	buffer_reserve(reply, FRAME_REPLY_HEADER_SIZE);
	reply->size = FRAME_REPLY_HEADER_SIZE;
	message_encode_reply(reply, &call);
	frame_sign_reply(&bus_replica_key, nonce, reply->data + FRAME_REPLY_HEADER_SIZE,
		reply->size - FRAME_REPLY_HEADER_SIZE, reply->data);
	return true;
}

/* A worker with a context of its own. */
static void *
work(void *data)
{
	nng_ctx context;
	nng_aio *aio = NULL;
	int error;
	struct arena *arena;

	(void)data;
	error = nng_ctx_open(&context, rep_socket);
	if (error != 0 || nng_aio_alloc(&aio, NULL, NULL) != 0)
		fatal("context", error);
	arena = arena_new(65536);
	for (;;) {
		nng_msg *message;
		struct buffer reply = {.arena = arena};
		bool answered;

		nng_ctx_recv(context, aio);
		nng_aio_wait(aio);
		if (nng_aio_result(aio) != 0)
			continue;
		message = nng_aio_get_msg(aio);
		answered = answer(arena, message, &reply);
		nng_msg_clear(message);
		if (answered && nng_msg_append(message, reply.data, reply.size) == 0) {
			nng_aio_set_msg(aio, message);
			nng_ctx_send(context, aio);
			nng_aio_wait(aio);
		} else {
			nng_msg_free(message);
		}
		arena_reset(arena);
	}
	return NULL;
}

static void
begin_to_drain(int number)
{
	(void)number;
	atomic_store(&draining, true);
}

static void
listen_on(const char *url)
{
	nng_listener listener;
	int error = nng_rep0_open(&rep_socket);

	if (error == 0)
		error = nng_socket_set_size(
			rep_socket, NNG_OPT_RECVMAXSZ, MESSAGE_BYTES_MAX + 64);
	if (error == 0)
		error = nng_listener_create(&listener, rep_socket, url);
	if (error == 0)
		error = nng_listener_start(listener, 0);
	if (error != 0)
		fatal(url, error);
}

void
bus_replica_main(int argc, char **argv)
{
	const struct sigaction action = {.sa_handler = begin_to_drain};
	int64_t idle_since_ms = INT64_MAX;

	if (argc < 4 || strcmp(argv[1], "--replica") != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* a replica must not outlive its test */
	sigaction(SIGTERM, &action, NULL);
	ledger_fd = open(argv[3], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	listen_on(argv[2]);
	for (int i = 0; i < WORKERS; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, work, NULL) != 0)
			fatal("thread", 0);
	}
	for (;;) {
		int64_t now_ms;

		usleep(20000);
		now_ms = clock_monotonic_ms();
		if (!atomic_load(&draining))
			continue;
		if (idle_since_ms == INT64_MAX)
			idle_since_ms = now_ms;
		if (now_ms - idle_since_ms > IDLE_MS &&
			now_ms - atomic_load(&last_call_ms) > IDLE_MS)
			_exit(0);
	}
}

pid_t
bus_replica_start(const char *url, const char *ledger)
{
	char self[] = "/proc/self/exe";
	char flag[] = "--replica";
	char *arguments[] = {self, flag, strdup(url), strdup(ledger), NULL};
	const pid_t pid = fork();

	if (pid == 0) {
		execv(self, arguments);
		_exit(3);
	}
	for (size_t i = 2; i < sizeof(arguments) / sizeof(arguments[0]); i++)
		free(arguments[i]);
	return pid;
}

void
bus_replica_kill(pid_t pid)
{
	if (pid <= 0)
		return;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
