#include <stdio.h>

#include "common/json/json.h"
#include "gateway/auth/auth.h"
#include "gateway/mcp/mcp.h"
#include "gateway/mcp/tools.h"

/* The scopes to try, in every combination; each token has openid. */
static const unsigned tried[] = {SCOPE_PROFILE, SCOPE_NETWORK_READ, SCOPE_NETWORK_WRITE,
	SCOPE_OFFLINE_ACCESS, SCOPE_ADMIN};
#define SUBSETS (1U << COUNT_OF(tried))

/* Prints all tools, for docs/tools.json. */
void
mcp_print_tools(void)
{
	struct arena *arena = arena_new((size_t)64 * 1024);
	struct buffer list = {.arena = arena}, pretty = {.arena = arena};
	struct principal everybody = {.admin = true, .scopes = SCOPE_ALL};

	json_add_open(&list, NULL, '{');
	json_add_key(&list, "tools");
	mcp_tools_write(&list, &everybody, TOOLS_ALL);
	json_add_close(&list, '}');
	json_pretty(&pretty, list.data, list.size);
	fwrite(pretty.data, 1, pretty.size, stdout);
	arena_free(arena);
}

/* The scopes of a subset, and those that they include. */
static unsigned
scopes_of(unsigned subset)
{
	unsigned scopes = SCOPE_OPENID;

	for (size_t i = 0; i < COUNT_OF(tried); i++)
		if ((subset & 1U << i) != 0)
			scopes |= tried[i];
	for (size_t i = 0; i < SCOPE_KINDS; i++)
		if ((scopes & scope_infos[i].bit) != 0)
			scopes |= scope_infos[i].includes;
	return scopes;
}

/* Whether an administrator's token with these scopes may call the tool. */
static bool
permits(const struct op *op, unsigned subset)
{
	const struct principal principal = {.membership = MEMBERSHIP_ACTIVE,
		.admin = true,
		.scopes = scopes_of(subset)};

	return auth_guard(op, &principal) == PROBLEM_NONE;
}

/* One row: which scope alone is enough, and in how many combinations. */
static void
print_row(const struct op *op)
{
	unsigned enough = 0;

	printf("| `%s` |", op->tool.name);
	for (size_t i = 0; i < COUNT_OF(tried); i++)
		printf(" %s |", permits(op, 1U << i) ? "yes" : "");
	for (unsigned subset = 0; subset < SUBSETS; subset++)
		enough += permits(op, subset);
	printf(" %u | %s |\n", enough, op->guard == GUARD_ADMIN ? "yes" : "");
}

void
mcp_print_tool_scopes(void)
{
	struct arena *arena = arena_new(4096);
	const struct principal everybody = {.admin = true, .scopes = SCOPE_ALL};
	const struct op **listed = arena_array(arena, op_count, sizeof(struct op *));
	size_t count = mcp_tools_sorted(listed, &everybody);

	printf("# Tools and scopes\n\n"
	       "Found out by trying every tool with every combination of scopes (`make "
	       "docs`); `tests/e2e/tool_scopes_test.py`\n"
	       "does the same with a running instance. A tool is listed exactly where "
	       "it may be called. A call of another one is\n"
	       "refused with 403 `insufficient_scope`, and the challenge names the "
	       "scope.\n\n"
	       "The columns say which scope is enough by itself, and how many of the "
	       "%u combinations are. Tools for administrators\n"
	       "do not exist for anybody else, whatever the scopes.\n\n"
	       "| tool | profile | network:read | network:write | offline_access | "
	       "admin | of %u | for administrators "
	       "|\n|---|---|---|---|---|---|---|---|\n",
		SUBSETS, SUBSETS);
	for (size_t at = 0; at < count; at++)
		print_row(listed[at]);
	arena_free(arena);
}
