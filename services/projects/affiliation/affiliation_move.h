/*
 * affiliation_move.h - state transitions of an affiliation.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_MOVE_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_MOVE_H

#include <stdbool.h>

#include "common/call/call.h"

enum affiliation_action {
	AFFILIATION_ACCEPT,
	AFFILIATION_DECLINE,
	AFFILIATION_CANCEL,
	AFFILIATION_END,
	AFFILIATION_ACTIONS,
};

/* Takes an action and answers the affiliation. `invite_team` matters only if the
 * organization accepts. */
enum problem affiliation_move(struct call *call, const struct identifier *id,
	enum affiliation_action action, bool invite_team);

#endif
