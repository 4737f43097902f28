#include "services/projects/affiliation/affiliation_move.h"
#include "services/projects/handlers.h"

/* For the other party. */
enum problem
affiliation_accept(struct call *call, const void *input)
{
	const struct affiliation_accept_in *in = input;

	return affiliation_move(call, &in->id, AFFILIATION_ACCEPT, in->invite_team.value);
}
