#include "services/identity/account/avatar.h"
#include "services/identity/handlers.h"

/* The caller has no image from now on. */
enum problem
me_avatar_remove(struct call *call, const void *input)
{
	(void)input;
	return avatar_remove(call);
}
