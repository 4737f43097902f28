/*
 * limit.c - the rate limits of addresses and members.
 */
#include "gateway/oauth/inside.h"

bool
oauth_within_limit(struct oauth *oauth, enum limit_class class)
{
	struct message_reply reply = {.problem = PROBLEM_RATE_LIMITED};

	if (limit_take_for(oauth->gateway, class, &oauth->principal, &oauth->limit))
		return true;
	reply.retry_after_s = oauth->limit.reset_s;
	reply.detail = arena_printf(oauth->arena,
		"Too many requests; try again in %lld second%s",
		(long long)reply.retry_after_s, reply.retry_after_s == 1 ? "" : "s");
	oauth_refuse_reply(oauth, &reply);
	return false;
}
