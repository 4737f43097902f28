#include "services/identity/account/avatar.h"
#include "services/identity/handlers.h"

/* Media has fetched the photo of the caller's social account. */
enum problem
me_avatar_set_from_social(struct call *call, const void *input)
{
	(void)input;
	return avatar_set(call);
}
