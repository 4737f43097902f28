/*
 * roster.h - who is on a project, changed. The project's row is locked by the caller.
 */
#ifndef KITH_SERVICES_PROJECTS_ROSTER_ROSTER_H
#define KITH_SERVICES_PROJECTS_ROSTER_ROSTER_H

#include "services/projects/project/project.h"

/* Somebody as the roster of a project has it. */
struct roster_place {
	struct uuid member;
	bool is_active; /* not suspended */
	bool is_on_it;
	bool is_lead;
};

/* The member with this handle or id; PROBLEM_MEMBER_NOT_FOUND when nobody active has it, and
 * nobody on the roster. */
enum problem roster_find_handle(struct call *call, const struct project *project,
	const struct text *handle, struct roster_place *place);
enum problem roster_find_id(struct call *call, const struct project *project,
	const struct uuid *id, struct roster_place *place);

/* PROBLEM_LAST_LEAD when nobody else on the roster is an active lead. */
enum problem roster_check_lead(
	struct call *call, const struct project *project, const struct uuid *lead);

/*
 * Takes somebody off the roster: the caller itself at any time, others by a lead while the project
 * takes changes. PROBLEM_MEMBER_NOT_FOUND when the place is not on the roster.
 */
enum problem roster_remove(struct call *call, const struct project *project,
	const struct roster_place *place);

#endif
