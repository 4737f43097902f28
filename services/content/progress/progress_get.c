#include "services/content/handlers.h"
#include "services/content/progress/progress.h"

enum problem
progress_get(struct call *call, const void *input)
{
	const struct progress_get_in *in = input;

	return progress_answer(call, &in->id.uuid);
}
