/*
 * home.h - what a member sees first: what waits for an answer, what is new, and whom the
 * member may help.
 */
#ifndef KITH_PROTO_IDENTITY_HOME_H
#define KITH_PROTO_IDENTITY_HOME_H

#include "proto/op.h"

#define HOME_OPS(OP) \
	OP(me_briefing_get) \
	OP(me_waiting_list) \
	OP(me_news_list) \
	OP(me_match_list) \
	OP(post_helper_list)

#define HOME_OP(name) extern const struct op op_##name;
HOME_OPS(HOME_OP)
#undef HOME_OP

/* The number of news in a briefing. */
#define BRIEFING_NEWS_MAX 8

extern const char *const waiting_kind_values[], *const news_type_values[];

struct me_news_list_in {
	struct integer limit;
	struct text cursor;
};

struct post_helper_list_in {
	struct identifier id;
};

#endif
