#include "services/content/handlers.h"
#include "services/content/progress/progress_photo.h"

/* Media has fetched the image. */
enum problem
progress_photo_set_from_url(struct call *call, const void *input)
{
	const struct photo_from_url_in *in = input;

	return progress_photo_put(call, &in->id.uuid);
}
