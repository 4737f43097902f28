/*
 * approvals.h - outward acts of apps and tokens that wait for the member
 * (common/run/approval.c).
 */
#ifndef KITH_PROTO_IDENTITY_APPROVALS_H
#define KITH_PROTO_IDENTITY_APPROVALS_H

#include "proto/op.h"

#define APPROVAL_OPS(OP) \
	OP(me_approval_list) \
	OP(me_approval_get) \
	OP(me_approval_approve) \
	OP(me_approval_decline) \
	OP(app_approval_set) \
	OP(token_approval_set)

#define APPROVAL_OP(name) extern const struct op op_##name;
APPROVAL_OPS(APPROVAL_OP)
#undef APPROVAL_OP

/* The page where members decide; "/{id}" shows one request. */
#define APPROVALS_PAGE "/approvals"

/* The value of `status` while the request waits. */
#define APPROVAL_WAITING "awaiting_approval"

/* When an app or a token asks. */
extern const char *const approval_values[];

/* The setting as a field of an answer. */
#define APPROVAL_FIELD \
	OUT("approval", ENUM, .values = approval_values, \
		.doc = "When you are asked before it sends something to other people: " \
		       "`each` time, `above` the daily limit, or `never`.")

struct me_approval_list_in {
	struct integer limit;
	struct text cursor;
};

struct me_approval_get_in {
	struct identifier id;
};

struct app_approval_set_in {
	struct text client_id;
	struct text approval;
};

struct token_approval_set_in {
	struct identifier id;
	struct text approval;
};

#endif
