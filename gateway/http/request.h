/*
 * request.h - the request under way on a connection, from its first line to its end.
 *
 *     request.c   its stages, and its body
 *     answer.c    its answer, for libmicrohttpd or as bytes
 *     stream.c    an answer that is made while it is sent
 *     head.c      its head, for the handler
 */
#ifndef KITH_GATEWAY_HTTP_REQUEST_H
#define KITH_GATEWAY_HTTP_REQUEST_H

#include "gateway/http/connection.h"
#include "gateway/http/http.h"
#include "gateway/http/lingering.h"
#include "gateway/http/throttle.h"
#include "gateway/http/vet.h"

#define HTTP_ARENAS_KEPT 64

/* What the requests of a server share. */
struct http_requests {
	struct loop *loop;
	http_handler *handler;
	http_gone *gone;
	void *data;
	size_t body_bytes_max;
	bool https;
	bool layout_known; /* the parser is the one that vet_layout.c knows */
	bool called;       /* a handler was called since this was last cleared */
	struct http_throttle throttle;
	struct http_lingering lingering;
	struct arena *arenas[HTTP_ARENAS_KEPT]; /* of ended requests, for the next ones */
	size_t arena_count;
};

enum http_active_stage {
	ACTIVE_NEW,
	ACTIVE_DECIDING,   /* the handler has yet to say whether the body is read */
	ACTIVE_READING,    /* the body goes into the arena */
	ACTIVE_DISCARDING, /* a small body is read and dropped before the answer */
	ACTIVE_EARLY,      /* to be answered instead of reading the body */
	ACTIVE_CUT,        /* to be answered in the middle of a body that is too long */
	ACTIVE_COMPLETE,
};

/* An answer in pieces; .more is NULL for one that is complete from the first. */
struct http_stream {
	http_more *more;
	const uint8_t *piece;
	size_t size, taken;
	bool asked; /* .more was called for the next piece */
	bool ended, complete;
};

struct http_active {
	struct http_request request; /* first, so that a pointer to it is one to this */
	struct http_requests *all;
	struct http_connection *connection;
	enum http_active_stage stage;
	struct http_head head;
	struct http_field fields[HTTP_FIELDS_MAX];
	struct http_framing framing;
	struct buffer body;
	struct MHD_Response *response; /* NULL until the handler answers */
	int status;
	const void *answer_body; /* in the arena, as the handler gave it */
	size_t answer_size;
	struct http_stream stream;
	int delay_ms;       /* of the answer, for a client that asks too often */
	bool deciding;      /* after http_wait(), until http_proceed() or an answer */
	bool handler_knows; /* the handler was called */
	bool lingers;       /* the connection is closed while the client may still send */
};

/* ---- request.c ---- */

/* The request line was read. `target` is the parser's, which changes it later. */
struct http_active *http_request_new(struct http_requests *all,
	struct http_connection *connection, const char *target);

/* One call of libmicrohttpd's handler: first, with a piece of the body, or last. */
enum MHD_Result http_request_go_on(struct http_active *active, const char *method,
	const char *version, const char *data, size_t *size);

/* The response to a head, or to chunks of a body, that libmicrohttpd refuses with this
 * status, and its status; NULL when the handler does not answer at once. */
struct MHD_Response *
http_request_refuse_unread(struct http_active *active, unsigned *status);

/* The request is over, answered or not. */
void http_request_free(struct http_active *active);

/* ---- answer.c ---- */

/* Writes the answer to the socket at once, as far as the socket takes it. */
void http_answer_send(const struct http_active *active);

/* ---- stream.c ---- */

/* The response for an answer in pieces that begins with `piece`. */
struct MHD_Response *http_stream_begin(
	struct http_active *active, http_more *more, const void *piece, size_t size);

/* Whether the answer is in pieces and has not ended. */
bool http_stream_is_open(const struct http_active *active);

/* ---- head.c ---- */

/* Reads the head as it was received. */
void
http_head_collect(struct http_active *active, const char *method, const char *version);

/* Fills in what the handler sees of a vetted head. */
void http_head_describe(struct http_active *active);

/* The same for a head that was refused: enough to name it in an answer and a log. */
void http_head_describe_refused(struct http_active *active);

#endif
