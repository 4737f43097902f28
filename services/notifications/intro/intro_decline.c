#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

/* The sender gets no notification, but sees the status. */
enum problem
intro_decline(struct call *call, const void *input)
{
	const struct intro_decline_in *in = input;

	return intro_decide(call, &in->id.uuid, false);
}
