/*
 * limit.c - the rate limits of addresses and members.
 */
#include "common/text/wait.h"
#include "gateway/oauth/inside.h"

bool
oauth_within_limit(struct oauth *oauth, enum limit_class class)
{
	struct message_reply reply = {.problem = PROBLEM_RATE_LIMITED};
	char words[WAIT_WORDS_SIZE];

	if (limit_take_for(oauth->gateway, class, &oauth->principal, &oauth->limit))
		return true;
	reply.retry_after_s = oauth->limit.reset_s;
	wait_words(words, reply.retry_after_s);
	reply.detail =
		arena_printf(oauth->arena, "Too many requests; try again in %s", words);
	oauth_refuse_reply(oauth, &reply);
	return false;
}
