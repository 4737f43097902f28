/*
 * quota.h - how much a member creates and edits in a day.
 */
#ifndef KITH_COMMON_QUOTA_QUOTA_H
#define KITH_COMMON_QUOTA_QUOTA_H

#include "common/call/call.h"

/* QUOTA(constant, done, plural): what has a daily quota. The plural is the kind in the
 * database. Operators set the quotas, except those of reports and of edits
 * (BOUND_REPORTS_A_DAY, BOUND_EDITS_A_DAY). */
#define QUOTAS(QUOTA) \
	QUOTA(ASKS, "created", "asks") \
	QUOTA(ENTRIES, "created", "progress entries") \
	QUOTA(PROJECTS, "created", "projects") \
	QUOTA(EVENTS, "created", "events") \
	QUOTA(REPORTS, "sent", "reports") \
	QUOTA(EDITS, "made", "edits")

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
