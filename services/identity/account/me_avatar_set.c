#include "services/identity/account/avatar.h"
#include "services/identity/handlers.h"

/* Media has made the image of what the caller sent. */
enum problem
me_avatar_set(struct call *call, const void *input)
{
	(void)input;
	return avatar_set(call);
}
