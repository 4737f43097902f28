/*
 * lingering.h - lingering close: reading on after an answer, until the client has read
 * it.
 *
 * A socket that is closed with unread bytes resets the connection, and the client may
 * lose the answer (RFC 9112, section 9.6). So the socket stays open for a moment after
 * libmicrohttpd has closed its end, and what still comes is dropped. It counts for its
 * address until it is closed.
 */
#ifndef KITH_GATEWAY_HTTP_LINGERING_H
#define KITH_GATEWAY_HTTP_LINGERING_H

#include "gateway/http/connection.h"

#define HTTP_LINGERING_MAX 128

/* The sockets of a server that are in a lingering close. */
struct http_lingering {
	struct http_lingering_socket {
		struct http_connections *all; /* NULL = free */
		int fd;
		struct in6_addr address;
		size_t bytes_left;
		struct loop_timer *timer;
	} sockets[HTTP_LINGERING_MAX];
};

/* Keeps the socket of a connection that libmicrohttpd is about to close. */
void http_lingering_begin(
	struct http_lingering *lingering, const struct http_connection *connection);

void http_lingering_end_all(struct http_lingering *lingering);

#endif
