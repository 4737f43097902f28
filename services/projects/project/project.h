/*
 * project.h - what the operations on projects share: finding one, what its caller may do, and
 * answering it.
 *
 * Everything that changes a project, its roster or its affiliations locks the project's row first
 * and looks afterwards, in a statement of its own, which then sees what others have committed. So
 * the last lead stays, an archived project stays as it is, and member_count is exact, whoever
 * else is at work.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* A project as its caller stands to it. */
struct project {
	struct uuid id;
	bool archived;
	bool is_lead;    /* the caller is on the roster, as a lead */
	bool is_member;  /* the caller is on the roster, in any role */
	bool can_manage; /* a lead, or an administrator of the platform */
};

/* Finds a project that the caller may read: PROBLEM_PROJECT_NOT_FOUND without one. */
enum problem
project_find(struct call *call, const struct identifier *id, struct project *project);

/* The same, locked until the end of the transaction. */
enum problem
project_lock(struct call *call, const struct identifier *id, struct project *project);

/* PROBLEM_PROJECT_LEAD_REQUIRED unless the caller may change the project. */
enum problem project_require_lead(struct call *call, const struct project *project);

/* PROBLEM_PROJECT_ARCHIVED for one that takes no changes. */
enum problem project_require_active(struct call *call, const struct project *project);

/* Answers one project with its roster and its active affiliations, whether or not the caller may
 * still read it: somebody who has just left a private project sees what was left behind. */
enum problem project_answer(struct call *call, const struct uuid *id);

#endif
