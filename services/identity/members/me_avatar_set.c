#include "services/identity/handlers.h"
#include "services/identity/members/avatar.h"

/* Media has made the image of what the caller sent. */
enum problem
me_avatar_set(struct call *call, const void *input)
{
	(void)input;
	return avatar_set(call);
}
