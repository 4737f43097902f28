/*
 * admin.h - operations of platform administrators.
 */
#ifndef KITH_PROTO_IDENTITY_ADMIN_H
#define KITH_PROTO_IDENTITY_ADMIN_H

#include "proto/op.h"

#define ADMIN_OPS(OP) \
	OP(admin_member_list) \
	OP(admin_member_approve) \
	OP(admin_member_decline) \
	OP(admin_member_suspend) \
	OP(admin_member_reinstate) \
	OP(admin_member_set_role) \
	OP(admin_invite_create) \
	OP(admin_invite_list) \
	OP(admin_invite_revoke) \
	OP(admin_audit_list) \
	OP(admin_report_list) \
	OP(admin_report_resolve) \
	OP(admin_item_remove)

#define ADMIN_OP(name) extern const struct op op_##name;
ADMIN_OPS(ADMIN_OP)
#undef ADMIN_OP

struct admin_member_list_in {
	struct text status;
	struct text q;
	struct integer limit;
	struct text cursor;
};

struct admin_member_approve_in {
	struct identifier id;
};

struct admin_member_decline_in {
	struct identifier id;
	struct text reason;
};

struct admin_member_suspend_in {
	struct identifier id;
	struct text reason;
};

struct admin_member_reinstate_in {
	struct identifier id;
	struct text reason;
};

struct admin_member_set_role_in {
	struct identifier id;
	struct text role;
};

struct admin_invite_create_in {
	struct text note;
	struct integer max_uses;
	struct integer expires_in_days;
};

struct admin_invite_list_in {
	struct integer limit;
	struct text cursor;
};

struct admin_invite_revoke_in {
	struct text code;
};

struct admin_audit_list_in {
	struct text actor;
	struct text action;
	struct integer limit;
	struct text cursor;
};

struct admin_report_list_in {
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct admin_report_resolve_in {
	struct identifier id;
};

struct admin_item_remove_in {
	struct text id;
	struct text reason;
};

#endif
