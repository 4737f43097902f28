/*
 * party.h - the organization's party of an affiliation, and the caller's role in it.
 */
#ifndef KITH_SERVICES_PROJECTS_PARTY_PARTY_H
#define KITH_SERVICES_PROJECTS_PARTY_PARTY_H

#include "common/db/db.h"

/* An organization, and the caller's relation to it. */
struct party_org {
	struct uuid id;
	bool is_public;
	bool is_member;  /* in any role */
	bool is_manager; /* an owner or admin */
};

/* Finds an organization by slug; PROBLEM_ORG_NOT_FOUND without one. */
enum problem
party_find_org(struct call *call, const struct text *slug, struct party_org *org);

/* PROBLEM_ORG_ROLE_REQUIRED unless the caller is a member or a manager of the
 * organization. */
enum problem party_require_member(struct call *call, const struct party_org *org);
enum problem party_require_manager(struct call *call, const struct party_org *org);

/* Fails with PROBLEM_ORG_ROLE_REQUIRED. */
enum problem party_refuse_manager(struct call *call);

#endif
