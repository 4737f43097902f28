/*
 * project.h - shared by the operations on projects: lookup, locking, permissions, and the
 * answer.
 *
 * Each change of a project, its roster or its affiliations locks the project's row first
 * and reads afterwards, in a separate statement that sees what others have committed. So
 * a lead always remains, an archived project does not change, and member_count is exact,
 * under concurrent changes.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_H

#include "common/db/db.h"
#include "common/reply/reply.h"

/* A project and the caller's relation to it. */
struct project {
	struct uuid id;
	bool archived;
	bool is_lead;    /* on the roster as a lead */
	bool is_member;  /* on the roster in any role */
	bool can_manage; /* a lead or a platform administrator */
};

/* Finds a project that the caller may read; PROBLEM_PROJECT_NOT_FOUND without one. */
enum problem
project_find(struct call *call, const struct identifier *id, struct project *project);

/* Like project_find(), and locks the project until the end of the transaction. */
enum problem
project_lock(struct call *call, const struct identifier *id, struct project *project);

/* PROBLEM_PROJECT_LEAD_REQUIRED unless the caller may change the project. */
enum problem project_require_lead(struct call *call, const struct project *project);

/* PROBLEM_PROJECT_ARCHIVED for an archived project. */
enum problem project_require_active(struct call *call, const struct project *project);

/* Answers a project with its roster and active affiliations. It does not check that the
 * caller may read the project, because a member that has just left a private one still
 * gets the answer. */
enum problem project_answer(struct call *call, const struct uuid *id);

#endif
