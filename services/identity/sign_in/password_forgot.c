#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_request.h"
#include "services/identity/sign_in/attempt.h"

/* Answers and works alike for every address, so that the answer does not reveal which
 * addresses have an account. An address without an account gets no mail. */
enum problem
password_forgot(struct call *call, const void *input)
{
	const struct password_forgot_in *in = input;
	const struct reply_extra status = REPLY_FIELD_STRING("status", "reset_sent");
	enum problem problem = attempt_count(call, "forgot", &in->email);

	if (problem != PROBLEM_NONE)
		return problem;
	mail_request_add(call, "forgot", &in->email);
	return reply_fields(call, &status, 1);
}
