#include "services/projects/affiliation/affiliation_move.h"
#include "services/projects/handlers.h"

/* For the other party. */
enum problem
affiliation_decline(struct call *call, const void *input)
{
	const struct affiliation_in *in = input;

	return affiliation_move(call, &in->id, AFFILIATION_DECLINE, false);
}
