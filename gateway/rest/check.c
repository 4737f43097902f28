#include <string.h>
#include <strings.h>

#include "gateway/edge/media.h"
#include "gateway/rest/inside.h"

/* The media types that our answers have, and the ranges that contain them. */
static const char *const acceptable[] = {
	"*/*", "application/*", "application/json", "application/problem+json"};

/* The end of a token, which is everything up to a separator. */
static size_t
token_size(const char *text)
{
	return strcspn(text, ",; \t");
}

/* Whether the parameters up to the next comma say q=0. */
static bool
refused_by_weight(const char *parameters, size_t size)
{
	for (size_t i = 0; i + 2 < size; i++) {
		bool weight = (parameters[i] == 'q' || parameters[i] == 'Q') &&
			parameters[i + 1] == '=';
		const char *value = parameters + i + 2;
		size_t digits;

		if (!weight)
			continue;
		digits = strspn(value, "0.");
		return digits > 0 &&
			(value[digits] == '\0' || strchr(",; \t", value[digits]) != NULL);
	}
	return false;
}

bool
rest_accepts_json(const char *accept)
{
	if (accept == NULL || accept[strspn(accept, " \t")] == '\0')
		return true;
	while (*accept != '\0') {
		size_t size, whole;

		accept += strspn(accept, ", \t");
		size = token_size(accept);
		whole = strcspn(accept, ",");
		for (size_t i = 0; i < COUNT_OF(acceptable); i++) {
			if (strlen(acceptable[i]) == size &&
				strncasecmp(accept, acceptable[i], size) == 0 &&
				!refused_by_weight(accept + size, whole - size))
				return true;
		}
		accept += whole;
	}
	return false;
}

bool
rest_is_json(const char *content_type, enum method method)
{
	return media_type_is(content_type, "application/json") ||
		(method == METHOD_PATCH &&
			media_type_is(content_type, "application/merge-patch+json"));
}

/* Browsers say where a request comes from; old ones only by Origin. A request that says
 * neither comes from no browser that would send the cookie for somebody else. */
bool
rest_same_origin(const struct http_request *request)
{
	const char *site = http_header(request, "Sec-Fetch-Site");
	const char *origin, *base, *host;
	size_t size;

	if (site != NULL)
		return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
	origin = http_header(request, "Origin");
	if (origin == NULL)
		return false;
	base = config()->base_url.data;
	host = strstr(base, "://");
	size = host == NULL ? strlen(base)
			    : (size_t)(host + 3 - base) + strcspn(host + 3, "/");
	return strlen(origin) == size && strncasecmp(origin, base, size) == 0;
}

bool
rest_other_origin(const struct http_request *request)
{
	bool says = http_header(request, "Sec-Fetch-Site") != NULL ||
		http_header(request, "Origin") != NULL;

	return says && !rest_same_origin(request);
}
