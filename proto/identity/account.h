/*
 * account.h - operations on a member's own account: credentials, the second factor,
 * export and deletion.
 */
#ifndef KITH_PROTO_IDENTITY_ACCOUNT_H
#define KITH_PROTO_IDENTITY_ACCOUNT_H

#include "proto/op.h"

#define ACCOUNT_OPS(OP) \
	OP(password_forgot) \
	OP(password_change) \
	OP(email_change) \
	OP(session_list) \
	OP(session_revoke) \
	OP(session_revoke_others) \
	OP(token_list) \
	OP(token_create) \
	OP(token_revoke) \
	OP(app_list) \
	OP(app_revoke) \
	OP(app_tools_set) \
	OP(totp_begin) \
	OP(totp_confirm) \
	OP(totp_remove) \
	OP(totp_undo) \
	OP(account_update) \
	OP(account_export) \
	OP(account_export_part) \
	OP(account_delete)

#define ACCOUNT_OP(name) extern const struct op op_##name;
ACCOUNT_OPS(ACCOUNT_OP)
#undef ACCOUNT_OP

extern const struct record account_export_record;

struct password_forgot_in {
	struct text email;
};

struct password_change_in {
	struct text current_password;
	struct text new_password;
	struct boolean revoke_access;
	struct boolean revoke_session;
};

struct email_change_in {
	struct text email;
	struct text password;
};

struct session_list_in {
	struct integer limit;
	struct text cursor;
};

struct session_revoke_in {
	struct identifier id;
};

struct token_list_in {
	struct integer limit;
	struct text cursor;
};

struct token_create_in {
	struct text name;
	struct text_list scopes;
	struct integer expires_in_days;
};

struct token_revoke_in {
	struct identifier id;
};

struct app_list_in {
	struct integer limit;
	struct text cursor;
};

struct app_revoke_in {
	struct text client_id;
};

struct app_tools_set_in {
	struct text client_id;
	struct text tools;
};

struct totp_begin_in {
	struct text password;
};

struct totp_confirm_in {
	struct text code;
};

struct totp_remove_in {
	struct text password;
	struct text code;
};

struct totp_undo_in {
	struct text token;
};

struct account_update_in {
	struct text name;
};

struct account_export_part_in {
	struct text part;
};

struct account_delete_in {
	struct text password;
};

#endif
