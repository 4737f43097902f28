/*
 * roster.h - changes of a project's roster. Callers hold the lock of the project.
 */
#ifndef KITH_SERVICES_PROJECTS_ROSTER_ROSTER_H
#define KITH_SERVICES_PROJECTS_ROSTER_ROSTER_H

#include "services/projects/project/project.h"

/* A member and its entry in the roster, if any. */
struct roster_place {
	struct uuid member;
	bool is_active; /* not suspended */
	bool is_on_it;
	bool is_lead;
};

/* Finds a member whom others find, or one on the roster, by handle or id.
 * PROBLEM_MEMBER_NOT_FOUND without one. */
enum problem roster_find_handle(struct call *call, const struct project *project,
	const struct text *handle, struct roster_place *place);
enum problem roster_find_id(struct call *call, const struct project *project,
	const struct uuid *id, struct roster_place *place);

/* Says in the call's outcome whom it is about: "Ada (@ada) of Night Loom". */
void
roster_name(struct call *call, const struct project *project, const struct uuid *member);

/* Mails the other leads about a new one. PROBLEM_RATE_LIMITED if the caller has given too
 * many roles. */
enum problem roster_tell_leads(
	struct call *call, const struct project *project, const struct uuid *lead);

/* Mails a member who is no longer a lead. */
void roster_tell_former_lead(
	struct call *call, const struct project *project, const struct uuid *member);

/* PROBLEM_LAST_LEAD unless there is another active lead. */
enum problem roster_check_lead(
	struct call *call, const struct project *project, const struct uuid *lead);

/*
 * Removes a member from the roster. The caller may always remove itself; removing others
 * requires a lead and an active project. PROBLEM_MEMBER_NOT_FOUND if the member is not on
 * the roster.
 */
enum problem roster_remove(struct call *call, const struct project *project,
	const struct roster_place *place);

#endif
