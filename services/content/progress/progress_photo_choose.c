#include "services/content/handlers.h"
#include "services/content/progress/progress_photo.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
progress_photo_choose(struct call *call, const void *input)
{
	const struct photo_choose_in *in = input;

	if (in->remove.value)
		return progress_photo_drop(call, &in->id.uuid);
	return progress_photo_put(call, &in->id.uuid);
}
