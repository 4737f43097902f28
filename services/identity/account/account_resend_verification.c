#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_request.h"
#include "services/identity/sign_in/attempt.h"

/* Answers and works alike for every address, so that the answer does not reveal which
 * addresses have a sign-up. Only an address with an open sign-up gets a mail. */
enum problem
account_resend_verification(struct call *call, const void *input)
{
	const struct account_resend_verification_in *in = input;
	const struct reply_extra status =
		REPLY_FIELD_STRING("status", "verification_sent");
	enum problem problem = attempt_count(call, "resend", &in->email);

	if (problem != PROBLEM_NONE)
		return problem;
	mail_request_add(call, "resend", &in->email);
	return reply_fields(call, &status, 1);
}
