#include "services/media/handlers.h"
#include "services/media/image/image.h"

enum problem
image_store(struct call *call, const void *input)
{
	const struct image_store_in *in = input;
	const struct image_source_bytes source = {
		.data = in->data.data, .size = in->data.size, .type = in->type.data};

	return image_make(call, &source, &in->use);
}
