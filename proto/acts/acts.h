/*
 * acts.h - what an operation means to others, and how it is undone.
 *
 * An outward act reaches other people: an introduction, an invitation, an ask, a progress
 * entry or an event that others see, or a message to them. Other calls change what others
 * already see, or tell them of a decision. A member may require that an app asks before
 * each of them, or only before outward acts above a daily number
 * (common/run/approval.c).
 */
#ifndef KITH_PROTO_ACTS_ACTS_H
#define KITH_PROTO_ACTS_ACTS_H

#include "proto/op.h"

/* How many outward acts a call of an operation is. */
enum reach {
	REACH_NONE,
	REACH_ALWAYS,   /* one */
	REACH_AUDIENCE, /* one if `publishTo` names an audience, or `social` is true */
	REACH_PUBLISH,  /* one if the input's `publish` is true */
	REACH_EMAILS,   /* one for each item of the input's `emails` */
	REACH_COUNTED,  /* as many as the handler says (struct outcome) */
};

/* Whether others see what the call changes, or are told of it. */
enum seen {
	SEEN_NEVER, /* except as an outward act */
	SEEN_ALWAYS,
	SEEN_IF_PUBLISHED, /* if the record in the answer is published */
};

struct reach_of {
	const struct op *op;
	enum reach reach;
	enum seen seen;
	/* The members of the answer that others will see, ending with NULL. They are
	 * shown to the member who approves, and must not change before the approval is
	 * carried out. NULL = others see nothing but the input. */
	const char *const *record;
	/* what happens, for the member who approves it; {name} is a value of the answer
	 * or the input, {to.handle} one of a record in the answer, and {about} what the
	 * handler names (struct outcome) */
	const char *sentence;
};

/* Every write that an app or a token may make. */
extern const struct reach_of reaches[];
extern const size_t reach_count;

/* The entry of an operation, or NULL. */
const struct reach_of *act_of(const struct op *op);

/* The number of outward acts of a call; `input` is the decoded input, and `reached` the
 * handler's count. */
int64_t act_count(const struct op *op, const void *input, int64_t reached);

/* Whether calls of the operation can wait for the member's approval. */
bool act_may_wait(const struct op *op);

/* How a call is undone: by another operation, whose path is filled in from the answer and
 * the input of the call. */
struct undo {
	const struct op *op;
	const struct op *by;
	/* only if the answer or the input has this value; NULL = always, but a call of an
	 * operation that undoes itself only if it was an outward act */
	const char *when_name, *when_value;
	const char *body; /* the body of the request, as JSON; NULL = {} */
};

extern const struct undo undos[];
extern const size_t undo_count;

/* Whether a call undoes earlier ones; `undo` is what undoes the call itself, or NULL. An
 * operation that is undone by itself undoes others when nothing undoes the call. */
bool act_undoes(const struct op *op, const struct undo *undo);

#endif
