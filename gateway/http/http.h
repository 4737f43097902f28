/*
 * http.h - the one door to libmicrohttpd: vetted requests in, answers out.
 *
 * Before a body byte is read, a request whose framing, headers, method or path is ambiguous
 * or unlawful is refused and its connection closed (RFC 9112; docs/architecture.md says
 * which). Each phase of a connection has an absolute deadline. The handler of a complete
 * request runs in the loop's thread and may answer at once or later; nothing it calls may
 * block.
 */
#ifndef KITH_GATEWAY_HTTP_HTTP_H
#define KITH_GATEWAY_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/base/loop.h"
#include "proto/op.h"

struct http_server;
struct http_request;

/* A decoded name and value of the query; both NUL-terminated UTF-8 without NUL inside. */
struct http_parameter {
	struct text name, value;
};

enum http_stage {
	HTTP_HEADERS, /* the headers are vetted, no body byte is read: decide whether to read it */
	HTTP_COMPLETE, /* the body is there */
	HTTP_REFUSED,  /* it cannot be served: answer .refusal and nothing else */
};

/* What the handler sees. All of it lives in the request's arena. */
struct http_request {
	struct arena *arena;
	struct loop *loop;
	void *server_data;  /* http_options.data */
	enum method method; /* METHOD_NONE for HEAD and OPTIONS: see .verb */
	const char *verb;   /* "GET", "HEAD", "OPTIONS", … */
	const char *path;   /* as sent, without the query; for `instance` in problems */
	struct text *segments; /* of the path: split at raw '/', each decoded once */
	size_t segment_count;
	bool path_malformed; /* NUL, '/', '\', control bytes, bad UTF-8, empty or dot segments */
	bool trailing_slash; /* one '/' after the last segment; it makes no segment */
	struct http_parameter *query;
	size_t query_count;
	bool query_malformed;
	struct text
		address; /* canonical client address; of the forwarded one behind a proxy */
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

/* A request header by name, compared without case; NULL when absent. Headers that must be
 * unique are unique: vetting saw to it. */
const char *http_header(const struct http_request *request, const char *name);

/*
 * At HTTP_HEADERS: the handler cannot say yet whether it wants the body, so not a byte of it is
 * read. It returns true, and later calls http_proceed(), or http_answer() for a refusal.
 */
void http_wait(struct http_request *request);
void http_proceed(struct http_request *request);

/* At HTTP_HEADERS: takes memory for a body of this size, if there is so much without ending another
 * request. */
bool http_reserve_body(struct http_request *request, size_t bytes);

/*
 * Whether an answer of so many bytes may be made and held until its client has taken it, by the
 * budget of the process and of the member that it is for. Where it may not, the answer is
 * PROBLEM_SERVICE_UNAVAILABLE. http_hold_for() says who the member is.
 */
bool http_has_room(const struct http_request *request, size_t bytes);
void http_hold_for(struct http_request *request, const uint8_t member[16]);

struct http_header {
	const char *name, *value;
};

/* The headers of an answer, in the order in which they are added. */
#define HTTP_HEADERS_MAX 24
struct http_headers {
	struct http_header list[HTTP_HEADERS_MAX];
	size_t count;
};

/* Adds a header; nothing for a value that is NULL, or when there are HTTP_HEADERS_MAX. */
void http_headers_add(struct http_headers *headers, const char *name, const char *value);

/* Whether an If-None-Match names the tag; weak comparison (RFC 9110, section 13.1.2). */
bool http_headers_match_tag(const char *if_none_match, const char *tag);

/* Whether an Accept-Encoding takes gzip (RFC 9110, section 12.5.3). */
bool http_headers_take_gzip(const char *accept_encoding);

/* The client has taken what there was of an answer: give more, now or later. */
typedef void http_more(struct http_request *request);

struct http_answer {
	int status;
	const char *content_type; /* NULL without a body */
	const void *body; /* in the request's arena: it outlives the answer; or a piece */
	size_t size;
	const struct http_header *headers;
	size_t header_count;
	bool close;  /* the connection, after the answer */
	bool shared; /* the body is the process's own: it holds no memory of the request */
	http_more *more; /* the body is the first piece of it; NULL = it is all */
};

/*
 * Answers the request, now or later, once. HEAD sends the headers only. Every answer gets
 * X-Content-Type-Options, and Cache-Control: no-store, Referrer-Policy and a closed
 * Content-Security-Policy where `headers` has none of its own. A header whose value could
 * break the framing (CR, LF) is left out. The connection is closed as well after a chunked
 * body and after a malformed path, so that nothing behind a doubtful request is ever run.
 */
void http_answer(struct http_request *request, const struct http_answer *answer);

/*
 * An answer that is made while it is sent, as chunks: `more` is called whenever the client has
 * taken all of a piece, and then http_answer_piece() gives the next one, or http_answer_end()
 * ends the answer. A piece must stay until `more` is called again. Each has the time of a whole
 * answer to be made and taken. An answer that is not whole ends without its last chunk, so that
 * nobody takes it for one that is.
 */
void http_answer_piece(struct http_request *request, const void *data, size_t size);
void http_answer_end(struct http_request *request, bool whole);

/*
 * HTTP_HEADERS: return true to read the body on, or answer and return false. A body that is
 * announced too long for body_bytes_max comes back as HTTP_REFUSED after HTTP_HEADERS. What
 * is returned at the other stages does not matter.
 */
typedef bool http_handler(struct http_request *request, enum http_stage stage);

/* The client went away before the answer, or before its end: forget the request (it is freed
 * afterwards). */
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
	struct http_peers
		*peers; /* what both caps count, of several servers; NULL = alone */
	struct http_memory *memory; /* of several servers; NULL = its own */
	int headers_ms, body_ms, response_ms, idle_ms;
	size_t body_bytes_max;
	bool https; /* the public address is: browsers are told to use no other (RFC 6797) */
	const char *
		trusted_proxies; /* addresses or address/bits, comma-separated; NULL = none */
};

/* A listening socket, from which nothing is taken yet; -1 (errno set) when the address cannot
 * be bound. For a process that binds before it confines itself. */
int http_listen(const char *address, uint16_t port);

/* NULL (errno set) when the address cannot be bound; the socket that was given is closed. */
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
