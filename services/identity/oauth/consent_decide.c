#include <string.h>

#include "common/reply/reply.h"
#include "services/identity/credentials/access_mail.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/transaction.h"

/* Whether the decision comes from a page that this session was shown, which prevents
 * cross-site request forgery. */
static bool
is_from_page(struct call *call, const struct transaction *transaction,
	const struct text *token)
{
	const char *expected = transaction_page_token(call, transaction);

	return token->size == strlen(expected) &&
		secret_equal(token->data, expected, token->size);
}

/* A decision counts once, because closing the transaction succeeds once.
 * common/run/authority.c checks the session and the member's status again in the same
 * transaction. */
enum problem
consent_decide(struct call *call, const void *input)
{
	static const struct oauth_refusal denied = {
		OAUTH_ACCESS_DENIED, "The member denied the request"};
	const struct consent_decide_in *in = input;
	struct transaction transaction;
	struct reply_extra location;
	const char *to;

	if (!transaction_find(call, &in->transaction, &transaction))
		return transaction_refuse(call);
	if (!is_from_page(call, &transaction, &in->token))
		return call_fail(call, PROBLEM_TOKEN_NOT_FOUND,
			"this answer does not come from a page of your current session; "
			"go back to the app and connect again");
	if (!transaction_close(call, &transaction))
		return transaction_refuse(call);
	if (in->allow.value) {
		const unsigned offered = transaction_offered(call, &transaction);
		const unsigned scopes =
			SCOPE_OPENID | (credential_scopes_named(&in->scopes) & offered);

		transaction_take(call, &transaction, offered & ~scopes);
		to = transaction_grant(call, &transaction, scopes,
			&(const struct app_choice){in->approval, in->tools});
		access_mail(call, "App", &transaction.client.name);
	} else {
		to = answer_refused(call->arena, &transaction.to, denied);
	}
	location = REPLY_FIELD_STRING("location", to);
	return reply_fields(call, &location, 1);
}
