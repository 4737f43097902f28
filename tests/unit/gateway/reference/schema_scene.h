/* schema_scene.h - schemas and documents as trees, in an arena of the program. */
#ifndef KITH_TESTS_UNIT_GATEWAY_REFERENCE_SCHEMA_SCENE_H
#define KITH_TESTS_UNIT_GATEWAY_REFERENCE_SCHEMA_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "common/config/config.h"
#include "common/input/input.h"
#include "common/json/json.h"
#include "gateway/reference/example.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "gateway/reference/shape.h"
#include "proto/changelog.h"
#include "proto/content/posts.h"
#include "proto/example.h"
#include "proto/identity/identity.h"
#include "proto/orgs/orgs.h"
#include "proto/records.h"
#include "tests/support/test.h"

static struct arena *arena;

static void
begin(void)
{
	setenv("KITH_BASE_URL", "https://kith.example", 1);
	config_load();
	arena = arena_new(65536);
}

static void
end(void)
{
	arena_free(arena);
}

static inline json_t *
parse(const struct buffer *out)
{
	const char *fault = NULL;
	json_t *tree = json_parse(arena, out->data, out->size, &fault);

	if (tree == NULL)
		fail_msg("%s in %.*s", fault, (int)out->size, (const char *)out->data);
	return tree;
}

static inline json_t *
schema(const struct record *record, enum schema_use use)
{
	struct buffer out = {.arena = arena};

	schema_of_record(&out, record, use);
	return parse(&out);
}

static inline json_t *
property(const json_t *tree, const char *name)
{
	return json_object_get(json_object_get(tree, "properties"), name);
}

static inline void
assert_text(const json_t *tree, const char *name, const char *expected)
{
	assert_string_equal(json_string_value(json_object_get(tree, name)), expected);
}

static inline long long
integer(const json_t *tree, const char *name)
{
	assert_true(json_is_integer(json_object_get(tree, name)));
	return json_integer_value(json_object_get(tree, name));
}

const struct test_scene test_scene = {.open = begin, .close = end};

#endif
