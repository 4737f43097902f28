/*
 * user_agent.h - names the browser of a User-Agent header.
 */
#ifndef KITH_COMMON_TEXT_USER_AGENT_H
#define KITH_COMMON_TEXT_USER_AGENT_H

#include "common/base/arena.h"

/* The name of a browser, such as "Firefox on Linux"; NULL for any other program. */
const char *user_agent_name(struct arena *arena, const char *user_agent);

#endif
