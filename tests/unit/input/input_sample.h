/*
 * input_sample.h - an input with a field of every kind, and helpers of its tests.
 */
#ifndef KITH_TESTS_UNIT_INPUT_INPUT_SAMPLE_H
#define KITH_TESTS_UNIT_INPUT_INPUT_SAMPLE_H

#include <string.h>

#include "common/input/input.h"
#include "common/json/json.h"
#include "proto/field.h"

struct inner {
	enum presence presence;
	struct text word;
	struct boolean flag;
	struct text_list slugs;
};

struct sample {
	struct text title;     /* 3 to 5 characters */
	struct text body;      /* 0 to 4 */
	struct text plain;     /* no bounds */
	struct text slug;      /* the format, and "" */
	struct text email;     /* the format */
	struct text color;     /* a pattern with a default */
	struct text kind;      /* a, b or c */
	struct integer limit;  /* 1 to 100, default 25 */
	struct integer offset; /* -5 to 5 */
	struct integer large;  /* from 0, no upper bound */
	struct boolean mine;
	struct instant at; /* may be null */
	struct identifier post;
	struct identifier event; /* PROBLEM_EVENT_NOT_FOUND when malformed */
	struct text handle;      /* PROBLEM_MEMBER_NOT_FOUND when malformed */
	struct text_list tags;   /* 1 to 3 of 1 to 4 characters */
	struct text_list kinds;  /* values of kind */
	struct text_map links;   /* at most 2 addresses */
	struct inner inner;      /* {} unless given */
	struct inner spare;      /* may be null, absent unless given */
	struct text cursor;
	struct text name; /* 1 to 4 characters, trimmed */
};

static const char *const sample_kinds[] = {"a", "b", "c", NULL};
static const struct field sample_tag =
	OUT("tag", TEXT, .min = 1, .max = 4, .doc = "A tag.");
static const struct field sample_kind =
	OUT("kind", ENUM, .values = sample_kinds, .doc = "A kind.");
static const struct field sample_link =
	OUT("link", TEXT, .format = FORMAT_URI, .min = 1, .max = 30, .doc = "A link.");
static const struct field sample_slug =
	OUT("slug", TEXT, .format = FORMAT_SLUG, .min = 3, .max = 40, .doc = "A slug.");

static const struct field inner_fields[] = {
	IN(struct inner, word, "word", TEXT, .max = 10, .fallback = "\"hello\""),
	IN(struct inner, flag, "flag", BOOLEAN, .fallback = "true"),
	IN(struct inner, slugs, "slugs", LIST, .element = &sample_slug, .max = 5,
		.fallback = "[]"),
};
static const struct record inner_record = INPUT_RECORD(inner, "An inner input.");

static const struct field sample_fields[] = {
	IN(struct sample, title, "title", TEXT, .required = true, .min = 3, .max = 5),
	IN(struct sample, body, "body", TEXT, .max = 4),
	IN(struct sample, plain, "plain", TEXT, .doc = "Up to FIELD_MAX."),
	IN(struct sample, slug, "slug", TEXT, .format = FORMAT_SLUG, .min = 3, .max = 40,
		.empty_allowed = true),
	IN(struct sample, email, "email", TEXT, .format = FORMAT_EMAIL, .min = 3,
		.max = 200),
	IN(struct sample, color, "color", TEXT, .format = FORMAT_COLOR, .min = 7,
		.max = 7, .fallback = "\"#88D1FF\""),
	IN(struct sample, kind, "kind", ENUM, .values = sample_kinds),
	IN(struct sample, limit, "limit", INTEGER, .min = 1, .max = 100,
		.fallback = "25"),
	IN(struct sample, offset, "offset", INTEGER, .min = -5, .max = 5),
	IN(struct sample, large, "large", INTEGER, .doc = "No upper bound."),
	IN(struct sample, mine, "mine", BOOLEAN, .fallback = "false"),
	IN(struct sample, at, "at", INSTANT, .nullable = true),
	IN(struct sample, post, "post", IDENTIFIER, .prefix = "post"),
	IN(struct sample, event, "event", IDENTIFIER, .prefix = "evt",
		.missing = PROBLEM_EVENT_NOT_FOUND),
	IN(struct sample, handle, "handle", TEXT, .format = FORMAT_HANDLE, .min = 3,
		.max = 30, .missing = PROBLEM_MEMBER_NOT_FOUND),
	IN(struct sample, tags, "tags", LIST, .element = &sample_tag, .min = 1, .max = 3),
	IN(struct sample, kinds, "kinds", LIST, .element = &sample_kind),
	IN(struct sample, links, "links", MAP, .element = &sample_link, .max = 2),
	IN_OBJECT(struct sample, inner, "inner", struct inner, &inner_record,
		.fallback = "{}"),
	IN_OBJECT(struct sample, spare, "spare", struct inner, &inner_record,
		.nullable = true),
	IN(struct sample, cursor, "cursor", TEXT, .format = FORMAT_CURSOR, .max = 400),
	IN(struct sample, name, "name", TEXT, .trimmed = true, .min = 1, .max = 4),
};
static const struct record sample_record = INPUT_RECORD(sample, "A sample.");

/* Decodes a JSON text against the sample. */
static inline struct input_result
sample_decode(struct arena *into, const char *json)
{
	struct buffer wire = {.arena = into};
	const char *fault = NULL;
	json_t *value = json_parse(into, json, strlen(json), &fault);

	if (!value)
		fail_msg("%s in %s", fault, json);
	json_to_wire(&wire, value);
	return input_decode(into, &sample_record, wire.data, wire.size);
}

/* The struct of a JSON text without faults. */
static inline const struct sample *
sample_good(struct arena *into, const char *json)
{
	struct input_result result = sample_decode(into, json);

	if (result.faults)
		fail_msg("%s: %s", json, result.faults->detail);
	if (result.missing)
		fail_msg("%s: %s is missing", json, result.missing->name);
	return result.input;
}

/* The only fault of a JSON text. */
static inline const struct fault *
sample_fault(struct arena *into, const char *json)
{
	struct input_result result = sample_decode(into, json);

	if (!result.faults)
		fail_msg("no fault in %s", json);
	if (result.faults->next)
		fail_msg("%s: %s, but also %s", json, result.faults->detail,
			result.faults->next->detail);
	return result.faults;
}

#endif
