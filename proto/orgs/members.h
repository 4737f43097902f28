/*
 * members.h - membership in an organization: joining, leaving, roles and join requests.
 */
#ifndef KITH_PROTO_ORGS_MEMBERS_H
#define KITH_PROTO_ORGS_MEMBERS_H

#include "proto/op.h"

#define ORG_MEMBERS_OPS(OP) \
	OP(org_join) \
	OP(org_leave) \
	OP(org_member_list) \
	OP(org_member_set_role) \
	OP(org_member_remove) \
	OP(org_join_request_list) \
	OP(me_join_request_list) \
	OP(org_join_request_approve) \
	OP(org_join_request_decline) \
	OP(org_join_request_respond) \
	OP(org_join_request_withdraw)

extern const struct record join_request_record;

struct org_join_in {
	struct text slug;
	struct text message;
};

struct org_leave_in {
	struct text slug;
};

struct org_member_list_in {
	struct text slug;
	struct integer limit;
	struct text cursor;
};

struct org_member_set_role_in {
	struct text slug;
	struct identifier user_id;
	struct text role;
};

struct org_member_remove_in {
	struct text slug;
	struct identifier user_id;
};

struct org_join_request_list_in {
	struct text slug;
	struct text status;
	struct integer limit;
	struct text cursor;
};

/* A join request of an organization. */
struct me_join_request_list_in {
	struct text direction;
	struct integer limit;
	struct text cursor;
};

struct org_join_request_in {
	struct text slug;
	struct identifier id;
};

/* The caller's own request. */
struct org_join_request_withdraw_in {
	struct text slug;
};

struct org_join_request_respond_in {
	struct text slug;
	struct identifier id;
	struct text decision;
};

#endif
