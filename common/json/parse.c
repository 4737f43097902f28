/*
 * parse.c - JSON from outside, through jansson.
 *
 * jansson recurses into arrays and objects, so the nesting is counted before it sees the
 * text. Strings are known to be UTF-8 by then as well. Its own messages quote the text that
 * they complain about; ours name the place only.
 */
#include <string.h>

#include "common/json/json.h"
#include "common/text/text.h"

static void
release(void *object)
{
	json_decref(object);
}

/* Passes over a string, from its opening quote to its closing one or the end. */
static const char *
skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++) {
		if (*at == '\\' && end - at > 1)
			at++;
	}
	return at;
}

/* Whether brackets nest too deep; whether they match is left to the parser. */
static bool
too_deep(const char *text, size_t size)
{
	size_t depth = 0;

	for (const char *at = text, *end = text + size; at < end; at++) {
		if (*at == '"')
			at = skip_string(at, end);
		else if (*at == '[' || *at == '{')
			depth++;
		else if ((*at == ']' || *at == '}') && depth > 0)
			depth--;
		if (depth > JSON_DEPTH_MAX)
			return true;
	}
	return false;
}

/* What jansson complains about, in our words. */
static const char *
reason(const json_error_t *error)
{
	static const struct {
		enum json_error_code code;
		const char *words;
	} reasons[] = {
		{json_error_premature_end_of_input, "it ends too early"},
		{json_error_end_of_input_expected, "something follows the value"},
		{json_error_duplicate_key, "a key occurs twice in one object"},
		{json_error_null_character, "a string holds NUL"},
		{json_error_numeric_overflow, "a number is too large"},
		{json_error_invalid_utf8, "it is not UTF-8"},
		{json_error_stack_overflow, "it nests too deep"},
	};

	for (size_t i = 0; i < COUNT_OF(reasons); i++) {
		if (reasons[i].code == json_error_code(error))
			return reasons[i].words;
	}
	return "something is written wrongly";
}

/* Parses a whole text into a tree that is released with the arena. */
json_t *
json_parse(struct arena *arena, const void *text, size_t size, const char **fault)
{
	json_error_t error;
	json_t *value;

	if (size == 0) {
		*fault = "the body is empty where JSON is expected";
		return NULL;
	}
	/* jansson swallows a NUL that stands right behind a number or a word. */
	if (memchr(text, 0, size) != NULL) {
		*fault = "the body holds a NUL byte";
		return NULL;
	}
	if (!utf8_valid(text, size)) {
		*fault = "the body is not valid UTF-8";
		return NULL;
	}
	if (too_deep(text, size)) {
		*fault = arena_printf(
			arena, "the body nests deeper than %d levels", JSON_DEPTH_MAX);
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
