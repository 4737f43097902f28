/*
 * http_canary.h - a server in a separate process for the tests of http, and a raw client.
 *
 * The path says what the handler does. The handler records each request that it carries
 * out in a file, so that a test can compare answers with executions.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_CANARY_H
#define KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_CANARY_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gateway/http/http.h"

struct canary {
	pid_t pid;
	uint16_t port;
};

/* ---- the server's side ------------------------------------------------------------- */

static struct loop *canary_loop;
static struct http_server *canary_server;
static int canary_log = -1;
static int canary_gone, canary_answered;

/* The limit of descriptors of the next server. */
static rlim_t canary_files = 4096;

/* The time limit of its answers. */
static int canary_response_ms = 1500;

/* The longest body that it accepts. */
static size_t canary_body_bytes_max = (size_t)128 * 1024;

static void
canary_text(struct http_request *request, int status, const char *text)
{
	canary_answered++;
	http_answer(request,
		&(struct http_answer){.status = status,
			.content_type = "text/plain",
			.body = text,
			.size = strlen(text)});
}

static long
canary_number(const struct http_request *request)
{
	return request->query_count > 0 ? strtol(request->query[0].value.data, NULL, 10)
					: 0;
}

static void
canary_late(void *data)
{
	canary_text(data, 200, "late");
}

static void
canary_big(struct http_request *request)
{
	const size_t size = (size_t)canary_number(request);
	char *body = arena_alloc(request->arena, size + 1);

	memset(body, 'b', size);
	canary_text(request, 200, body);
}

/* The rest of an answer in pieces; in the request's arena. */
struct canary_pieces {
	long left;
	size_t size;
	int wait_ms; /* before each piece; 0 = at once, -1 = for ever */
	bool whole;
};

static int canary_pieces_made;

static void
canary_piece(void *data)
{
	struct http_request *request = data;
	struct canary_pieces *pieces = request->exchange;
	char *piece = arena_alloc(request->arena, pieces->size);

	memset(piece, 'p', pieces->size);
	if (pieces->left-- == 0) {
		http_answer_end(request, pieces->whole);
		return;
	}
	canary_pieces_made++;
	http_answer_piece(request, piece, pieces->size);
}

static void
canary_more(struct http_request *request)
{
	const struct canary_pieces *pieces = request->exchange;

	if (pieces->wait_ms == 0)
		canary_piece(request);
	else if (pieces->wait_ms > 0)
		loop_after(request->loop, pieces->wait_ms, canary_piece, request);
}

/* Answers "first" and then that many pieces. */
static void
canary_stream(struct http_request *request, struct canary_pieces pieces)
{
	request->exchange = arena_alloc(request->arena, sizeof(pieces));
	pieces.left = canary_number(request);
	memcpy(request->exchange, &pieces, sizeof(pieces));
	http_answer(request,
		&(struct http_answer){.status = 200,
			.content_type = "text/plain",
			.body = "first",
			.size = 5,
			.more = canary_more});
}

static void
canary_late_pieces(void *data)
{
	canary_stream(data, (struct canary_pieces){.size = 10, .whole = true});
}

static void
canary_run(struct http_request *request)
{
	const char *name = request->segment_count > 0 ? request->segments[0].data : "";

	dprintf(canary_log, "%s %s\n", request->verb, request->path);
	if (strcmp(name, "late") == 0) {
		loop_after(request->loop, canary_number(request), canary_late, request);
	} else if (strcmp(name, "late-stream") == 0) {
		loop_after(request->loop, canary_number(request), canary_late_pieces,
			request);
	} else if (strcmp(name, "big") == 0) {
		canary_big(request);
	} else if (strcmp(name, "size") == 0 || strcmp(name, "decide") == 0) {
		canary_text(request, 200,
			arena_printf(request->arena, "%zu", request->body_size));
	} else if (strcmp(name, "echo") == 0) {
		http_answer(request,
			&(struct http_answer){.status = 200,
				.content_type = "text/plain",
				.body = request->body,
				.size = request->body_size});
	} else if (strcmp(name, "address") == 0) {
		canary_text(request, 200, request->address.data);
	} else if (strcmp(name, "counts") == 0) {
		canary_text(request, 200,
			arena_printf(request->arena, "gone=%d connections=%d pieces=%d",
				canary_gone, http_server_connections(canary_server),
				canary_pieces_made));
	} else if (strcmp(name, "pieces") == 0) {
		canary_stream(request, (struct canary_pieces){.size = 10, .whole = true});
	} else if (strcmp(name, "large-pieces") == 0) {
		canary_stream(
			request, (struct canary_pieces){.size = 1 << 20, .whole = true});
	} else if (strcmp(name, "late-pieces") == 0) {
		canary_stream(request,
			(struct canary_pieces){
				.size = 10, .wait_ms = 600, .whole = true});
	} else if (strcmp(name, "cut-pieces") == 0) {
		canary_stream(request, (struct canary_pieces){.size = 10});
	} else if (strcmp(name, "ended-pieces") == 0) {
		canary_stream(request, (struct canary_pieces){.size = 10});
		http_answer_end(request, true);
	} else if (strcmp(name, "no-pieces") == 0) {
		canary_stream(request, (struct canary_pieces){.wait_ms = -1});
	} else if (strcmp(name, "drain") == 0) {
		http_server_drain(canary_server);
		canary_text(request, 200, "draining");
	} else if (strcmp(name, "headers") == 0) {
		static const struct http_header own[] = {{"Cache-Control", "max-age=60"},
			{"X-Broken", "a\r\nInjected: yes"}, {"X-Whole", "yes"}};

		http_answer(request,
			&(struct http_answer){
				.status = 204, .headers = own, .header_count = 3});
	} else if (strcmp(name, "never") != 0) {
		canary_text(request, 200, "ok");
	}
}

static void
canary_proceed(void *data)
{
	http_proceed(data);
}

static bool
canary_handler(struct http_request *request, enum http_stage stage)
{
	if (stage == HTTP_REFUSED) {
		if (http_header(request, "X-Absent"))
			abort();
		canary_text(request,
			request->refusal == PROBLEM_PAYLOAD_TOO_LARGE ? 413 : 400,
			request->refusal_detail ? request->refusal_detail : "too large");
		return false;
	}
	if (request->path_malformed || request->query_malformed) {
		canary_text(request, 400, "malformed");
		return false;
	}
	if (stage == HTTP_COMPLETE) {
		canary_run(request);
		return true;
	}
	if (strcmp(request->path, "/often") == 0) {
		canary_text(request, 429, "too often");
		return false;
	}
	if (strcmp(request->path, "/refuse") == 0) {
		canary_text(request, 401, "no");
		return false;
	}
	if (strcmp(request->path, "/decide") == 0) {
		http_wait(request);
		loop_after(request->loop, 50, canary_proceed, request);
		return true;
	}
	if (strcmp(request->path, "/decide-no") == 0) {
		http_wait(request);
		loop_after(request->loop, 50, canary_late, request);
		return true;
	}
	if (strcmp(request->path, "/refuse-later") == 0) {
		loop_after(request->loop, 100, canary_late, request);
		return false;
	}
	return true;
}

static void
canary_forget(struct http_request *request)
{
	(void)request;
	canary_gone++;
}

static void
canary_stop(int signal_number)
{
	(void)signal_number;
	loop_stop(canary_loop);
}

/* The child: serves until SIGTERM, then frees everything, so that leaks are found. */
static _Noreturn void
canary_serve(struct http_options options, const char *log_path, int port_fd)
{
	const struct rlimit files = {.rlim_cur = canary_files, .rlim_max = canary_files};
	uint16_t port;

	alarm(120);
	setrlimit(RLIMIT_NOFILE, &files);
	signal(SIGTERM, canary_stop);
	canary_log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	canary_loop = loop_new();
	options.loop = canary_loop;
	options.handler = canary_handler;
	options.gone = canary_forget;
	canary_server = http_server_new(&options);
	if (!canary_server)
		_exit(9);
	port = http_server_port(canary_server);
	if (write(port_fd, &port, sizeof(port)) != sizeof(port))
		_exit(9);
	close(port_fd);
	loop_run(canary_loop);
	http_server_free(canary_server);
	loop_free(canary_loop);
	close(canary_log);
	exit(0);
}

/* Short limits, so that tests of deadlines are short. */
static struct http_options
canary_options(void)
{
	return (struct http_options){.listen = "127.0.0.1",
		.connections_max = 2000,
		.connections_per_address = 1500,
		.headers_ms = 1000,
		.body_ms = 1000,
		.response_ms = canary_response_ms,
		.idle_ms = 1000,
		.body_bytes_max = canary_body_bytes_max};
}

/* Starts a server in a child process. */
static struct canary
canary_start(struct http_options options, const char *log_path)
{
	struct canary canary = {0};
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) != 0)
		abort();
	fflush(NULL);
	canary.pid = fork();
	if (canary.pid == 0) {
		close(fds[0]);
		canary_serve(options, log_path, fds[1]);
	}
	close(fds[1]);
	if (read(fds[0], &canary.port, sizeof(canary.port)) != sizeof(canary.port))
		canary.port = 0;
	close(fds[0]);
	return canary;
}

/* Stops it; returns its exit status, which is 0 unless it crashed, leaked or was
 * unhealthy. */
static int
canary_end(const struct canary *canary)
{
	int status = -1;

	kill(canary->pid, SIGTERM);
	waitpid(canary->pid, &status, 0);
	return status;
}

#endif
