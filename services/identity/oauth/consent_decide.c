#include <string.h>

#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/transaction.h"

/* Whether the answer comes from the page that this session was shown. */
static bool
is_ours(struct call *call, const struct transaction *transaction,
	const struct text *token)
{
	const char *expected = transaction_page_token(call, transaction);

	return token->size == strlen(expected) &&
		secret_equal(token->data, expected, token->size);
}

/* The answer counts once: whoever closes the transaction has given it. The session, and that the
 * member is active, are looked at again in this very transaction (common/run/authority.c). */
enum problem
consent_decide(struct call *call, const void *input)
{
	static const struct oauth_refusal denied = {
		OAUTH_ACCESS_DENIED, "The member did not allow it"};
	const struct consent_decide_in *in = input;
	struct transaction transaction;
	struct reply_extra location;
	const char *to;

	if (!transaction_find(call, &in->transaction, &transaction))
		return transaction_refuse(call);
	if (!is_ours(call, &transaction, &in->token))
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND,
			"this answer does not come from a page that you were shown while signed "
			"in as you are now; go back to the app and connect again");
	if (!transaction_close(call, &transaction))
		return transaction_refuse(call);
	to = in->allow.value ? transaction_grant(call, &transaction,
				       (credential_scopes_named(&in->scopes) &
					       transaction_offered(call, &transaction)) |
					       SCOPE_OPENID)
			     : answer_refused(call->arena, &transaction.to, denied);
	location = REPLY_FIELD_STRING("location", to);
	return reply_fields(call, &location, 1);
}
