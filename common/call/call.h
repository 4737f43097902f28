/*
 * call.h - one call of an operation, as its handler sees it.
 *
 *     enum problem post_get(struct call *call, const void *input);
 *
 * A handler is a function of the database and its input. It writes its answer with reply.h
 * and returns PROBLEM_NONE, or returns what call_fail() answers. The skeleton (run.h) begins
 * and ends the transaction around it, so a handler may run more than once for one call: it
 * must touch nothing but the database and the call.
 */
#ifndef KITH_COMMON_CALL_CALL_H
#define KITH_COMMON_CALL_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/input/fault.h"
#include "proto/op.h"

enum membership {
	MEMBERSHIP_NONE,
	MEMBERSHIP_PENDING,
	MEMBERSHIP_ACTIVE,
	MEMBERSHIP_SUSPENDED
};

enum credential_kind {
	CREDENTIAL_NONE,
	CREDENTIAL_SESSION,
	CREDENTIAL_TOKEN,
	CREDENTIAL_OAUTH
};

enum via {
	VIA_REST,
	VIA_TOOL,
	VIA_PAGE,
	VIA_OPERATOR
};

/* Who calls, with what, and from where. Anonymous: membership is MEMBERSHIP_NONE. */
struct principal {
	struct uuid member;
	enum membership membership;
	bool admin;
	unsigned scopes; /* enum scope, implied ones included */
	enum credential_kind credential_kind;
	struct uuid credential;
	struct text client;     /* OAuth client id */
	struct text audience;   /* of an OAuth token */
	struct text address;    /* the client's IP address in canonical form */
	struct text user_agent; /* at most 200 bytes */
	enum via via;
};

/* Whether the operation may be called with the caller's kind of credential. */
bool principal_may_use(const struct principal *principal, const struct op *op);

/* What a caller is told who may not. */
const char *principal_needs(const struct op *op);

/* Where the page before ended; given = false on the first page. */
struct page_position {
	bool given;
	int64_t sort; /* the sort key, as the list's column gives it: microseconds or a count */
	struct uuid id;
};

struct db;

/* How a call went. A run of the handler begins with all of it zeroed. */
struct outcome {
	enum problem problem;
	const char *detail;        /* one sentence; NULL = the problem's title */
	struct fault *faults;      /* in the order found */
	const char *requires_name; /* a hint: {"orgRole": ["owner", "admin"]} */
	const char *const *requires_values;
	const char *next_step;
	int64_t retry_after_s;
	bool replayed; /* the reply is the one of an earlier call with the same key */

	/* SHAPE_ARRAY and SHAPE_CHUNKED: travels beside the reply; NULL = nothing follows. */
	const char *next_cursor;

	/* Of a write that answers another shape than the GET of its record: the tag that the GET
	 * has now; NULL = none. */
	const char *tag;

	/* A refusal that leaves something behind: what the handler wrote, say the count of a
	 * wrong try, is committed although the call is refused. */
	bool keep_writes;

	/* Sticky: set by a failed statement, and then every later statement does nothing. */
	enum problem db_problem;
	const struct conflict
		*db_conflict;  /* the constraint that the database refused with */
	const char *db_detail; /* what the caller is told beside the problem's title */
	bool db_retry; /* serialization failure or deadlock: run the handler again */
};

struct call {
	const struct op *op;
	struct arena *arena;
	struct principal principal;
	struct text request_id;      /* 1 to 64 characters */
	struct text traceparent;     /* of the client's trace; absent without one */
	int64_t deadline_unix_ms;    /* no commit after it */
	struct text idempotency_key; /* absent without one */
	struct text if_match;        /* absent without one */
	struct identifier
		image; /* of an operation that sets one: what media made of it */
	bool behind;   /* the caller has written nothing that a replica might not have */
	/* Called behind db_begin(); NULL = nothing. On a replica it confirms the server, which
	 * started at .replica_started_us (microseconds since 1970). */
	void (*on_begin)(struct call *call);
	int64_t replica_started_us;
	struct db *db; /* the connection; only db.h looks inside */

	/* Lists only: filled by the skeleton from the input's limit and cursor. */
	int64_t limit;
	struct page_position after;
	uint8_t list_digest[32]; /* what a cursor is bound to: see input_digest() */

	struct buffer reply; /* the answer: one msgpack value, by reply.h */
	struct outcome outcome;
};

typedef enum problem op_handler(struct call *call, const void *input);

/* Whether the caller acts as an administrator of the platform: the role alone is not enough, as a
 * credential without the scope was given away without that power. */
bool call_administers(const struct call *call);

/* Notes the problem and its detail, and returns it. The detail is one complete sentence
 * without a full stop; NULL takes the problem's title. */
enum problem call_fail(struct call *call, enum problem problem, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds a fault at a pointer ("#/title") and returns PROBLEM_VALIDATION_FAILED. */
enum problem call_fault(struct call *call, const char *pointer, enum fault_code code,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
