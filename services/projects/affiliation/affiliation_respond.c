#include <string.h>

#include "services/projects/affiliation/affiliation_move.h"
#include "services/projects/handlers.h"

static const char *const actions[AFFILIATION_ACTIONS] = {
	[AFFILIATION_ACCEPT] = "accept",
	[AFFILIATION_DECLINE] = "decline",
	[AFFILIATION_CANCEL] = "cancel",
	[AFFILIATION_END] = "end",
};

/* The tool that combines the four actions. */
enum problem
affiliation_respond(struct call *call, const void *input)
{
	const struct affiliation_respond_in *in = input;
	enum affiliation_action action = AFFILIATION_ACCEPT;

	while (strcmp(actions[action], in->action.data) != 0)
		action++;
	return affiliation_move(call, &in->id, action, in->invite_team.value);
}
