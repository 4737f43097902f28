#include "common/call/image.h"

enum problem
call_image(struct call *call, bool removes, struct identifier *image)
{
	*image = (struct identifier){.presence = ABSENT};
	/* A dry run has no image: it clears the column and is rolled back. */
	if (removes || call->dry_run)
		return PROBLEM_NONE;
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	*image = call->image;
	return PROBLEM_NONE;
}
