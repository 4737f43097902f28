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
struct user_agent
user_agent_read(const char *text)
{
	static const char *const browsers[][2] = {{"Edg/", "Edge"}, {"OPR/", "Opera"},
		{"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
		{NULL, NULL}};
	static const char *const systems[][2] = {{"Android", "Android"},
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"},
		{"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
		{NULL, NULL}};

	return (struct user_agent){first_of(text, browsers), first_of(text, systems)};
}
