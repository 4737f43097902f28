#include "common/call/image.h"
#include "services/content/handlers.h"
#include "services/content/post/post.h"

STATEMENT(SET_PHOTO,
	"UPDATE posts SET photo = $2 WHERE id = $1");

/* Sets or removes the photo of the caller's own open ask. */
static enum problem
write_photo(struct call *call, const struct photo_in *in, bool removes)
{
	struct identifier image;
	enum problem problem = call_image(call, removes, &image);

	if (problem == PROBLEM_NONE)
		problem = post_lock_editable(call, &in->id.uuid);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_PHOTO, DB_ID(in->id), DB_ID(image));
	return post_answer(call, &in->id.uuid);
}

enum problem
post_photo_set(struct call *call, const void *input)
{
	return write_photo(call, input, false);
}

enum problem
post_photo_set_from_url(struct call *call, const void *input)
{
	return write_photo(call, input, false);
}

enum problem
post_photo_remove(struct call *call, const void *input)
{
	return write_photo(call, input, true);
}

enum problem
post_photo_choose(struct call *call, const void *input)
{
	const struct photo_in *in = input;

	return write_photo(call, in, in->remove.value);
}
