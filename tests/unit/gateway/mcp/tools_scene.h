/* tools_scene.h - the list of tools, as a client reads it. */
#ifndef KITH_TESTS_UNIT_GATEWAY_MCP_TOOLS_SCENE_H
#define KITH_TESTS_UNIT_GATEWAY_MCP_TOOLS_SCENE_H

#include <string.h>

#include "common/json/json.h"
#include "gateway/mcp/tools.h"
#include "tests/support/test.h"

static const struct principal everybody = {
	.membership = MEMBERSHIP_ACTIVE,
	.admin = true,
	.scopes = SCOPE_ALL,
};

/* The list as text and as a tree, for a principal. */
static inline const char *
list_text(struct arena *arena, const struct principal *principal)
{
	struct buffer out = {.arena = arena};

	mcp_tools_write(&out, principal, TOOLS_ALL);
	return arena_copy(arena, out.data, out.size);
}

static inline const json_t *
list_tree(struct arena *arena, const struct principal *principal)
{
	const char *fault = NULL;
	const char *text = list_text(arena, principal);
	const json_t *tools = json_parse(arena, text, strlen(text), &fault);

	assert_true(json_is_array(tools));
	return tools;
}

#endif
