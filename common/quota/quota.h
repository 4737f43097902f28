/*
 * quota.h - how much a member creates in a day.
 */
#ifndef KITH_COMMON_QUOTA_QUOTA_H
#define KITH_COMMON_QUOTA_QUOTA_H

#include "common/call/call.h"

/* QUOTA(constant, plural): what has a daily quota. The plural is the kind in the
 * database. Operators set the quotas, except that of reports (BOUND_REPORTS_A_DAY). */
#define QUOTAS(QUOTA) \
	QUOTA(ASKS, "asks") \
	QUOTA(ENTRIES, "progress entries") \
	QUOTA(PROJECTS, "projects") \
	QUOTA(EVENTS, "events") \
	QUOTA(REPORTS, "reports")

enum quota {
#define QUOTA_CONSTANT(constant, plural) QUOTA_##constant,
	QUOTAS(QUOTA_CONSTANT)
#undef QUOTA_CONSTANT
	QUOTA_COUNT,
};

/*
 * Counts a creation by the caller in the last 24 hours; PROBLEM_RATE_LIMITED when the
 * quota is used up. What is deleted counts, but nothing that is rolled back. Until the
 * end of the transaction, other creations of the caller wait, so the count is exact.
 */
enum problem quota_use(struct call *call, enum quota quota);

#endif
