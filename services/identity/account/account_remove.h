/*
 * account_remove.h - removes an account, for its member and for the operator.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_REMOVE_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_REMOVE_H

#include "common/db/db.h"
#include "proto/audit.h"

/* Locks all administrators if the member is one. Call this before locking any single
 * member. */
struct rows *account_remove_lock(struct call *call, const struct uuid *member);

/* Removes the account. `admins` is the result of account_remove_lock(). Fails with
 * PROBLEM_LAST_ADMIN if no administrator would be left. */
enum problem account_remove(struct call *call, const struct uuid *member,
	const struct rows *admins, enum audit_action action);

#endif
