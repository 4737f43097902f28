/*
 * user_agent.h - names the browser of a User-Agent header.
 */
#ifndef KITH_COMMON_TEXT_USER_AGENT_H
#define KITH_COMMON_TEXT_USER_AGENT_H

/* The name of the browser, such as "Firefox", and of its system, such as "Linux"; each
 * may be NULL. */
struct user_agent {
	const char *browser, *system;
};

struct user_agent user_agent_read(const char *text);

#endif
