#include "common/secret/secret.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invited.h"

/* Accepts by the link in the mail. Mails are forwarded, so the link alone does not
 * suffice: the caller's verified address must be the invited one. */
enum problem
org_invitation_accept(struct call *call, const void *input)
{
	const struct org_invitation_token_in *in = input;
	struct org_invited invited;
	uint8_t hash[HASH_SIZE];
	enum problem problem;

	secret_hash(in->token.data, in->token.size, hash);
	problem = org_invited_lock(call, hash, NULL, &invited);
	if (problem != PROBLEM_NONE)
		return problem;
	if (!invited.own)
		return call_fail(call, PROBLEM_INVITATION_EMAIL_MISMATCH,
			"the invitation is for %s", invited.masked_email.data);
	return org_invited_accept(call, &invited);
}
