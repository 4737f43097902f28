#include "services/notifications/handlers.h"
#include "services/notifications/preferences/preference.h"

/* Which notifications are mailed to the caller. */
enum problem
notification_preferences_get(struct call *call, const void *input)
{
	(void)input;
	return preference_answer(call);
}
