#include "tests/support/service_client.h"

#include <netinet/in.h>
#include <nng/protocol/reqrep0/req.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "tests/support/scratch.h"

/* The time limit for libnng to close a socket. */
#define CLOSE_S 5

#define ANSWER_MS 2000
#define STOP_MS 12000

static const char *listened;
static const char *key_file;
static enum service_name signer = SERVICE_CONTENT;
static struct uuid caller;

/* The service's address in a directory, unless the test has set one. */
static void
address_in(const char *directory, char *address, size_t size)
{
	if (listened != NULL)
		snprintf(address, size, "%s", listened);
	else
		snprintf(address, size, "ipc://%s/content.ipc", directory);
}

uint16_t
service_client_free_port(void)
{
	struct sockaddr_in any = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(any);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (bind(fd, (const struct sockaddr *)&any, sizeof(any)) != 0 ||
		getsockname(fd, (struct sockaddr *)&any, &size) != 0)
		abort();
	close(fd);
	return ntohs(any.sin_port);
}

void
service_client_listen_at(const char *address)
{
	listened = address;
}

void
service_client_keys(const char *file, enum service_name service)
{
	key_file = file;
	signer = service;
}

void
service_client_call_as(struct uuid member)
{
	caller = member;
}

/* The key file of the test's services, removed when the test ends. */
static char key_path[80];

static void
remove_keys(void)
{
	unlink(key_path);
}

/* Writes the key file of the next service. */
static void
write_keys(void)
{
	const char *text = key_file != NULL
		? key_file
		: secret_key_file(scratch_arena(), SERVICE_CONTENT);
	FILE *file;

	if (key_path[0] == '\0')
		atexit(remove_keys);
	snprintf(key_path, sizeof(key_path), "/tmp/kith-keys-%d", (int)getpid());
	unlink(key_path);
	file = fopen(key_path, "wx");
	if (file == NULL || fchmod(fileno(file), 0600) != 0 || fputs(text, file) < 0 ||
		fclose(file) != 0)
		abort();
}

pid_t
service_client_start(const char *directory)
{
	char address[200];
	pid_t pid;

	write_keys();
	address_in(directory, address, sizeof(address));
	pid = fork();
	if (pid != 0)
		return pid;
	setenv("KITH_SECRET_FILE", key_path, 1);
	setenv("KITH_BUS_LISTEN", address, 1);
	execl("/proc/self/exe", "service", "serve", (char *)NULL);
	_exit(127);
}

int
service_client_stop(pid_t pid, int signal_number)
{
	int status = 0;

	kill(pid, signal_number);
	for (int waited_ms = 0; waited_ms < STOP_MS; waited_ms += 10) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status)
						 : 128 + WTERMSIG(status);
		usleep(10000);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}

nng_socket
service_client_dial(const char *directory)
{
	nng_socket socket = NNG_SOCKET_INITIALIZER;
	char address[200];

	address_in(directory, address, sizeof(address));
	if (nng_req0_open(&socket) != 0)
		abort();
	nng_socket_set_ms(socket, NNG_OPT_REQ_RESENDTIME, -1);
	nng_socket_set_ms(socket, NNG_OPT_RECVTIMEO, ANSWER_MS);
	nng_socket_set_ms(socket, NNG_OPT_SENDTIMEO, ANSWER_MS);
	for (int i = 0; i < 300 && nng_dial(socket, address, NULL, 0) != 0; i++)
		usleep(10000);
	return socket;
}

static void *
close_socket(void *data)
{
	nng_close(*(nng_socket *)data);
	free(data);
	return NULL;
}

void
service_client_close(nng_socket socket)
{
	nng_socket *closed = malloc(sizeof(*closed));
	struct timespec until;
	pthread_t thread;

	*closed = socket;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += CLOSE_S;
	if (pthread_create(&thread, NULL, close_socket, closed) != 0)
		abort();
	if (pthread_timedjoin_np(thread, NULL, &until) != 0)
		pthread_detach(thread);
}

struct buffer
service_client_frame(const char *op_name, const char *json, int64_t deadline_ms)
{
	static uint64_t nonce = UINT64_C(1) << 60;

	return service_client_frame_of(++nonce, op_name, json, deadline_ms);
}

struct buffer
service_client_frame_of(
	uint64_t nonce, const char *op_name, const char *json, int64_t deadline_ms)
{
	static unsigned number;
	struct buffer body = {.arena = scratch_arena()};
	struct buffer frame = {.arena = scratch_arena()};
	struct buffer input = {.arena = scratch_arena()};
	struct op op = {.name = op_name};
	struct call call = {.op = &op,
		.arena = scratch_arena(),
		.request_id = arena_text(scratch_arena(),
			arena_printf(scratch_arena(), "test-%u", ++number)),
		.deadline_unix_ms = clock_unix_us() / 1000 + deadline_ms,
		.principal.member = caller};
	struct key key = secret_bus_key(signer);
	const char *fault = NULL;

	json_to_wire(&input, json_parse(scratch_arena(), json, strlen(json), &fault));
	message_encode_call(&body, &call, input.data, input.size);
	buffer_reserve(&frame, FRAME_HEADER_SIZE);
	frame_sign(&key, nonce, body.data, body.size, frame.data);
	frame.size = FRAME_HEADER_SIZE;
	buffer_append(&frame, body.data, body.size);
	return frame;
}

const uint8_t *
service_client_open(
	const struct buffer *frame, const void *reply, size_t size, size_t *body_size)
{
	struct key key = secret_bus_key(signer);
	uint64_t sent = 0;

	for (size_t i = 0; i < 8; i++)
		sent = sent << 8 | frame->data[MAC_SIZE + i];
	return frame_open_reply(&key, sent, reply, size, body_size);
}

bool
service_client_exchange(
	nng_socket socket, const void *frame, size_t size, struct message_reply *reply)
{
	char *copy = arena_copy(scratch_arena(), frame, size);
	struct buffer sent = {.data = (uint8_t *)copy};
	const uint8_t *body;
	size_t answer_size;
	char *answer;

	if (nng_send(socket, copy, size, 0) != 0)
		return false;
	if (nng_recv(socket, &answer, &answer_size, NNG_FLAG_ALLOC) != 0)
		return false;
	/* The reply points into the message, so the message is copied. */
	copy = arena_copy(scratch_arena(), answer, answer_size);
	nng_free(answer, answer_size);
	if (size < FRAME_HEADER_SIZE)
		return false;
	body = service_client_open(&sent, copy, answer_size, &answer_size);
	return body != NULL &&
		message_decode_reply(scratch_arena(), body, answer_size, reply);
}

bool
service_client_call(
	nng_socket socket, const char *op, const char *json, struct message_reply *reply)
{
	struct buffer frame = service_client_frame(op, json, 5000);

	return service_client_exchange(socket, frame.data, frame.size, reply);
}
