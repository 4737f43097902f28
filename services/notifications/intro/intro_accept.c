#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

/* Both members get each other's address. */
enum problem
intro_accept(struct call *call, const void *input)
{
	const struct intro_accept_in *in = input;

	return intro_decide(call, &in->id.uuid, true);
}
