/*
 * quota.h - how much a member creates and edits in a day.
 */
#ifndef KITH_COMMON_QUOTA_QUOTA_H
#define KITH_COMMON_QUOTA_QUOTA_H

#include "common/call/call.h"

/* Identity also counts acts of this kind itself. */
#define QUOTA_PASSWORDS_KIND "password changes"

/* QUOTA(constant, done, plural, most): what has a daily quota. The plural is the kind in
 * the database. `most` 0 = the operator sets the quota. */
#define QUOTAS(QUOTA) \
	QUOTA(ASKS, "created", "asks", 0) \
	QUOTA(ENTRIES, "created", "progress entries", 0) \
	QUOTA(PROJECTS, "created", "projects", 0) \
	QUOTA(EVENTS, "created", "events", 0) \
	QUOTA(REPORTS, "sent", "reports", BOUND_REPORTS_A_DAY) \
	QUOTA(EDITS, "made", "edits", BOUND_EDITS_A_DAY) \
	QUOTA(PASSWORDS, "made", QUOTA_PASSWORDS_KIND, BOUND_PASSWORDS_A_DAY) \
	QUOTA(ADDRESSES, "requested", "address changes", BOUND_ADDRESSES_A_DAY) \
	QUOTA(FACTORS, "set up", "second factors", BOUND_FACTORS_A_DAY) \
	QUOTA(ROLES, "given", "roles", BOUND_ROLES_A_DAY) \
	QUOTA(AFFILIATIONS, "requested", "affiliations", BOUND_AFFILIATIONS_A_DAY)

enum quota {
#define QUOTA_CONSTANT(constant, ...) QUOTA_##constant,
	QUOTAS(QUOTA_CONSTANT)
#undef QUOTA_CONSTANT
	QUOTA_COUNT,
};

/*
 * Counts one more act of the caller in the last 24 hours; PROBLEM_RATE_LIMITED when the
 * quota is used up. What is deleted counts, but nothing that is rolled back. Until the
 * end of the transaction, other creations of the caller wait, so the count is exact.
 */
enum problem quota_use(struct call *call, enum quota quota);

#endif
