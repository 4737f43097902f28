#include "services/projects/affiliation/affiliation_move.h"
#include "services/projects/handlers.h"

/* For either party of an active affiliation. */
enum problem
affiliation_end(struct call *call, const void *input)
{
	const struct affiliation_in *in = input;

	return affiliation_move(call, &in->id, AFFILIATION_END, false);
}
