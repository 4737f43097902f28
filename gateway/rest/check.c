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
