#include "gateway/auth/cookie.h"

#include <string.h>

#include "common/config/config.h"

static bool
is_over_tls(void)
{
	return strncmp(config()->base_url.data, "https:", 6) == 0;
}

const char *
cookie_name(const char *name)
{
	return is_over_tls() ? name : name + strlen("__Host-");
}

const char *
cookie_set(struct arena *arena, const char *name, const char *value, int life_s)
{
	return arena_printf(arena, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
		cookie_name(name), value == NULL ? "" : value, value == NULL ? 0 : life_s,
		is_over_tls() ? "; Secure" : "");
}

/* Section 5.4. */
const char *
cookie_get(const struct http_request *request, const char *name)
{
	const char *header = http_header(request, "Cookie");
	size_t name_size;

	name = cookie_name(name);
	name_size = strlen(name);
	while (header != NULL && *header != '\0') {
		size_t size;

		while (*header == ' ' || *header == ';')
			header++;
		size = strcspn(header, ";");
		if (size > name_size && strncmp(header, name, name_size) == 0 &&
			header[name_size] == '=') {
			return arena_copy(request->arena, header + name_size + 1,
				size - name_size - 1);
		}
		header += size;
	}
	return NULL;
}
