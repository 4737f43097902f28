#include "common/call/image.h"

enum problem
call_image(struct call *call, bool removes, struct identifier *image)
{
	*image = (struct identifier){.presence = ABSENT};
	if (removes)
		return PROBLEM_NONE;
	if (call->image.presence != GIVEN)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	*image = call->image;
	return PROBLEM_NONE;
}
