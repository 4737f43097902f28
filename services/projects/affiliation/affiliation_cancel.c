#include "services/projects/affiliation/affiliation_move.h"
#include "services/projects/handlers.h"

/* For the requesting party. */
enum problem
affiliation_cancel(struct call *call, const void *input)
{
	const struct affiliation_in *in = input;

	return affiliation_move(call, &in->id, AFFILIATION_CANCEL, false);
}
