#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

/* Works before onboarding too. */
enum problem
me_update(struct call *call, const void *input)
{
	return account_patch(call, input, false);
}
