#include "services/projects/affiliation/affiliation_move.h"

#include <string.h>

#include "common/outbox/outbox.h"
#include "services/projects/affiliation/affiliation.h"

STATEMENT(MOVE_AFFILIATION,
	"UPDATE affiliations SET status = $2,"
	" decided_at = COALESCE(decided_at, now()),"
	" ended_at = CASE WHEN $2 = 'ended' THEN now() END"
	" WHERE id = $1");

/* The party that may take an action. */
enum actor {
	ACTOR_ASKED,  /* the other party */
	ACTOR_ASKING, /* the requesting party */
	ACTOR_EITHER,
};

/* The state transitions. */
static const struct {
	const char *from, *to;
	enum actor actor;
	bool tells;
	enum notice_kind notice;
} moves[AFFILIATION_ACTIONS] = {
	[AFFILIATION_ACCEPT] = {"pending", "active", ACTOR_ASKED, true,
		NOTICE_AFFILIATION_ACCEPTED},
	[AFFILIATION_DECLINE] = {"pending", "declined", ACTOR_ASKED, true,
		NOTICE_AFFILIATION_DECLINED},
	[AFFILIATION_CANCEL] = {"pending", "cancelled", ACTOR_ASKING, false,
		NOTICE_AFFILIATION_ENDED},
	[AFFILIATION_END] = {"active", "ended", ACTOR_EITHER, true,
		NOTICE_AFFILIATION_ENDED},
};

/* PROBLEM_NONE if the caller acts for the party that may take the action. */
static enum problem
require_actor(struct call *call, const struct affiliation *affiliation, enum actor actor)
{
	const bool team_acts = (actor == ACTOR_ASKING) == affiliation->asked_by_team;

	if (actor == ACTOR_EITHER && affiliation->acts_for_org)
		return PROBLEM_NONE;
	if (actor == ACTOR_EITHER || team_acts)
		return affiliation_require_team(call, affiliation);
	return affiliation_require_org(call, affiliation);
}

/* Ends the caller's notification of the request, and notifies the other party. If the
 * organization accepts with `invite_team`, invites the roster. */
static void
follow_up(struct call *call, const struct affiliation *affiliation,
	enum affiliation_action action, bool invite_team)
{
	struct text_list invited, skipped;
	bool by_org = action == AFFILIATION_END ? affiliation->acts_for_org
						: affiliation->asked_by_team;

	if (moves[action].actor == ACTOR_ASKED)
		outbox_answered(
			call, NOTICE_AFFILIATION_REQUESTED, &affiliation->id, NULL);
	if (moves[action].tells)
		affiliation_tell(call, affiliation, by_org, moves[action].notice);
	if (action == AFFILIATION_ACCEPT && affiliation->asked_by_team && invite_team)
		affiliation_invite_people(call, affiliation, &invited, &skipped);
}

enum problem
affiliation_move(struct call *call, const struct identifier *id,
	enum affiliation_action action, bool invite_team)
{
	struct affiliation affiliation;
	enum problem problem = affiliation_lock(call, id, &affiliation);

	if (problem == PROBLEM_NONE)
		problem = require_actor(call, &affiliation, moves[action].actor);
	if (problem != PROBLEM_NONE)
		return problem;
	if (strcmp(affiliation.status.data, moves[action].to) == 0)
		return affiliation_answer(call, &affiliation.id);
	problem = affiliation_require_changeable(call, &affiliation);
	if (problem != PROBLEM_NONE)
		return problem;
	if (strcmp(affiliation.status.data, moves[action].from) != 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the affiliation is %s and cannot become %s",
			affiliation.status.data, moves[action].to);
	if (action == AFFILIATION_ACCEPT && !affiliation.stands)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the member who requested it no longer acts for the %s, which "
			"must cancel it and request it again",
			affiliation.asked_by_team ? "project" : "organization");
	db_query(call, MOVE_AFFILIATION, DB_UUID(&affiliation.id),
		DB_STRING(moves[action].to));
	follow_up(call, &affiliation, action, invite_team);
	return affiliation_answer(call, &affiliation.id);
}
