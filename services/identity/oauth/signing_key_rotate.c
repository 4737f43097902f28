#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/signing_key.h"

enum problem
signing_key_rotate(struct call *call, const void *input)
{
	struct rows *rows = signing_key_replace(call);

	(void)input;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
			"another request has just replaced the signing key; try again");
	return reply_row(call, rows, 0, NULL);
}
