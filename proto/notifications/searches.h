/*
 * searches.h - searches that a member has saved, with a weekly mail.
 */
#ifndef KITH_PROTO_NOTIFICATIONS_SEARCHES_H
#define KITH_PROTO_NOTIFICATIONS_SEARCHES_H

#include "proto/op.h"

#define SEARCH_OPS(OP) \
	OP(saved_search_list) \
	OP(saved_search_create) \
	OP(saved_search_delete)

#define SEARCH_OP(name) extern const struct op op_##name;
SEARCH_OPS(SEARCH_OP)
#undef SEARCH_OP

/* The searches of a member. */
#define SAVED_SEARCHES_MAX 10

struct saved_search_list_in {
	struct integer limit;
	struct text cursor;
};

struct saved_search_create_in {
	struct text list;
	struct text kind;
	struct text q;
	struct text role;
	struct text looking_for;
	struct text skill;
	struct text org;
};

struct saved_search_delete_in {
	struct identifier id;
};

#endif
