#include "services/content/handlers.h"
#include "services/content/post/post_photo.h"

/* It has no photo from now on. */
enum problem
post_photo_remove(struct call *call, const void *input)
{
	const struct photo_in *in = input;

	return post_photo_drop(call, &in->id.uuid);
}
