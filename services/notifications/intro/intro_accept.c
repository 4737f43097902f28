#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

/* Reveals the e-mail addresses of both members to each other. */
enum problem
intro_accept(struct call *call, const void *input)
{
	const struct intro_accept_in *in = input;

	return intro_decide(call, &in->id.uuid, true);
}
