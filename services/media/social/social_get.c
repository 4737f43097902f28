#include "services/media/handlers.h"
#include "services/media/social/social.h"

enum problem
social_get(struct call *call, const void *input)
{
	(void)input;
	return social_answer(call);
}
