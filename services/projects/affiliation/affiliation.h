/*
 * affiliation.h - what the operations on affiliations share.
 *
 * Whatever changes an affiliation locks the project's row first, as everything does that changes
 * a project: so of an acceptance and a cancellation at once the second sees what the first did.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_H

#include "common/list/list.h"
#include "proto/notices.h"
#include "proto/projects/affiliations.h"
#include "services/projects/party/party.h"
#include "services/projects/project/project.h"

/* An affiliation as its caller stands to it. */
struct affiliation {
	struct uuid id;
	struct uuid project;
	struct uuid org;
	struct text status;
	bool asked_by_team; /* else by the organization */
	bool archived;      /* the project */
	bool is_team;       /* the caller is a lead */
	bool acts_for_team; /* a lead, or an administrator of the platform */
	bool acts_for_org;  /* an owner or admin */
};

/* Finds an affiliation that the caller may read, and locks its project until the end of the
 * transaction: PROBLEM_AFFILIATION_NOT_FOUND without one. */
enum problem affiliation_lock(
	struct call *call, const struct identifier *id, struct affiliation *affiliation);

/* PROBLEM_PROJECT_LEAD_REQUIRED, or PROBLEM_ORG_ROLE_REQUIRED, unless the caller acts for the
 * side; PROBLEM_PROJECT_ARCHIVED for a project that takes no changes. */
enum problem
affiliation_require_team(struct call *call, const struct affiliation *affiliation);
enum problem
affiliation_require_org(struct call *call, const struct affiliation *affiliation);
enum problem
affiliation_require_changeable(struct call *call, const struct affiliation *affiliation);

/* Asks for an affiliation in the name of a side, and answers it. */
enum problem affiliation_ask(struct call *call, const struct project *project,
	const struct party_org *org, bool by_team, const struct text *kind,
	const struct text *message);

/* Answers one affiliation, which the caller may read. */
enum problem affiliation_answer(struct call *call, const struct uuid *id);

/* Who would be invited, for each pending one of the affiliations on a page: the first few, since
 * all of them would be more than a message holds. */
struct reply_children affiliation_joining_few(struct call *call, const struct rows *rows);

/* Tells a side: the project's leads, or the organization's owners and admins; not the caller. */
void affiliation_tell(struct call *call, const struct affiliation *affiliation,
	bool tell_team, enum notice_kind kind);

/* Invites the people on the roster to the organization: who was invited, and who was not, by
 * handle or name. */
void affiliation_invite_people(struct call *call, const struct affiliation *affiliation,
	struct text_list *invited, struct text_list *skipped);

#endif
