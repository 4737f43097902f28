#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "gateway/http/server.h"

/* What every answer says unless its handler says something else. */
static const struct http_header defaults[] = {
	{"Cache-Control", "no-store"},
	{"Referrer-Policy", "no-referrer"},
	{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
};

/* Whether the handler gave a header of that name. */
static bool
gives(const struct http_answer *answer, const char *name)
{
	for (size_t i = 0; i < answer->header_count; i++) {
		if (strcasecmp(answer->headers[i].name, name) == 0)
			return true;
	}
	return false;
}

/* The body, as the library wants it. */
static struct MHD_Response *
begin(struct http_task *task, const struct http_answer *answer)
{
	if (answer->more != NULL)
		return http_stream_begin(task, answer);
	/* It takes a pointer to what it never changes, without const. */
	return MHD_create_response_from_buffer(answer->body != NULL ? answer->size : 0,
		(void *)(uintptr_t)answer->body, MHD_RESPMEM_PERSISTENT);
}

struct MHD_Response *
http_answer_build(struct http_task *task, const struct http_answer *answer, bool close)
{
	struct MHD_Response *response = begin(task, answer);

	if (response == NULL)
		return NULL;
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	for (size_t i = 0; i < COUNT_OF(defaults); i++) {
		if (!gives(answer, defaults[i].name))
			MHD_add_response_header(
				response, defaults[i].name, defaults[i].value);
	}
	if (task->connection->server->options.https) {
		MHD_add_response_header(
			response, "Strict-Transport-Security", "max-age=31536000");
	}
	if (answer->content_type != NULL)
		MHD_add_response_header(response, "Content-Type", answer->content_type);
	for (size_t i = 0; i < answer->header_count; i++) {
		MHD_add_response_header(
			response, answer->headers[i].name, answer->headers[i].value);
	}
	if (close)
		MHD_add_response_header(response, "Connection", "close");
	return response;
}

/* Appends one header line. */
static enum MHD_Result
append_header(void *data, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct buffer *out = data;

	(void)kind;
	buffer_append(out, name, strlen(name));
	buffer_append(out, ": ", 2);
	buffer_append(out, value, strlen(value));
	buffer_append(out, "\r\n", 2);
	return MHD_YES;
}

void
http_answer_send(const struct http_task *task)
{
	struct buffer out = {.arena = task->request.arena};
	char line[64];
	int size = snprintf(line, sizeof(line), "HTTP/1.1 %d %.40s\r\n", task->status,
		MHD_get_reason_phrase_for((unsigned)task->status));

	buffer_append(&out, line, (size_t)size);
	MHD_get_response_headers(task->response, append_header, &out);
	size = snprintf(
		line, sizeof(line), "Content-Length: %zu\r\n\r\n", task->answer_size);
	buffer_append(&out, line, (size_t)size);
	buffer_append(&out, task->answer_body, task->answer_size);
	/* Nothing else is on its way on this connection, so the socket has room for it. */
	(void)!send(
		task->connection->fd, out.data, out.size, MSG_NOSIGNAL | MSG_DONTWAIT);
}
