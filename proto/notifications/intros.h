/*
 * intros.h - intro requests between members.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_INTROS_H
#define KITH_PROTO_NOTIFICATIONS_INTROS_H

#include "proto/op.h"

#define INTRO_OPS(OP) \
	OP(intro_list) \
	OP(intro_create) \
	OP(intro_get) \
	OP(intro_accept) \
	OP(intro_decline) \
	OP(intro_withdraw) \
	OP(intro_respond)

#define INTRO_OP(name) extern const struct op op_##name;
INTRO_OPS(INTRO_OP)
#undef INTRO_OP

/* The shared organizations that an intro request shows. */
#define INTRO_ORGS_MAX 10

extern const char *const intro_context_values[];
extern const char *const intro_status_values[];
extern const char *const intro_direction_values[];

struct intro_list_in {
	struct text direction;
	struct text status;
	struct text member;
	struct integer limit;
	struct text cursor;
};

struct intro_create_in {
	struct text context_kind;
	struct text to_handle;
	struct text context_id;
	struct text message;
};

struct intro_get_in {
	struct identifier id;
};

struct intro_accept_in {
	struct identifier id;
};

struct intro_decline_in {
	struct identifier id;
};

struct intro_withdraw_in {
	struct identifier id;
};

struct intro_respond_in {
	struct identifier id;
	struct text decision;
};

#endif
