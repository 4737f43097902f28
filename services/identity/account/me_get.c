#include "services/identity/account/account.h"
#include "services/identity/handlers.h"

enum problem
me_get(struct call *call, const void *input)
{
	(void)input;
	return account_answer(call, &call->principal.member);
}
