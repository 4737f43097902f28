/*
 * acts.h - what an operation means to others, and how it is undone.
 *
 * An outward act reaches other people: an introduction, an invitation, an ask, a progress
 * entry or an event that others see, or a mail to them. A member may require that an app
 * asks before it acts outward (common/run/approval.c).
 */
#ifndef KITH_PROTO_ACTS_ACTS_H
#define KITH_PROTO_ACTS_ACTS_H

#include "proto/op.h"

/* When a call of an operation is an outward act. */
enum reach {
	REACH_NONE,
	REACH_ALWAYS,
	REACH_AUDIENCE, /* if the input's `publishTo` names an audience, or `social` */
	REACH_PUBLISH,  /* if the input's `publish` is true */
	REACH_SCOPE,    /* if the input has a `scope` */
	REACH_EMAILS,   /* one act for each item of the input's `emails` */
	REACH_COUNTED,  /* as many acts as the handler says (struct outcome) */
};

struct reach_of {
	const struct op *op;
	enum reach reach;
	/* what happens, for the member who approves it; {name} is a value of the answer
	 * or the input */
	const char *sentence;
};

extern const struct reach_of reaches[];
extern const size_t reach_count;

/* The sentence of an operation; its summary if its calls are no outward acts. */
const char *act_sentence(const struct op *op);

/* The number of outward acts of a call; `input` is the decoded input, and `reached` the
 * handler's count. */
int64_t act_count(const struct op *op, const void *input, int64_t reached);

/* Whether calls of the operation can be outward acts. */
bool act_reaches(const struct op *op);

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
