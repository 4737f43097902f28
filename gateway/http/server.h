/*
 * server.h - what the files of http share, and nobody else sees.
 *
 *     http.c           the server: socket, loop, libmicrohttpd's callbacks
 *     task.c      a request from its first line to its end
 *     wait.c      requests that wait
 *     head.c      what it says in its headers
 *     answer.c    an answer as libmicrohttpd wants it, or as bytes
 *     stream.c    an answer that is made while it is sent
 *     deadline.c  connections, their phases and deadlines, caps
 *     hold.c      what requests hold in memory, and who gives way
 *     pace.c      those who come too fast, and everybody else
 *     left.c      requests whose client has left
 *     linger.c    connections that are closed with the client still sending
 */
#ifndef KITH_GATEWAY_HTTP_SERVER_H
#define KITH_GATEWAY_HTTP_SERVER_H

#include <microhttpd.h>
#include <netinet/in.h>

#include "gateway/http/address.h"
#include "gateway/http/budget.h"
#include "gateway/http/http.h"
#include "gateway/http/peers.h"
#include "gateway/http/vet.h"

/*
 * What libmicrohttpd has for a connection, whether or not it is used: the head of a request, the
 * parser's records of its fields, then the head of the answer. It zeroes all of it after each
 * request, so that this is what every idle connection costs.
 */
#define HTTP_CONNECTION_BYTES ((size_t)12 * 1024)

/* The first block of a request's arena, which most requests never leave. */
#define HTTP_TASK_BYTES ((size_t)8 * 1024)

#define HTTP_ARENAS_KEPT 64
#define HTTP_LINGERING_MAX 128

/* The phases of a connection; each has one duration, so each list is sorted by deadline. */
enum http_phase {
	PHASE_HEADERS,
	PHASE_BODY,
	PHASE_CALL,    /* from the complete request until its handler answers */
	PHASE_SENDING, /* until the client has taken the answer */
	PHASE_IDLE,
	PHASE_COUNT,
	PHASE_ENDED = PHASE_COUNT, /* shut down, libmicrohttpd has yet to notice */
};

struct http_task;

struct http_connection {
	struct http_server *server;
	struct MHD_Connection *mhd;
	struct http_task *task; /* the request under way, or NULL */
	int fd;
	enum http_phase phase;
	int64_t deadline_ms;
	struct http_connection *previous, *next; /* in the list of its phase */
	struct http_connection *ended_next;      /* in the list of those to be freed */
	struct in6_addr address;
	size_t held[SHARE_COUNT]; /* what it counts for in the budget */
};

struct http_phase_list {
	struct http_connection *first, *last;
	int duration_ms;
};

struct http_lingering {
	struct http_server *server; /* NULL = free */
	int fd;
	struct in6_addr address; /* that the socket still counts for */
	size_t bytes_left;
	struct loop_timer *timer;
};

/* The refusals of one kind within a second, and within the one before. */
struct http_second {
	int64_t begun_ms;
	int count, before;
};

/* What is read of bodies, and the requests that read no more of theirs for a moment; and who is told
 * that it asks too often, or that there is too much to do. */
struct http_pace {
	size_t bytes; /* read since the last pause */
	struct http_task *first;
	struct loop_timer *timer; /* set during a pause */
	struct http_second often, overload;
};

struct http_server {
	struct http_options options;
	struct MHD_Daemon *daemon;
	int listen_fd, epoll_fd;
	uint16_t port;
	struct http_proxies proxies;
	struct http_peers *peers;
	struct http_budget *budget;
	struct http_phase_list phases[PHASE_COUNT];
	int connections;
	size_t held_bytes; /* by requests of this server */
	size_t peak_bytes; /* since memory was last given back to the system */
	struct loop_timer *sweep, *again, *look;
	struct http_pace pace;
	struct http_connection *left; /* of ended requests whose clients had left */
	struct arena *arenas[HTTP_ARENAS_KEPT]; /* of ended requests, for the next ones */
	size_t arena_count;
	struct http_lingering lingering[HTTP_LINGERING_MAX];
	int waiting;       /* requests that wait for their answer and are not suspended */
	bool layout_known; /* the parser is the one that vet_layout.c knows */
	bool resumed;      /* libmicrohttpd must run before the turn ends */
	bool closed;       /* likewise: a connection ended since it last ran */
	int runs_due; /* of the library, for what its last one may have left undone */
	uint32_t run; /* of the library, the number of it */
	struct http_connection *completed; /* of whom a request ended last, in this run */
	bool called; /* a handler was called since this was last cleared */
	bool draining;
};

/* ---- http.c ---- */

/* Has the library run so many times more in this turn, although it does not show that it has to. */
void http_run_again(struct http_server *server, int runs);

/* Lets libmicrohttpd work, whether or not a descriptor says that there is any. */
void http_run(struct http_server *server);

/* ---- deadline.c ---- */

/* Whether the caps admit one more connection from there. Loops that are asked at the same
 * moment may each admit one to the last place. */
bool http_deadline_admits(struct http_server *server, const struct in6_addr *address);
struct http_connection *http_deadline_open(struct http_server *server,
	struct MHD_Connection *mhd, int fd, const struct in6_addr *address);
void http_deadline_close(struct http_connection *connection);

/* Moves the connection to a phase and starts its deadline. */
void http_deadline_enter(struct http_connection *connection, enum http_phase phase);

/* Ends a connection now: the client sees it closed, its handler is told. */
void http_deadline_end(struct http_connection *connection);

/* ---- task.c ---- */

enum http_task_stage {
	TASK_NEW,
	TASK_DECIDING,   /* the handler has yet to say whether the body is read */
	TASK_READING,    /* the body goes into the arena */
	TASK_DISCARDING, /* answered, but the small rest of the body is read all the same */
	TASK_EARLY,      /* to be answered instead of reading the body */
	TASK_CUT,        /* to be answered in the middle of a body that is too long */
	TASK_COMPLETE,
};

/* An answer in pieces; .more is NULL for one that is whole from the first. */
struct http_stream {
	http_more *more;
	const uint8_t *piece;
	size_t size, taken;
	bool asked; /* .more was called for the next piece */
	bool ended, whole;
};

struct http_task {
	struct http_request request; /* first: http_answer() gets from one to the other */
	struct http_connection *connection;
	enum http_task_stage stage;
	struct http_head head;
	struct http_field fields[HTTP_FIELDS_MAX];
	struct http_framing framing;
	struct buffer body;
	struct MHD_Response *response; /* NULL until the handler answers */
	int status;
	struct loop_timer *delay; /* until then the response waits */
	uint32_t run; /* in which its first line came; 0 = along with another request */
	const void *answer_body; /* in the arena, as the handler gave it */
	size_t answer_size;
	struct http_stream stream;
	size_t head_bytes;   /* of the target, and of the head once it is vetted */
	size_t unsent_bytes; /* of the answer, in memory until the client has taken it */
	uint8_t member[16];  /* for whom that counts */
	bool has_member;
	bool deciding; /* http_wait() was called, and neither http_proceed() nor an answer came */
	bool handler_knows; /* the handler was called */
	bool suspended;
	bool waiting; /* for its answer, not suspended: libmicrohttpd asks whenever it runs */
	bool unread; /* it did so: its connection was not read since */
	bool paced;  /* suspended by http_pace_took(), and in that list */
	struct http_task *paced_previous, *paced_next;
	bool left;      /* its client, while it waited: nobody takes the answer */
	bool answered;  /* after that */
	bool abandoned; /* the handler was told that the client is gone */
	bool linger;
};

/* The request line was read; `target` is the parser's and will be changed by it. */
struct http_task *http_task_new(struct http_connection *connection, const char *target);

/* One call of libmicrohttpd's handler: first, with a piece of body, or last. */
enum MHD_Result http_task_go_on(struct http_task *task, const char *method,
	const char *version, const char *data, size_t *size);

/* The request is over, however it went. */
void http_task_free(struct http_task *task);

/* ---- wait.c ---- */

/* Whether the handler has not answered, or not to the end. */
bool http_task_is_owed(const struct http_task *task);

/* Has the request wait for its answer; what libmicrohttpd is to be told. */
enum MHD_Result http_task_await(struct http_task *task);

/* Whether it waited without being suspended: it does no longer. */
bool http_task_stop_waiting(struct http_task *task);

/* Has libmicrohttpd leave a request alone, until it may go on: then it asks again. */
void http_task_suspend(struct http_task *task);
void http_task_resume(struct http_task *task);

/* The connection is being shut down while the request waits. */
void http_task_abandon(struct http_task *task);

/* ---- head.c ---- */

/* Gathers the head as it was received. */
void http_head_collect(struct http_task *task, const char *method, const char *version);

/* Fills in what the handler sees, after vetting; or, for a head that was refused, enough to
 * name it in an answer and a log. */
void http_head_describe(struct http_task *task);
void http_head_describe_refused(struct http_task *task);

/* ---- answer.c ---- */
struct MHD_Response *
http_answer_build(struct http_task *task, const struct http_answer *answer, bool close);

/* Writes the answer to the socket at once, as far as it takes it. */
void http_answer_send(const struct http_task *task);

/* ---- stream.c ---- */

/* The response of an answer in pieces, the first of which it begins with. */
struct MHD_Response *
http_stream_begin(struct http_task *task, const struct http_answer *answer);

/* Whether the answer is in pieces and its end has not been said. */
bool http_stream_open(const struct http_task *task);

/* ---- listen.c ---- */

/* The port that a socket is bound to. */
uint16_t http_listen_port(int fd);

/* ---- hold.c ---- */

/* How many of so many bytes of a body or an answer count. */
size_t http_hold_counted(size_t bytes);

/* Charges the connection with what its request holds now. */
void http_hold_update(struct http_connection *connection);

/* Charges a request with an answer of so many bytes that its client has yet to take. */
void http_hold_answer(struct http_task *task, size_t bytes);

/* Ends slow connections until so many bytes fit into a share of the budget; false when that is
 * not enough. The connection that asks may be one of them. */
bool http_hold_make_room(struct http_server *server, enum http_share share, size_t more);

/* Ends the connection that has been idle, or slow, for longest; false when none has been for
 * long. */
bool http_hold_make_place(struct http_server *server);

/* Remembers the most that was held, whenever more of it is: a crowd may come and go between two
 * sweeps. */
void http_hold_note_peak(struct http_server *server);

/* Gives memory back to the system when much of it has become free. */
void http_hold_trim(struct http_server *server);

/* ---- pace.c ---- */

/* So many bytes of the request's body were read: suspends it where others are to have a turn. */
void http_pace_took(struct http_task *task, size_t bytes);

/* Takes a request that goes on, or is over, out of the list. */
void http_pace_forget(struct http_task *task);

/* Deals with an answer that refuses a request where very many do: one that says that its client asks
 * too often waits, and a loop that has too much to do gathers what comes. */
void http_pace_refusal(struct http_task *task);

/* ---- left.c ---- */

/* The connection is gone under a request that waits: both stay until it is answered. */
void http_left_begin(struct http_task *task);

/* It is answered, or given up: both are freed at the end of the turn. */
void http_left_end(struct http_task *task);
void http_left_free(struct http_server *server);

/* ---- linger.c ---- */

/* Keeps the socket open for a moment and swallows what still comes, so that the client gets
 * to read the answer: closing with unread bytes resets the connection (RFC 9112, 9.6). The
 * socket counts for its address, and among all, until it is closed. */
void http_linger(const struct http_connection *connection);
void http_linger_end_all(struct http_server *server);

#endif
