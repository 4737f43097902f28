/*
 * call.h - one call of an operation, as its handler sees it.
 *
 *     enum problem post_get(struct call *call, const void *input);
 *
 * A handler is a function of the database and its input. It writes its answer with
 * reply.h and returns PROBLEM_NONE, or the result of call_fail(). The skeleton (run.h)
 * begins and ends the transaction. A handler may run several times for one call, so it
 * must change only the database and the call.
 */
#ifndef KITH_COMMON_CALL_CALL_H
#define KITH_COMMON_CALL_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "common/input/fault.h"
#include "proto/op.h"
#include "proto/tool_sets.h"

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

/* The caller, its credential and its origin. An anonymous caller has MEMBERSHIP_NONE. */
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
	enum tool_set
		tools; /* of an app, as its member has chosen; in the gateway only */
	enum via via;
};

/* The key of those who share the calls that are under way: the member, or the network of
 * an anonymous caller's address. Zero for a caller without either, such as kithctl. */
struct uuid principal_key(const struct principal *principal);

/* Whether the operation accepts the caller's kind of credential. */
bool principal_may_use(const struct principal *principal, const struct op *op);

/* The detail for a caller whose kind of credential is refused. */
const char *principal_needs(const struct op *op);

/* The last position of the previous page; given = false on the first page. */
struct page_position {
	bool given;
	int64_t sort; /* the sort key, from the list's column: microseconds or a count */
	struct uuid id;
};

struct db;

/* The result of a call. Each run of the handler begins with a zeroed outcome. */
struct outcome {
	enum problem problem;
	const char *detail;        /* one sentence; NULL = the problem's title */
	struct fault *faults;      /* in the order found */
	const char *requires_name; /* a hint: {"orgRole": ["owner", "admin"]} */
	const char *const *requires_values;
	const char *next_step;
	int64_t retry_after_s;
	bool replayed; /* the reply is that of an earlier call with the same key, */
	int64_t replayed_at_us; /* which was carried out then */

	/* SHAPE_ARRAY and SHAPE_CHUNKED: sent beside the reply; NULL = this is the last
	 * page. */
	const char *next_cursor;

	/* The new ETag of the record, for a write whose reply has another shape than the
	 * record's GET; NULL = none. */
	const char *tag;

	/* How many people the call reaches, where the contract leaves the count to the
	 * handler (REACH_COUNTED in proto/acts). */
	int64_t reached;

	/* Names what the call is about to a person, where neither the reply nor the input
	 * does; NULL = they do. */
	const char *about;

	/* The member whom the input names by a handle. Handles change hands, so that a
	 * request that waits for approval is for this member only. */
	struct identifier meant;

	/* The members whom the call invites, for the same reason: "ada (usr_...)". */
	struct text_list invited;

	/* Commits the handler's writes although the call is refused, such as a count of
	 * failed attempts. */
	bool keep_writes;

	/* Set by the first failed statement; later statements of the call do nothing. */
	enum problem db_problem;
	const struct conflict *db_conflict; /* the violated constraint */
	const char *db_detail;              /* the detail of the problem for the caller */
	bool db_retry; /* serialization failure or deadlock: run the handler again */
};

struct call {
	const struct op *op;
	struct arena *arena;
	struct principal principal;
	struct text request_id;      /* 1 to 64 characters */
	struct text traceparent;     /* of the client's trace; absent without one */
	int64_t deadline_unix_ms;    /* no commit after this time */
	struct text idempotency_key; /* absent without one */
	struct text if_match;        /* absent without one */
	struct identifier
		image; /* of an operation that sets one: the image that media made */
	bool behind;   /* the caller has written nothing that a replica might not have */
	/* A write that is checked and then rolled back. An operation that sets an image
	 * has none yet. */
	bool dry_run;
	/* The approval by which a session carries out the request of an app. */
	struct identifier approval;
	/* Called after db_begin(); NULL = nothing. On a replica it checks that the
	 * server is still the one that started at .replica_started_us (microseconds
	 * since 1970). */
	void (*on_begin)(struct call *call);
	int64_t replica_started_us;
	struct db *db; /* the connection; opaque outside db.h */

	/* Lists only: set by the skeleton from the input's limit and cursor. */
	int64_t limit;
	struct page_position after;
	uint8_t list_digest[32]; /* binds a cursor to its list: see input_digest() */

	struct buffer reply; /* one msgpack value, written with reply.h */
	struct outcome outcome;
};

typedef enum problem op_handler(struct call *call, const void *input);

/* Whether the caller acts as an administrator. That needs the role and a credential with
 * the admin scope, because members may create credentials without that power. */
bool call_administers(const struct call *call);

/* Whether the reply is an approval, because the request waits for the member. */
bool call_awaits(const struct call *call);

/* Sets the problem and its detail, and returns the problem. The detail is a sentence
 * without a full stop; NULL selects the problem's title. */
enum problem call_fail(struct call *call, enum problem problem, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds a fault at a pointer ("#/title") and returns PROBLEM_VALIDATION_FAILED. */
enum problem call_fault(struct call *call, const char *pointer, enum fault_code code,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
