/*
 * invitations.h - invitations to an organization by e-mail.
 */
#ifndef KITH_PROTO_ORGS_INVITATIONS_H
#define KITH_PROTO_ORGS_INVITATIONS_H

#include "proto/op.h"

#define ORG_INVITATIONS_OPS(OP) \
	OP(org_invitation_create) \
	OP(org_invitation_create_many) \
	OP(org_invitation_list) \
	OP(org_invitation_revoke) \
	OP(org_invitation_preview) \
	OP(org_invitation_accept) \
	OP(me_org_invitation_list) \
	OP(me_org_invitation_accept) \
	OP(me_org_invitation_decline)

struct org_invitation_create_in {
	struct text slug;
	struct text email;
	struct text role;
	struct integer expires_in_days;
};

struct org_invitation_create_many_in {
	struct text slug;
	struct text_list emails;
	struct text role;
	struct integer expires_in_days;
};

struct org_invitation_list_in {
	struct text slug;
	struct integer limit;
	struct text cursor;
};

struct org_invitation_revoke_in {
	struct text slug;
	struct identifier id;
};

/* An invitation by the token of its link. */
struct org_invitation_token_in {
	struct text token;
};

struct me_org_invitation_list_in {
	struct integer limit;
	struct text cursor;
};

/* An invitation to the caller. */
struct me_org_invitation_in {
	struct identifier id;
};

#endif
