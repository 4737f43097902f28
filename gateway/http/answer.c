#include "gateway/http/request.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/base/log.h"
#include "common/text/network.h"
#include "gateway/http/room.h"

/* The headers of every answer whose handler does not set them. Browsers show stored
 * answers to pages of any origin that the answer allows, without a credential. */
static const struct http_header defaults[] = {
	{"Cache-Control", "no-store"},
	{"Referrer-Policy", "no-referrer"},
	{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
};

/* Whether the handler set a header of that name. */
static bool
gives(const struct http_answer *answer, const char *name)
{
	for (size_t i = 0; i < answer->header_count; i++) {
		if (strcasecmp(answer->headers[i].name, name) == 0)
			return true;
	}
	return false;
}

/* The response without its headers. */
static struct MHD_Response *
create(struct http_active *active, const struct http_answer *answer)
{
	if (answer->more != NULL)
		return http_stream_begin(
			active, answer->more, answer->body, answer->size);
	/* It takes a pointer to what it never changes, without const. */
	return MHD_create_response_from_buffer(answer->body != NULL ? answer->size : 0,
		(void *)(uintptr_t)answer->body, MHD_RESPMEM_PERSISTENT);
}

/* The answer as libmicrohttpd wants it. */
static struct MHD_Response *
build(struct http_active *active, const struct http_answer *answer, bool close)
{
	struct MHD_Response *response = create(active, answer);

	if (response == NULL)
		return NULL;
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	for (size_t i = 0; i < COUNT_OF(defaults); i++) {
		if (!gives(answer, defaults[i].name))
			MHD_add_response_header(
				response, defaults[i].name, defaults[i].value);
	}
	if (active->all->https) {
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

void
http_hold_for(struct http_request *request, const uint8_t member[16])
{
	struct http_connection *connection = ((struct http_active *)request)->connection;

	memcpy(connection->member, member, sizeof(connection->member));
	connection->has_member = true;
	connection->by_network = false;
}

/* An answer to nobody in particular is held for the network of its client. */
static void
hold_for_network(struct http_connection *connection)
{
	struct in6_addr network;

	if (connection->has_member ||
		http_address_is_proxy(&connection->all->proxies, &connection->address))
		return;
	network = network_of_client(&connection->address);
	memcpy(connection->member, &network, sizeof(connection->member));
	connection->has_member = connection->by_network = true;
}

bool
http_has_room(const struct http_request *request, size_t bytes)
{
	struct http_connection *connection =
		((const struct http_active *)request)->connection;

	if (bytes > 0 && http_memory_counted(bytes) == 0)
		return true;
	hold_for_network(connection);
	if (connection->has_member && !connection->by_network &&
		http_memory_member_exceeded(connection->all->account.memory,
			connection->member, SHARE_ANSWERS, bytes))
		return false;
	return http_connection_make_room(connection, SHARE_ANSWERS, bytes);
}

/* Whether the request came by HTTP/1.0. Its client may know no other end of an answer
 * than that of the connection. */
static bool
is_old(const struct http_active *active)
{
	return active->head.version != NULL && http_vet_is_old(&active->head);
}

void
http_answer(struct http_request *request, const struct http_answer *answer)
{
	struct http_active *active = (struct http_active *)request;
	struct http_connection *connection = active->connection;
	const bool close = answer->close || active->framing.chunked || is_old(active) ||
		request->path_malformed || request->refusal != PROBLEM_NONE ||
		connection->all->draining;

	if (active->response != NULL) {
		log_error("answered_twice", LOG_TEXT("path", request->path));
		return;
	}
	active->response = build(active, answer, close);
	active->status = answer->status;
	active->answer_body = answer->body;
	active->answer_size = answer->body != NULL ? answer->size : 0;
	active->deciding = false;
	hold_for_network(connection);
	http_connection_charge(
		connection, SHARE_ANSWERS, answer->shared ? 0 : active->answer_size);
	if (active->status == MHD_HTTP_TOO_MANY_REQUESTS ||
		active->status == MHD_HTTP_SERVICE_UNAVAILABLE)
		active->delay_ms = http_throttle_refusal(
			&active->all->throttle, loop_now_ms(active->all->loop));
	if (active->stage >= ACTIVE_EARLY)
		http_connection_enter(connection, PHASE_SENDING);
	if (active->response == NULL)
		http_connection_end(connection);
	http_connection_resume(connection);
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
http_answer_send(const struct http_active *active)
{
	struct buffer out = {.arena = active->request.arena};
	char line[64];
	int size = snprintf(line, sizeof(line), "HTTP/1.1 %d %.40s\r\n", active->status,
		MHD_get_reason_phrase_for((unsigned)active->status));

	buffer_append(&out, line, (size_t)size);
	MHD_get_response_headers(active->response, append_header, &out);
	size = snprintf(
		line, sizeof(line), "Content-Length: %zu\r\n\r\n", active->answer_size);
	buffer_append(&out, line, (size_t)size);
	buffer_append(&out, active->answer_body, active->answer_size);
	/* Nothing else was sent on this connection yet, so the socket has room for it. */
	(void)!send(
		active->connection->fd, out.data, out.size, MSG_NOSIGNAL | MSG_DONTWAIT);
}
