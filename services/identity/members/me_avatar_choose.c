#include "services/identity/handlers.h"
#include "services/identity/members/avatar.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
me_avatar_choose(struct call *call, const void *input)
{
	(void)input;
	return avatar_choose(call);
}
