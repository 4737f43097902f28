#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

enum problem
intro_get(struct call *call, const void *input)
{
	const struct intro_get_in *in = input;

	return intro_answer(call, &in->id.uuid);
}
