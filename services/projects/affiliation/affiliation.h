/*
 * affiliation.h - shared by the operations on affiliations.
 *
 * Each change of an affiliation locks the project's row first, like every change of a
 * project. So of a concurrent acceptance and cancellation, the second sees the result of
 * the first.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_H

#include "common/list/list.h"
#include "proto/notices.h"
#include "proto/projects/affiliations.h"
#include "services/projects/party/party.h"
#include "services/projects/project/project.h"

/* An affiliation and the caller's relation to it. */
struct affiliation {
	struct uuid id;
	struct uuid project;
	struct uuid org;
	struct text status;
	bool asked_by_team; /* otherwise the organization asked */
	bool stands;        /* its requester still acts for that party */
	bool archived;      /* of the project */
	bool is_team;       /* the caller is a lead */
	bool acts_for_team; /* a lead or a platform administrator */
	bool acts_for_org;  /* an owner or admin */
};

/* Finds an affiliation that the caller may read, and locks its project until the end of
 * the transaction. PROBLEM_AFFILIATION_NOT_FOUND without one. */
enum problem affiliation_lock(
	struct call *call, const struct identifier *id, struct affiliation *affiliation);

/* PROBLEM_PROJECT_LEAD_REQUIRED or PROBLEM_ORG_ROLE_REQUIRED unless the caller acts for
 * the party; PROBLEM_PROJECT_ARCHIVED for an archived project. */
enum problem
affiliation_require_team(struct call *call, const struct affiliation *affiliation);
enum problem
affiliation_require_org(struct call *call, const struct affiliation *affiliation);
enum problem
affiliation_require_changeable(struct call *call, const struct affiliation *affiliation);

/* Requests an affiliation on behalf of a party, and answers it. */
enum problem affiliation_ask(struct call *call, const struct project *project,
	const struct party_org *org, bool by_team, const struct text *kind,
	const struct text *message);

/* Answers an affiliation, which the caller may read. */
enum problem affiliation_answer(struct call *call, const struct uuid *id);

/* Reads the members who would be invited, for each pending affiliation on a page. It
 * reads only the first few, because a message could not hold all. */
struct reply_children affiliation_joining_few(struct call *call, const struct rows *rows);

/* Notifies a party except the caller: the project's leads, or the organization's owners
 * and admins. */
void affiliation_tell(struct call *call, const struct affiliation *affiliation,
	bool tell_team, enum notice_kind kind);

/* Invites the members of the roster to the organization. `invited` and `skipped` are
 * handles or names. */
void affiliation_invite_people(struct call *call, const struct affiliation *affiliation,
	struct text_list *invited, struct text_list *skipped);

#endif
