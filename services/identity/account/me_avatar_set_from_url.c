#include "services/identity/account/avatar.h"
#include "services/identity/handlers.h"

/* Media has fetched the image. */
enum problem
me_avatar_set_from_url(struct call *call, const void *input)
{
	(void)input;
	return avatar_set(call);
}
