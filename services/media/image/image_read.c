#include "common/reply/reply.h"
#include "services/media/handlers.h"
#include "services/media/image/image.h"
#include "services/media/objects/objects.h"

/* Images are public: their address is enough. */
enum problem
image_read(struct call *call, const void *input)
{
	const struct image_read_in *in = input;
	struct bytes webp = {.presence = ABSENT};
	const enum problem problem =
		image_load(call, &in->id.uuid, OBJECTS_REQUEST_MS, &webp);

	if (problem == PROBLEM_NONE)
		return reply_fields(call,
			(const struct reply_extra[]){
				REPLY_FIELD_INTEGER("bytes", (int64_t)webp.size),
				REPLY_FIELD_BYTES("data", webp.data, webp.size)},
			2);
	if (problem == PROBLEM_MEDIA_NOT_FOUND)
		return call_fail(call, problem, NULL);
	call->outcome.retry_after_s = 5;
	return call_fail(call, problem,
		"the image cannot be read at the moment; try"
		" again later");
}
