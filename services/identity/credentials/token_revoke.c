#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* The token of the request may be revoked too. */
enum problem
token_revoke(struct call *call, const void *input)
{
	const struct token_revoke_in *in = input;

	if (!credential_revoke_own(call, &in->id.uuid, "token"))
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND, NULL);
	audit_write(call, AUDIT_TOKEN_REVOKE, &in->id.uuid);
	return reply_none(call);
}
