#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* A caller with a token that is no session revokes all sessions. */
enum problem
session_revoke_others(struct call *call, const void *input)
{
	const struct uuid *member = &call->principal.member;

	(void)input;
	credential_revoke_sessions(call, member, &call->principal.credential);
	credential_doubt_addresses(call, member, &call->principal.credential);
	audit_write(call, AUDIT_SESSION_REVOKE_OTHERS, member);
	return reply_none(call);
}
