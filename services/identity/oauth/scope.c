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

	if (resource->presence == GIVEN && resource->size > 0) {
		if (strncasecmp(resource->data, base, strlen(base)) != 0)
			return NULL;
		rest = resource->data + strlen(base);
	}
	for (size_t i = 0; i < COUNT_OF(spellings); i++) {
		if (strcmp(rest, spellings[i].written) == 0)
			return arena_printf(arena, "%s%s", base, spellings[i].path);
	}
	return NULL;
}

bool
scope_is_rest(const char *audience)
{
	const char *base = config()->base_url.data;

	return strncmp(audience, base, strlen(base)) == 0 &&
		strcmp(audience + strlen(base), AUDIENCE_REST) == 0;
}
