#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "services/identity/admin/admin_member.h"
#include "services/identity/handlers.h"

/* For a member who cannot receive mail. */
enum problem
member_reset_link(struct call *call, const void *input)
{
	const struct member_reset_link_in *in = input;
	const struct uuid *id = &in->id.uuid;

	if (admin_member_lock(call, id)->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	audit_write(call, AUDIT_MEMBER_RESET_LINK, id);
	return admin_member_answer_link(call, id);
}
