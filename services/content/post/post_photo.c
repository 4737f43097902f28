#include "services/content/post/post_photo.h"

#include "services/content/post/post.h"

STATEMENT(SET_PHOTO,
	"UPDATE posts SET photo = $2 WHERE id = $1");

/* Sets or removes it. */
static enum problem
set(struct call *call, const struct uuid *id, struct identifier image)
{
	bool closed = false;
	enum problem problem = post_lock(call, id, &closed);

	if (problem != PROBLEM_NONE)
		return problem;
	if (closed)
		return call_fail(call, PROBLEM_POST_CLOSED, NULL);
	db_query(call, SET_PHOTO, DB_UUID(id), DB_ID(image));
	return post_answer(call, id);
}

enum problem
post_photo_put(struct call *call, const struct uuid *id)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return set(call, id, call->image);
}

enum problem
post_photo_drop(struct call *call, const struct uuid *id)
{
	return set(call, id, (struct identifier){.presence = ABSENT});
}
