#include <stdio.h>

#include "gateway/mcp/inside.h"

/* Prints every tool there is, as docs/tools.json holds them. */
void
mcp_print_tools(void)
{
	struct arena *arena = arena_new((size_t)64 * 1024);
	struct buffer list = {.arena = arena};
	struct principal everybody = {.admin = true, .scopes = SCOPE_ALL};
	const char *fault = NULL;
	const json_t *tools;

	json_put_raw(&list, "{\"tools\":");
	mcp_tools_write(&list, &everybody);
	json_put_raw(&list, "}");
	tools = json_parse(arena, list.data, list.size, &fault);
	if (tools != NULL)
		json_dumpf(tools, stdout, JSON_INDENT(2));
	putchar('\n');
	arena_free(arena);
}
