#include "services/content/handlers.h"
#include "services/content/post/post.h"

/* Includes closed and expired asks. */
enum problem
post_get(struct call *call, const void *input)
{
	const struct post_get_in *in = input;

	return post_answer(call, &in->id.uuid);
}
