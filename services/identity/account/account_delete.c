#include "services/identity/account/account_remove.h"
#include "services/identity/handlers.h"
#include "services/identity/sign_in/password_prove.h"

/* Deletes the caller's account. */
enum problem
account_delete(struct call *call, const void *input)
{
	const struct account_delete_in *in = input;
	const struct uuid *member = &call->principal.member;
	struct rows *admins = account_remove_lock(call, member);
	enum problem problem = password_prove(call, &in->password);

	if (problem != PROBLEM_NONE)
		return problem;
	return account_remove(call, member, admins, AUDIT_ACCOUNT_DELETE);
}
