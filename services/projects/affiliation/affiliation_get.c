#include "services/projects/affiliation/affiliation.h"
#include "services/projects/handlers.h"

enum problem
affiliation_get(struct call *call, const void *input)
{
	const struct affiliation_in *in = input;

	return affiliation_answer(call, &in->id.uuid);
}
