/*
 * applications.h - applications for new organizations.
 */
#ifndef KITH_PROTO_ORGS_APPLICATIONS_H
#define KITH_PROTO_ORGS_APPLICATIONS_H

#include "proto/op.h"

#define ORG_APPLICATIONS_OPS(OP) \
	OP(org_application_create) \
	OP(org_application_mine) \
	OP(admin_org_application_list) \
	OP(admin_org_application_approve) \
	OP(admin_org_application_decline)

struct org_application_create_in {
	struct text slug;
	struct text name;
	struct text kind;
	struct text description;
	struct text location;
	struct text website;
	struct text applicant_role;
	struct text message;
};

struct admin_org_application_list_in {
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct admin_org_application_approve_in {
	struct identifier id;
};

struct admin_org_application_decline_in {
	struct identifier id;
	struct text reason;
};

#endif
