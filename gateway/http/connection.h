/*
 * connection.h - connections: their phases and deadlines, and what is charged to them.
 *
 * libmicrohttpd's own timeout knows only inactivity: one byte every few seconds keeps a
 * connection for ever. Here each phase has an absolute deadline. All connections of a
 * phase have the same time, so their list is sorted by deadline, and the first one is the
 * slowest.
 */
#ifndef KITH_GATEWAY_HTTP_CONNECTION_H
#define KITH_GATEWAY_HTTP_CONNECTION_H

#include <microhttpd.h>
#include <netinet/in.h>

#include "common/base/loop.h"
#include "gateway/http/address.h"
#include "gateway/http/memory.h"
#include "gateway/http/peers.h"

/* What libmicrohttpd allocates for a connection, used or not: the head of a request, the
 * records of its fields, and the head of the answer. It zeroes all of it after each
 * request, so every idle connection costs as much. */
#define HTTP_CONNECTION_BYTES ((size_t)20 * 1024)

/* The first block of a request's arena, which most requests never leave. */
#define HTTP_ARENA_BYTES ((size_t)8 * 1024)

enum http_phase {
	PHASE_HEADERS,
	PHASE_BODY,
	PHASE_CALL,    /* from the complete request until its handler answers */
	PHASE_SENDING, /* until the client has taken the answer */
	PHASE_IDLE,
	PHASE_COUNT,
	PHASE_ENDED = PHASE_COUNT, /* shut down; libmicrohttpd has yet to notice */
};

struct http_active;

struct http_connection {
	struct http_connections *all;
	struct MHD_Connection *mhd;
	struct http_active *active; /* the request under way, or NULL */
	int fd;
	enum http_phase phase;
	int64_t deadline_ms;
	struct http_connection *previous, *next; /* in the list of its phase */
	struct in6_addr address;
	size_t charged[SHARE_COUNT];
	uint8_t member[16]; /* to whom its answer is charged as well */
	bool has_member;
	bool by_network;    /* .member is the network of a client that is no member */
	uint8_t sender[16]; /* to whom a body without a claim is charged */
	size_t sender_bytes;
	struct http_claim claim; /* of its body, to memory */
	bool suspended;
	struct loop_timer *delay; /* resumes it */
};

struct http_phase_list {
	struct http_connection *first, *last;
	int duration_ms;
};

struct http_requests;

/* The connections of a server. */
struct http_connections {
	struct http_requests *requests;
	struct loop *loop;
	struct http_peers *peers; /* counts the connections of the whole process */
	struct http_proxies proxies;
	struct http_account account;
	int connections_max, connections_per_address;
	int count;
	struct http_phase_list phases[PHASE_COUNT];
	bool draining;
	bool resumed; /* libmicrohttpd must run before the turn ends */
};

struct http_connection *http_connection_open(struct http_connections *all,
	struct MHD_Connection *mhd, int fd, const struct in6_addr *address);
void http_connection_close(struct http_connection *connection);

/* Puts the connection at the end of a phase's list, and starts its deadline. */
void http_connection_move(struct http_connection *connection, enum http_phase phase);

/* Ends a connection now: the client sees it closed, and libmicrohttpd ends its request
 * when it runs next. */
void http_connection_end(struct http_connection *connection);

/* Charges `bytes` for the body to the member of the connection, if it has one, in place
 * of the earlier charge. False, and no change, if the member would exceed its limit. */
bool http_connection_charge_sender(struct http_connection *connection, size_t bytes);

/* Charges the connection with `bytes` of a share, instead of what it was charged before.
 * Small bodies and answers cost nothing. */
void http_connection_charge(
	struct http_connection *connection, enum http_share share, size_t bytes);

/* Releases all charges and the claim, at the end of a request. */
void http_connection_release(struct http_connection *connection);

/* Suspends the connection unless it is ended: libmicrohttpd ignores it until it is
 * resumed, and then calls the handler of its request again. */
void http_connection_suspend(struct http_connection *connection);
void http_connection_resume(struct http_connection *connection);

/* Suspends the connection and resumes it after a delay. */
void http_connection_delay(struct http_connection *connection, int delay_ms);

#endif
