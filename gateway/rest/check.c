#include "gateway/rest/check.h"

#include <string.h>
#include <strings.h>

#include "gateway/core/request/media.h"

/* The media types of our answers, and the ranges that contain them. */
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

/* Whether an Accept header accepts one of these media types. */
static bool
accepts(const char *accept, const char *const *types, size_t count)
{
	if (accept == NULL || accept[strspn(accept, " \t")] == '\0')
		return true;
	while (*accept != '\0') {
		size_t size, whole;

		accept += strspn(accept, ", \t");
		size = token_size(accept);
		whole = strcspn(accept, ",");
		for (size_t i = 0; i < count; i++) {
			if (strlen(types[i]) == size &&
				strncasecmp(accept, types[i], size) == 0 &&
				!refused_by_weight(accept + size, whole - size))
				return true;
		}
		accept += whole;
	}
	return false;
}

bool
rest_accepts_json(const char *accept)
{
	return accepts(accept, acceptable, COUNT_OF(acceptable));
}

bool
rest_accepts_answer(struct arena *arena, const char *accept, const struct op *op)
{
	const char *types[] = {"*/*", NULL, NULL};

	if (op->shape != SHAPE_FILE)
		return rest_accepts_json(accept);
	types[1] =
		arena_copy(arena, op->answer.file_type, token_size(op->answer.file_type));
	types[2] = arena_printf(arena, "%.*s/*", (int)strcspn(types[1], "/"), types[1]);
	return accepts(accept, types, COUNT_OF(types));
}

bool
rest_is_json(const char *content_type, enum method method)
{
	return media_type_is(content_type, "application/json") ||
		(method == METHOD_PATCH &&
			media_type_is(content_type, "application/merge-patch+json"));
}
