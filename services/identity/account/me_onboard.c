#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

/* Fills the profile and shows it from now on; the second time it is an edit. */
enum problem
me_onboard(struct call *call, const void *input)
{
	return account_patch(call, input, true);
}
