#include "services/content/progress/progress_photo.h"

#include "services/content/progress/progress.h"

STATEMENT(SET_PHOTO,
	"UPDATE progress SET photo = $2 WHERE id = $1");

/* Sets or removes it. */
static enum problem
set(struct call *call, const struct uuid *id, struct identifier image)
{
	enum problem problem = progress_lock(call, id);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET_PHOTO, DB_UUID(id), DB_ID(image));
	return progress_answer(call, id);
}

enum problem
progress_photo_put(struct call *call, const struct uuid *id)
{
	/* The gateway calls with an image, or not at all. */
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return set(call, id, call->image);
}

enum problem
progress_photo_drop(struct call *call, const struct uuid *id)
{
	return set(call, id, (struct identifier){.presence = ABSENT});
}
