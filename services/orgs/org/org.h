/*
 * org.h - what the operations on organizations share: finding one, and what its caller may do.
 *
 * Everything that changes who is in an organization locks the organization's row first and
 * looks afterwards, in a statement of its own, which then sees what others have committed.
 * So the last owner stays, and member_count is exact, whoever else is at work.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_H
#define KITH_SERVICES_ORGS_ORG_ORG_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* In the order of what they may do. */
enum org_role {
	ORG_NOBODY,
	ORG_MEMBER,
	ORG_ADMIN,
	ORG_OWNER
};

struct org {
	struct uuid id;
	struct text join_policy;
	enum org_role role; /* the caller's */
};

/* The role of that name. */
enum org_role org_role_named(const char *name);

/* The role that a column's text names; ORG_NOBODY for NULL. */
enum org_role org_role(const struct rows *rows, int row, const char *column);

/* Finds an organization: PROBLEM_ORG_NOT_FOUND without one. */
enum problem org_find(struct call *call, const struct text *slug, struct org *org);

/* The same, locked until the end of the transaction. */
enum problem org_lock(struct call *call, const struct text *slug, struct org *org);

/* PROBLEM_ORG_ROLE_REQUIRED unless the caller's role is at least `least`. */
enum problem org_require(struct call *call, const struct org *org, enum org_role least);

/* Finds an organization and requires a role of the caller. */
enum problem org_find_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org);
enum problem org_lock_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org);

/* A fault for a slug that is kept back, because it is a word of the product. */
enum problem
org_check_slug(struct call *call, const char *pointer, const struct text *slug);

/* Answers one organization: as everybody has it, and as the caller does. */
enum problem org_answer(struct call *call, const struct uuid *id);
enum problem org_answer_view(struct call *call, const struct uuid *id);

#endif
