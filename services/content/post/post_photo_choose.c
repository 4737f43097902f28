#include "services/content/handlers.h"
#include "services/content/post/post_photo.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
post_photo_choose(struct call *call, const void *input)
{
	const struct photo_choose_in *in = input;

	if (in->remove.value)
		return post_photo_drop(call, &in->id.uuid);
	return post_photo_put(call, &in->id.uuid);
}
