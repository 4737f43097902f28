#include <stdio.h>

#include "gateway/mcp/inside.h"

/* Prints every tool there is, as docs/tools.json holds them. */
void
mcp_print_tools(void)
{
	struct arena *arena = arena_new((size_t)64 * 1024);
	struct buffer list = {.arena = arena}, pretty = {.arena = arena};
	struct principal everybody = {.admin = true, .scopes = SCOPE_ALL};

	json_add_open(&list, NULL, '{');
	json_add_key(&list, "tools");
	mcp_tools_write(&list, &everybody);
	json_add_close(&list, '}');
	json_pretty(&pretty, list.data, list.size);
	fwrite(pretty.data, 1, pretty.size, stdout);
	arena_free(arena);
}
