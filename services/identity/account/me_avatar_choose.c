#include "services/identity/account/avatar.h"
#include "services/identity/handlers.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
me_avatar_choose(struct call *call, const void *input)
{
	const struct me_avatar_choose_in *in = input;

	return in->remove.value ? avatar_remove(call) : avatar_set(call);
}
