#include "services/content/handlers.h"
#include "services/content/progress/progress.h"

/* Answers an entry after the media service has shared it. */
enum problem
progress_shown(struct call *call, const void *input)
{
	const struct progress_share_in *in = input;

	return progress_answer(call, &in->id.uuid);
}
