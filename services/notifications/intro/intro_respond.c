#include <string.h>

#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

/* Accepts or declines, as the one tool for both says. */
enum problem
intro_respond(struct call *call, const void *input)
{
	const struct intro_respond_in *in = input;

	return intro_decide(call, &in->id.uuid, strcmp(in->decision.data, "accept") == 0);
}
