/*
 * identity.h - operations of sign-up and sign-in (sign_in.c), the caller's profile
 * (profile.c), and internal operations (internal.c).
 */
#ifndef KITH_PROTO_IDENTITY_IDENTITY_H
#define KITH_PROTO_IDENTITY_IDENTITY_H

#include "proto/op.h"

/* The operations of the service. Each name is also the name of the handler and its file,
 * test and descriptor. */
#define IDENTITY_OPS(OP) \
	OP(account_sign_up) \
	OP(account_verify_email) \
	OP(account_resend_verification) \
	OP(password_reset) \
	OP(mail_link_get) \
	OP(session_sign_in) \
	OP(session_sign_out) \
	OP(session_get) \
	OP(me_get) \
	OP(me_update) \
	OP(me_onboard) \
	OP(credential_resolve) \
	OP(member_create) \
	OP(admin_create) \
	OP(token_issue) \
	OP(totp_reset) \
	OP(member_show) \
	OP(member_delete) \
	OP(member_reset_link) \
	OP(member_set_email)

#define IDENTITY_OP(name) extern const struct op op_##name;
IDENTITY_OPS(IDENTITY_OP)
#undef IDENTITY_OP

struct account_sign_up_in {
	struct text email;
	struct text password;
	struct text name;
	struct text invite_code;
	struct text application;
};

struct account_verify_email_in {
	struct text token;
};

struct account_resend_verification_in {
	struct text email;
};

struct password_reset_in {
	struct text token;
	struct text password;
	struct boolean revoke_access;
};

#define MAIL_TOKEN_MAX 128

struct mail_link_get_in {
	struct text token;
	struct text purpose;
};

struct session_sign_in_in {
	struct text email;
	struct text password;
	struct text totp;
	struct text as;
};

/* ProfileInput: a merge patch of the caller's profile. */
struct profile_in {
	struct text handle;
	struct text headline;
	struct text bio;
	struct text_list roles;
	struct text_list skills;
	struct text_list looking_for;
	struct text affiliation;
	struct text program;
	struct text location;
	struct text_map links;
	struct text visibility;
};

/* Internal: the gateway resolves a token to its member. */
struct credential_resolve_in {
	struct text hash; /* SHA-256 of the token, 64 lower-case hex digits */
};

/* Internal: kithctl creates accounts without verification. */
struct member_create_in {
	struct text email;
	struct text name;
	struct text handle;
	struct text password;
	struct boolean active;
	struct boolean admin;
};

struct admin_create_in {
	struct text email;
	struct text name;
};

struct totp_reset_in {
	struct text email;
};

struct token_issue_in {
	struct text email;
	struct text_list scopes;
	struct integer expires_in_days;
	struct text name;
};

struct member_show_in {
	struct text member;
};

struct member_delete_in {
	struct identifier id;
};

struct member_reset_link_in {
	struct identifier id;
};

struct member_set_email_in {
	struct identifier id;
	struct text email;
};

#endif
