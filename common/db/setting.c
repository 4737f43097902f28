/*
 * setting.c - what libpq makes of a connection string and the environment.
 */
#include <string.h>

#include "common/db/db.h"

/* The value of a keyword in libpq's list, or NULL. */
static const char *
find(struct arena *arena, const PQconninfoOption *options, const char *keyword)
{
	for (const PQconninfoOption *one = options; one != NULL && one->keyword != NULL;
		one++) {
		if (strcmp(one->keyword, keyword) == 0 && one->val != NULL &&
			one->val[0] != '\0')
			return arena_copy(arena, one->val, strlen(one->val));
	}
	return NULL;
}

const char *
db_setting(struct arena *arena, const char *url, const char *keyword)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	const char *value = find(arena, options, keyword);

	PQconninfoFree(options);
	if (value != NULL)
		return value;
	options = PQconndefaults();
	value = find(arena, options, keyword);
	PQconninfoFree(options);
	return value;
}
