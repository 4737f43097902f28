/*
 * http.h - the HTTP server, and the only user of libmicrohttpd.
 *
 * A request whose framing, headers, method or path is ambiguous or unlawful is refused
 * before its body is read, and its connection is closed (RFC 9112; docs/architecture.md
 * lists the forms). Each phase of a connection has an absolute deadline. The handler runs
 * in the loop's thread, answers at once or later, and must not block.
 */
#ifndef KITH_GATEWAY_HTTP_HTTP_H
#define KITH_GATEWAY_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/base/loop.h"
#include "proto/bounds/bounds.h"
#include "proto/op.h"

struct http_server;
struct http_request;

/* A decoded name and value of the query; both NUL-terminated UTF-8 without NUL inside. */
struct http_parameter {
	struct text name, value;
};

enum http_stage {
	HTTP_HEADERS,  /* the head is vetted: decide whether the body is read */
	HTTP_COMPLETE, /* the body is there */
	HTTP_REFUSED,  /* it cannot be served: answer with .refusal */
};

/* A request as the handler sees it. All of it lives in the request's arena. */
struct http_request {
	struct arena *arena;
	struct loop *loop;
	void *server_data;  /* http_options.data */
	enum method method; /* METHOD_NONE for HEAD and OPTIONS: see .verb */
	const char *verb;   /* "GET", "HEAD", "OPTIONS", … */
	const char *path;   /* as sent, without the query; for `instance` in problems */
	struct text *segments; /* of the path: split at raw '/', each decoded once */
	size_t segment_count;
	bool path_malformed; /* NUL, a slash, control bytes, bad UTF-8, or dot segments */
	bool trailing_slash; /* one '/' after the last segment; it makes no segment */
	struct http_parameter *query;
	size_t query_count;
	bool query_malformed;
	struct text address; /* of the client, canonical, behind trusted proxies */
	const uint8_t *body;
	size_t body_size;
	bool body_announced;  /* Content-Length > 0 or chunked */
	uint64_t body_length; /* announced; UINT64_MAX when chunked */
	enum problem refusal; /* HTTP_REFUSED: MALFORMED_REQUEST, PAYLOAD_TOO_LARGE, or
			       * SERVICE_UNAVAILABLE where there is no memory for it */
	const char *refusal_detail;
	void *exchange;         /* the handler's own, NULL at first */
	struct text request_id; /* kept by request_id_of(), absent at first */
	struct text
		traceparent;   /* kept by traceparent_of(); GIVEN_NULL = there is none */
	size_t body_bytes_max; /* the handler may lower or raise it at HTTP_HEADERS */
};

/* A request header by name, compared without case; NULL when absent. Vetting has refused
 * a second one of those that must be unique. */
const char *http_header(const struct http_request *request, const char *name);

/* Whether the body has the limit of strangers, as a short form of a member has, too. */
static inline bool
http_is_limited_as_strangers(const struct http_request *request)
{
	return request->body_bytes_max <= BOUND_STRANGER_BODY_BYTES;
}

/* At HTTP_HEADERS: postpones the decision about the body, which is not read meanwhile.
 * The handler returns true, and later calls http_proceed(), or http_answer() for a
 * refusal. */
void http_wait(struct http_request *request);
void http_proceed(struct http_request *request);

/* At HTTP_HEADERS: reserves memory for a body of this size from this member. False when
 * there is none, or when the member's other bodies hold as much as one member may.
 * Members take turns. With `ending`, an upload of the member whose uploads hold most
 * memory may have to make room for the next one, whichever server reads it (claims.h). */
bool http_reserve_body(struct http_request *request, const uint8_t member[16],
	size_t bytes, bool ending);

/* Whether there is memory for an answer of `bytes` until its client has taken it, in the
 * process and in the share of the member whom http_hold_for() names. Otherwise the
 * handler answers PROBLEM_SERVICE_UNAVAILABLE. */
bool http_has_room(const struct http_request *request, size_t bytes);
void http_hold_for(struct http_request *request, const uint8_t member[16]);

struct http_header {
	const char *name, *value;
};

/* The Permissions-Policy of pages: they use none of these abilities of a browser. */
#define PERMISSIONS_POLICY \
	"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

/* The headers of an answer, in the order in which they are added. */
#define HTTP_HEADERS_MAX 24
struct http_headers {
	struct http_header list[HTTP_HEADERS_MAX];
	size_t count;
};

/* Adds a header, unless its value is NULL or there are HTTP_HEADERS_MAX already. */
void http_headers_add(struct http_headers *headers, const char *name, const char *value);

/* Whether an Accept-Encoding accepts gzip (RFC 9110, section 12.5.3). */
bool http_headers_take_gzip(const char *accept_encoding);

/* The client has taken a piece of an answer: give the next one, now or later. */
typedef void http_more(struct http_request *request);

struct http_answer {
	int status;
	const char *content_type; /* NULL without a body */
	const void *body; /* in the request's arena: it outlives the answer; or a piece */
	size_t size;
	const struct http_header *headers;
	size_t header_count;
	bool close;      /* the connection, after the answer */
	bool shared;     /* the body belongs to the process: nothing is charged */
	http_more *more; /* the body is the first piece; NULL = it is complete */
};

/*
 * Answers the request, now or later, once. HEAD sends the headers only. Every answer gets
 * X-Content-Type-Options, and Cache-Control: no-store, Referrer-Policy and a closed
 * Content-Security-Policy unless `headers` sets them. A header whose value contains CR or
 * LF is left out. The connection is also closed after a chunked body and after a
 * malformed path, so that nothing after a doubtful request is carried out.
 */
void http_answer(struct http_request *request, const struct http_answer *answer);

/*
 * An answer that is made while it is sent, in chunks. `more` is called whenever the
 * client has taken a piece; then http_answer_piece() gives the next one, or
 * http_answer_end() ends the answer. A piece must stay until `more` is called again. Each
 * piece has the time limit of a whole answer. An incomplete answer ends without its last
 * chunk, so that the client sees that it is incomplete.
 */
void http_answer_piece(struct http_request *request, const void *data, size_t size);
void http_answer_end(struct http_request *request, bool complete);

/* At HTTP_HEADERS: returns true to have the body read, or answers and returns false. A
 * body announced longer than body_bytes_max comes back as HTTP_REFUSED. The return value
 * does not matter at the other stages. */
typedef bool http_handler(struct http_request *request, enum http_stage stage);

/* The request ended before its answer did: forget it, because it is freed afterwards. */
typedef void http_gone(struct http_request *request);

struct http_peers;
struct http_memory;

struct http_options {
	struct loop *loop;
	const char *listen; /* an IPv4 or IPv6 address */
	uint16_t port;      /* SO_REUSEPORT: one server per loop on the same port */
	int listen_fd; /* of http_listen(), then the two above count for nothing; or 0 */
	http_handler *handler;
	http_gone *gone;
	void *data;
	int connections_max, connections_per_address; /* IPv6 counted by /64 */
	struct http_peers *peers;   /* of several servers; NULL = its own */
	struct http_memory *memory; /* of several servers; NULL = its own */
	int headers_ms, body_ms, response_ms, idle_ms;
	size_t body_bytes_max;
	bool https; /* answers tell browsers to use only https (RFC 6797) */
	const char *trusted_proxies; /* "address, address/bits"; or NULL */
};

/* A listening socket that accepts nothing yet; -1 (errno set) when the address cannot be
 * bound. For a process that binds before it confines itself. */
int http_listen(const char *address, uint16_t port);

/* NULL (errno set) when the address cannot be bound; the socket that was given is
 * closed. */
struct http_server *http_server_new(const struct http_options *options);

/* The port that it listens on: the given one, or what the system chose for 0. */
uint16_t http_server_port(const struct http_server *server);

/* Stops accepting; open requests are answered, idle connections are closed. */
void http_server_drain(struct http_server *server);
int http_server_connections(const struct http_server *server);

/* Closes everything; requests under way are reported as gone. NULL is fine. Never call it
 * from a handler. */
void http_server_free(struct http_server *server);

#endif
