#include "services/content/handlers.h"
#include "services/content/progress/progress_photo.h"

/* It has no photo from now on. */
enum problem
progress_photo_remove(struct call *call, const void *input)
{
	const struct photo_in *in = input;

	return progress_photo_drop(call, &in->id.uuid);
}
