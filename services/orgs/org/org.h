/*
 * org.h - shared by the operations on organizations: lookup, locking and role checks.
 *
 * Each change of memberships locks the organization's row first and reads afterwards, in
 * a separate statement that sees what others have committed. So an owner always remains,
 * and member_count is exact, under concurrent changes.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_H
#define KITH_SERVICES_ORGS_ORG_ORG_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* In ascending order of permissions. */
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

enum org_role org_role_named(const char *name);

/* The role named by a column's text; ORG_NOBODY for NULL. */
enum org_role org_role(const struct rows *rows, int row, const char *column);

/* Finds an organization by slug; PROBLEM_ORG_NOT_FOUND without one. */
enum problem org_find(struct call *call, const struct text *slug, struct org *org);

/* Like org_find(), and locks the organization until the end of the transaction. */
enum problem org_lock(struct call *call, const struct text *slug, struct org *org);

/* PROBLEM_ORG_ROLE_REQUIRED unless the caller's role is at least `least`. */
enum problem org_require(struct call *call, const struct org *org, enum org_role least);

/* Like org_find() and org_lock(), with org_require(). */
enum problem org_find_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org);
enum problem org_lock_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org);

/* Adds a fault if the slug is reserved for the product. */
enum problem
org_check_slug(struct call *call, const char *pointer, const struct text *slug);

/* Adds a fault if members would take the name for that of the operator. Platform
 * administrators may use it, and `org` may keep it; `org` is NULL for a new one. */
enum problem
org_check_name(struct call *call, const struct org *org, const struct text *name);

/* Answers an organization without or with the caller's role and join request. */
enum problem org_answer(struct call *call, const struct uuid *id);
enum problem org_answer_view(struct call *call, const struct uuid *id);

#endif
