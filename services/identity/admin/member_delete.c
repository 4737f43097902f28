#include "services/identity/account/account_remove.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

/* Deletes a member's account for the operator. */
enum problem
member_delete(struct call *call, const void *input)
{
	const struct member_delete_in *in = input;
	struct rows *admins = account_remove_lock(call, &in->id.uuid);
	struct rows *member = admin_member_lock(call, &in->id.uuid);

	if (member->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	return account_remove(call, &in->id.uuid, admins, AUDIT_MEMBER_DELETE);
}
