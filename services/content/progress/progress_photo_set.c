#include "services/content/handlers.h"
#include "services/content/progress/progress_photo.h"

/* Media has made the image of what the caller sent. */
enum problem
progress_photo_set(struct call *call, const void *input)
{
	const struct photo_in *in = input;

	return progress_photo_put(call, &in->id.uuid);
}
