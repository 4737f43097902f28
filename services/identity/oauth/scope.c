#include "services/identity/oauth/scope.h"

#include <string.h>
#include <strings.h>

#include "common/config/config.h"
#include "proto/identity/oauth.h"
#include "services/identity/credentials/credential.h"

unsigned
scope_read(const struct text *names)
{
	unsigned scopes = 0;

	for (const char *next = names->data; *next != '\0';) {
		size_t size = strcspn(next, " ");

		for (size_t i = 0; i < SCOPE_KINDS; i++) {
			if (strlen(scope_infos[i].name) == size &&
				strncmp(next, scope_infos[i].name, size) == 0)
				scopes |= scope_infos[i].bit;
		}
		next += size + (next[size] == ' ');
	}
	return credential_scopes(scopes);
}

const char *
scope_write(struct arena *arena, unsigned scopes)
{
	const char *names = "";

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((scopes & scope_infos[i].bit) != 0)
			names = arena_printf(arena, "%s%s%s", names,
				names[0] != '\0' ? " " : "", scope_infos[i].name);
	}
	return names;
}

/* The end of an address that names a set of tools; "" for another address. */
static const char *
query_of_tools(const struct text *resource, enum tool_set *tools)
{
	const char *query = resource->presence == GIVEN
		? strstr(resource->data, AUDIENCE_TOOLS TOOLS_QUERY)
		: NULL;
	const char *name;

	if (query == NULL)
		return "";
	query += strlen(AUDIENCE_TOOLS);
	name = query + strlen(TOOLS_QUERY);
	return tool_set_named(name, strlen(name), tools) ? query : "";
}

/* Clients name the tool server by its URL, with or without a trailing slash, or by the
 * URL of the instance. /v1 has only one spelling. */
const char *
scope_audience(struct arena *arena, const struct text *resource)
{
	static const struct {
		const char *written, *path;
	} spellings[] = {
		{"", AUDIENCE_TOOLS},
		{"/", AUDIENCE_TOOLS},
		{"/mcp", AUDIENCE_TOOLS},
		{"/mcp/", AUDIENCE_TOOLS},
		{"/v1", AUDIENCE_REST},
	};
	const char *base = config()->base_url.data;
	const char *rest = "";
	enum tool_set tools;
	size_t size;

	if (resource->presence == GIVEN && resource->size > 0) {
		if (strncasecmp(resource->data, base, strlen(base)) != 0)
			return NULL;
		rest = resource->data + strlen(base);
	}
	size = strlen(rest) - strlen(query_of_tools(resource, &tools));
	for (size_t i = 0; i < COUNT_OF(spellings); i++) {
		const char *written = spellings[i].written;

		if (strlen(written) == size && strncmp(rest, written, size) == 0)
			return arena_printf(arena, "%s%s", base, spellings[i].path);
	}
	return NULL;
}

enum tool_set
scope_tools(const struct text *resource)
{
	enum tool_set tools = TOOLS_ALL;

	query_of_tools(resource, &tools);
	return tools;
}

bool
scope_is_rest(const char *audience)
{
	const char *base = config()->base_url.data;

	return strncmp(audience, base, strlen(base)) == 0 &&
		strcmp(audience + strlen(base), AUDIENCE_REST) == 0;
}
