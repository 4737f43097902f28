#include "services/notifications/handlers.h"
#include "services/notifications/preferences/preference.h"

enum problem
notification_preferences_get(struct call *call, const void *input)
{
	(void)input;
	return preference_answer(call);
}
