/*
 * side.h - the organization's side: which organization, and what the caller is in it.
 */
#ifndef KITH_SERVICES_PROJECTS_SIDE_SIDE_H
#define KITH_SERVICES_PROJECTS_SIDE_SIDE_H

#include "common/db/db.h"

/* An organization as its caller stands to it. */
struct side_org {
	struct uuid id;
	bool is_public;
	bool is_member;  /* in any role */
	bool is_manager; /* an owner or admin */
};

/* Finds an organization by its slug: PROBLEM_ORG_NOT_FOUND without one. */
enum problem
side_find_org(struct call *call, const struct text *slug, struct side_org *org);

/* PROBLEM_ORG_ROLE_REQUIRED unless the caller is in the organization, or manages it. */
enum problem side_require_member(struct call *call, const struct side_org *org);
enum problem side_require_manager(struct call *call, const struct side_org *org);

/* The refusal alone, for who is found not to manage the organization. */
enum problem side_refuse_manager(struct call *call);

#endif
