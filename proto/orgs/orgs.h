/*
 * orgs.h - organizations.
 */
#ifndef KITH_PROTO_ORGS_ORGS_H
#define KITH_PROTO_ORGS_ORGS_H

#include "proto/op.h"
#include "proto/orgs/applications.h"
#include "proto/orgs/images.h"
#include "proto/orgs/invitations.h"
#include "proto/orgs/members.h"

/* The operations of the service. Each name is also the name of the handler and its file,
 * test and descriptor. */
#define ORGS_OPS(OP) \
	OP(org_list) \
	OP(org_create) \
	OP(org_get) \
	OP(org_public_get) \
	OP(org_update) \
	OP(org_operator_list) \
	ORG_IMAGES_OPS(OP) \
	ORG_MEMBERS_OPS(OP) \
	ORG_INVITATIONS_OPS(OP) \
	ORG_APPLICATIONS_OPS(OP)

#define ORGS_OP(name) extern const struct op op_##name;
ORGS_OPS(ORGS_OP)
#undef ORGS_OP

extern const char *const org_kind_values[];
extern const char *const org_role_values[];
extern const char *const decision_values[]; /* of applications and join requests */

extern const struct record org_record;
extern const struct record org_view_record;

/* Who has sent an invitation. */
#define INVITED_BY_HANDLE \
	OUT("invitedByHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE, \
		.doc = "The handle of that member; null for deleted members.")

/* The organization in the path. A malformed slug identifies no organization. */
#define ORG_SLUG(holder) \
	IN(holder, slug, "slug", TEXT, .required = true, .format = FORMAT_SLUG, \
		.min = 3, .max = 40, .missing = PROBLEM_ORG_NOT_FOUND, \
		.doc = "The organization's slug.")

/* The fields that organizations and applications share. */
#define ORG_NEW_SLUG(holder, ...) \
	IN(holder, slug, "slug", TEXT, .format = FORMAT_SLUG, .min = 3, .max = 40, \
		.doc = "The organization's slug, unique in this network.", __VA_ARGS__)
#define ORG_NAME(holder, ...) \
	IN(holder, name, "name", TEXT, .format = FORMAT_NAME, .trimmed = true, .min = 2, \
		.max = 80, .example = "\"Analytical Engines\"", \
		.doc = "The organization's name.", __VA_ARGS__)
#define ORG_KIND(holder, ...) \
	IN(holder, kind, "kind", ENUM, .values = org_kind_values, \
		.doc = "The kind of organization.", __VA_ARGS__)
#define ORG_DESCRIPTION(holder, ...) \
	IN(holder, description, "description", TEXT, .max = 2000, \
		.doc = "What the organization is about.", __VA_ARGS__)
#define ORG_LOCATION(holder, ...) \
	IN(holder, location, "location", TEXT, .format = FORMAT_LINE, .max = 80, \
		.doc = "Where the organization is.", __VA_ARGS__)
#define ORG_WEBSITE(holder, ...) \
	IN(holder, website, "website", TEXT, .format = FORMAT_URI, .max = 2000, \
		.empty_allowed = true, .doc = "The URL of the website, or empty.", \
		__VA_ARGS__)

struct org_operator_list_in {
	struct integer limit;
	struct text cursor;
};

struct org_list_in {
	struct text scope;
	struct integer limit;
	struct text cursor;
};

struct org_create_in {
	struct text slug;
	struct text name;
	struct text kind;
	struct text visibility;
	struct text join_policy;
	struct text description;
	struct text accent;
	struct text location;
	struct text website;
};

/* An organization by its slug. */
struct org_get_in {
	struct text slug;
};

struct org_update_in {
	struct text slug;
	struct text new_slug;
	struct text name;
	struct text kind;
	struct text visibility;
	struct text join_policy;
	struct text description;
	struct text accent;
	struct text location;
	struct text website;
};

#endif
