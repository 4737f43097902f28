#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* The current session may be revoked too. */
enum problem
session_revoke(struct call *call, const void *input)
{
	const struct session_revoke_in *in = input;

	if (!credential_revoke_own(call, &in->id.uuid, "session"))
		return call_fail(call, PROBLEM_SESSION_NOT_FOUND, NULL);
	audit_write(call, AUDIT_SESSION_REVOKE, &in->id.uuid);
	return reply_none(call);
}
