/*
 * affiliations.h - affiliations between a project and an organization. One party requests
 * an affiliation, and the other accepts or declines it.
 */
#ifndef KITH_PROTO_PROJECTS_AFFILIATIONS_H
#define KITH_PROTO_PROJECTS_AFFILIATIONS_H

#include "proto/projects/projects.h"

/* The maximum number of joiningMembers of an affiliation in a list. */
#define AFFILIATION_JOINING_FEW 10

#define AFFILIATION_OPS(OP) \
	OP(affiliation_request) \
	OP(affiliation_invite) \
	OP(project_affiliation_list) \
	OP(org_affiliation_list) \
	OP(affiliation_list) \
	OP(affiliation_get) \
	OP(affiliation_update) \
	OP(affiliation_accept) \
	OP(affiliation_decline) \
	OP(affiliation_cancel) \
	OP(affiliation_end) \
	OP(affiliation_respond) \
	OP(affiliation_invite_team)

#define AFFILIATION_OP(name) extern const struct op op_##name;
AFFILIATION_OPS(AFFILIATION_OP)
#undef AFFILIATION_OP

struct affiliation_request_in {
	struct identifier project;
	struct text org;
	struct text kind;
	struct text message;
};

struct affiliation_invite_in {
	struct text org;
	struct identifier project;
	struct text kind;
	struct text message;
};

struct project_affiliation_list_in {
	struct identifier id;
	struct integer limit;
	struct text cursor;
};

struct org_affiliation_list_in {
	struct text slug;
	struct text status;
	struct integer limit;
	struct text cursor;
};

struct affiliation_list_in {
	struct identifier project;
	struct text org;
	struct text status;
	struct integer limit;
	struct text cursor;
};

/* The input of operations that take only the id of an affiliation. */
struct affiliation_in {
	struct identifier id;
};

struct affiliation_update_in {
	struct identifier id;
	struct text kind;
	struct text cohort;
	struct text terms;
};

struct affiliation_accept_in {
	struct identifier id;
	struct boolean invite_team;
};

struct affiliation_respond_in {
	struct identifier id;
	struct text action;
	struct boolean invite_team;
};

#endif
