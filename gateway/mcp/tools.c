#include "gateway/mcp/tools.h"

#include <stdlib.h>
#include <string.h>

#include "common/json/json.h"
#include "gateway/mcp/schema.h"

/* Most used first, then by name, so that the order is stable. */
static int
by_rank(const void *a, const void *b)
{
	const struct tool *left = &(*(const struct op *const *)a)->tool;
	const struct tool *right = &(*(const struct op *const *)b)->tool;

	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* Whether the tool exists for the principal at all. */
static bool
exists_for(const struct op *op, const struct principal *principal)
{
	return op->tool.name != NULL && (op->guard != GUARD_ADMIN || principal->admin);
}

bool
mcp_tools_listed(const struct op *op, const struct principal *principal)
{
	return exists_for(op, principal) &&
		(op->scopes == 0 || (op->scopes & principal->scopes) != 0);
}

static void
put_text(struct buffer *out, const char *name, const char *value)
{
	json_put_raw(out, name);
	json_put_string(out, value, strlen(value));
}

static void
put_hint(struct buffer *out, const char *name, bool value)
{
	json_put_raw(out, name);
	json_put_raw(out, value ? "true" : "false");
}

/* Writes all hints, because clients assume the worst of absent ones. */
static void
put_annotations(struct buffer *out, const struct tool *tool)
{
	put_text(out, ",\"annotations\":{\"title\":", tool->title);
	put_hint(out, ",\"readOnlyHint\":", tool->read_only);
	put_hint(out, ",\"destructiveHint\":", tool->destructive);
	put_hint(out, ",\"idempotentHint\":", tool->idempotent);
	put_hint(out, ",\"openWorldHint\":", tool->open_world);
	json_put_raw(out, "}");
}

static void
put_tool(struct buffer *out, const struct op *op)
{
	put_text(out, "{\"name\":", op->tool.name);
	put_text(out, ",\"title\":", op->tool.title);
	put_text(out, ",\"description\":", op->tool.doc != NULL ? op->tool.doc : op->doc);
	json_put_raw(out, ",\"inputSchema\":");
	mcp_schema_input(out, op);
	json_put_raw(out, ",\"outputSchema\":");
	mcp_schema_output(out, op);
	put_annotations(out, &op->tool);
	json_put_raw(out, "}");
}

size_t
mcp_tools_sorted(const struct op **listed, const struct principal *principal)
{
	size_t count = 0;

	for (size_t at = 0; at < op_count; at++) {
		if (mcp_tools_listed(ops[at], principal))
			listed[count++] = ops[at];
	}
	qsort(listed, count, sizeof(struct op *), by_rank);
	return count;
}

static bool
is_core(const char *name)
{
	static const char *const names[] = {"get_my_profile", "search_members", "search",
		"fetch", "get_member", "list_posts", "list_orgs", "get_post",
		"list_progress", "list_projects", "briefing", "list_intros",
		"list_events", "get_event", "rsvp_event", "create_post", "request_intro",
		"respond_to_intro", "create_progress", "close_post"};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool
has(enum tool_set set, const struct op *op)
{
	if (set == TOOLS_READ)
		return op->tool.read_only;
	return set == TOOLS_ALL || is_core(op->tool.name);
}

enum mcp_tool_limit
mcp_tools_limit(
	const struct op *op, const struct principal *principal, enum tool_set of_address)
{
	if (!has(principal->tools, op))
		return MCP_TOOL_NOT_IN_APP;
	return has(of_address, op) ? MCP_TOOL_LISTED : MCP_TOOL_NOT_IN_ADDRESS;
}

void
mcp_tools_write(
	struct buffer *out, const struct principal *principal, enum tool_set of_address)
{
	const struct op **listed = arena_array(out->arena, op_count, sizeof(struct op *));
	size_t count = mcp_tools_sorted(listed, principal);
	bool first = true;

	json_put_raw(out, "[");
	for (size_t at = 0; at < count; at++) {
		if (mcp_tools_limit(listed[at], principal, of_address) != MCP_TOOL_LISTED)
			continue;
		if (!first)
			json_put_raw(out, ",");
		put_tool(out, listed[at]);
		first = false;
	}
	json_put_raw(out, "]");
}

const struct op *
mcp_tools_find(const char *name, const struct principal *principal)
{
	for (size_t at = 0; at < op_count; at++) {
		const struct op *op = ops[at];

		if (exists_for(op, principal) && strcmp(op->tool.name, name) == 0)
			return op;
	}
	return NULL;
}
