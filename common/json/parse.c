/*
 * parse.c - parses untrusted JSON with jansson.
 *
 * jansson recurses into arrays and objects, and allocates each value, so the nesting
 * depth, the number of values and the UTF-8 are checked first. jansson's messages quote
 * the input; ours give only the position.
 */
#include <string.h>

#include "common/json/json.h"
#include "common/text/text.h"

static void
release(void *object)
{
	json_decref(object);
}

/* Skips a string, from its opening quote to its closing one or the end. */
static const char *
skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++) {
		if (*at == '\\' && end - at > 1)
			at++;
	}
	return at;
}

struct census {
	size_t depth;  /* the deepest level */
	size_t values; /* at least as many as there are */
};

/* Counts what the brackets and commas announce. The parser checks that they match. */
static struct census
count(const char *text, size_t size)
{
	struct census census = {.depth = 0, .values = 1};
	size_t depth = 0;

	for (const char *at = text, *end = text + size; at < end; at++) {
		if (*at == '"') {
			at = skip_string(at, end);
		} else if (*at == '[' || *at == '{') {
			census.values++;
			depth++;
		} else if (*at == ',') {
			census.values++;
		} else if ((*at == ']' || *at == '}') && depth > 0) {
			depth--;
		}
		if (depth > census.depth)
			census.depth = depth;
	}
	return census;
}

/* A message for an error of jansson. */
static const char *
reason(const json_error_t *error)
{
	static const struct {
		enum json_error_code code;
		const char *words;
	} reasons[] = {
		{json_error_premature_end_of_input, "it ends too early"},
		{json_error_end_of_input_expected, "there is text after the value"},
		{json_error_duplicate_key, "a key occurs twice in one object"},
		{json_error_null_character, "a string contains NUL"},
		{json_error_numeric_overflow, "a number is too large"},
		{json_error_invalid_utf8, "it is not UTF-8"},
		{json_error_stack_overflow, "it nests too deeply"},
	};

	for (size_t i = 0; i < COUNT_OF(reasons); i++) {
		if (reasons[i].code == json_error_code(error))
			return reasons[i].words;
	}
	return "there is a syntax error";
}

json_t *
json_parse(struct arena *arena, const void *text, size_t size, const char **fault)
{
	return json_parse_bounded(arena, text, size, SIZE_MAX, fault);
}

json_t *
json_parse_bounded(struct arena *arena, const void *text, size_t size, size_t values_max,
	const char **fault)
{
	static const char mark[] = "\xef\xbb\xbf"; /* of the byte order */
	struct census census;
	json_error_t error;
	json_t *value;

	if (size >= sizeof(mark) - 1 && memcmp(text, mark, sizeof(mark) - 1) == 0) {
		text = (const char *)text + sizeof(mark) - 1;
		size -= sizeof(mark) - 1;
	}
	if (size == 0) {
		*fault = "the body is empty where JSON is expected";
		return NULL;
	}
	/* jansson ignores a NUL directly after a number or a literal. */
	if (memchr(text, 0, size) != NULL) {
		*fault = "the body contains a NUL byte";
		return NULL;
	}
	if (!utf8_valid(text, size)) {
		*fault = "the body is not valid UTF-8";
		return NULL;
	}
	census = count(text, size);
	if (census.depth > JSON_DEPTH_MAX) {
		*fault = arena_printf(
			arena, "the body nests deeper than %d levels", JSON_DEPTH_MAX);
		return NULL;
	}
	if (census.values > values_max) {
		*fault = arena_printf(
			arena, "the body has more than %zu values", values_max);
		return NULL;
	}
	value = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (value == NULL) {
		*fault = arena_printf(arena,
			"the body is not valid JSON: %s at line %d, column %d",
			reason(&error), error.line, error.column);
		return NULL;
	}
	arena_on_done(arena, release, value);
	return value;
}
