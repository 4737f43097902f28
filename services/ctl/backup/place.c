#include <stdlib.h>
#include <string.h>

#include "services/ctl/backup/inside.h"
#include "services/ctl/run/database_url.h"

const char *
place_url(struct arena *arena, const char *database)
{
	PQconninfoOption *options = PQconninfoParse(database_url_of_owner(), NULL);
	struct buffer out = {.arena = arena};

	for (PQconninfoOption *one = options; one != NULL && one->keyword != NULL;
		one++) {
		const bool is_name = strcmp(one->keyword, "dbname") == 0;
		const char *value = is_name ? database : one->val;

		if (value == NULL)
			continue;
		buffer_append(&out, one->keyword, strlen(one->keyword));
		buffer_append(&out, "='", 2);
		for (; *value != '\0'; value++) {
			if (*value == '\'' || *value == '\\')
				buffer_append(&out, "\\", 1);
			buffer_append(&out, value, 1);
		}
		buffer_append(&out, "' ", 2);
	}
	PQconninfoFree(options);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

PGconn *
place_open(struct arena *arena, const char *name)
{
	PGconn *connection = PQconnectdb(place_url(arena, name));

	if (PQstatus(connection) == CONNECTION_OK)
		return connection;
	fprintf(stderr, "kithctl: the database %s: %s", name, PQerrorMessage(connection));
	PQfinish(connection);
	return NULL;
}

const char *
place_name(struct arena *arena)
{
	PQconninfoOption *options = PQconninfoParse(database_url_of_owner(), NULL);
	const char *name = NULL, *user = "";

	for (PQconninfoOption *one = options; one != NULL && one->keyword != NULL;
		one++) {
		if (strcmp(one->keyword, "dbname") == 0 && one->val != NULL)
			name = arena_printf(arena, "%s", one->val);
		if (strcmp(one->keyword, "user") == 0 && one->val != NULL)
			user = arena_printf(arena, "%s", one->val);
	}
	PQconninfoFree(options);
	return name != NULL                    ? name
		: getenv("PGDATABASE") != NULL ? getenv("PGDATABASE")
					       : user;
}
