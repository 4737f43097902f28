#include "common/text/user_agent.h"

#include <string.h>

/* The first name that occurs in the text, or NULL. */
static const char *
first_of(const char *text, const char *const names[][2])
{
	for (; (*names)[0] != NULL; names++) {
		if (strstr(text, (*names)[0]) != NULL)
			return (*names)[1];
	}
	return NULL;
}

/* Browsers also name other browsers in their user agent, so specific names come first. */
const char *
user_agent_name(struct arena *arena, const char *user_agent)
{
	static const char *const browsers[][2] = {{"Edg/", "Edge"}, {"OPR/", "Opera"},
		{"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
		{NULL, NULL}};
	static const char *const systems[][2] = {{"Android", "Android"},
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"},
		{"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
		{NULL, NULL}};
	const char *browser = first_of(user_agent, browsers);
	const char *system = first_of(user_agent, systems);

	if (browser == NULL || system == NULL)
		return browser;
	return arena_printf(arena, "%s on %s", browser, system);
}
