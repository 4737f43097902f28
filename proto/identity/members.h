/*
 * members.h - searching members, and reporting members and items.
 */
#ifndef KITH_PROTO_IDENTITY_MEMBERS_H
#define KITH_PROTO_IDENTITY_MEMBERS_H

#include "proto/op.h"

#define MEMBERS_OPS(OP) \
	OP(member_search) \
	OP(member_get) \
	OP(member_public_get) \
	OP(network_search) \
	OP(report_create)

#define MEMBERS_OP(name) extern const struct op op_##name;
MEMBERS_OPS(MEMBERS_OP)
#undef MEMBERS_OP

extern const struct record report_record;
/* A member as userId, handle, name and image. */
extern const struct record actor_record;

struct member_search_in {
	struct text q;
	struct text_list roles;
	struct text_list looking_for;
	struct text_list skills;
	struct text affiliation;
	struct text_list location;
	struct text org;
	struct integer limit;
	struct text cursor;
};

struct member_get_in {
	struct text handle;
};

struct network_search_in {
	struct text query;
};

struct report_create_in {
	struct text subject_type;
	struct text subject_id;
	struct text reason;
};

#endif
