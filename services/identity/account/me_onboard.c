#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

/* Fills in the profile and makes it visible. A repeated call is an ordinary edit. */
enum problem
me_onboard(struct call *call, const void *input)
{
	return account_patch(call, input, true);
}
