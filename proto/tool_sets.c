#include "proto/tool_sets.h"

#include <string.h>

static const char *const names[] = {
	[TOOLS_ALL] = "all",
	[TOOLS_CORE] = "core",
	[TOOLS_READ] = "read",
};

const char *const app_tools_values[] = {"all", "core", NULL};

bool
tool_set_named(const char *name, size_t size, enum tool_set *set)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0) {
			*set = (enum tool_set)i;
			return true;
		}
	}
	return false;
}

const char *
tool_set_name(enum tool_set set)
{
	return names[set];
}

const char *
tool_set_query(enum tool_set set)
{
	static const char *const queries[] = {
		[TOOLS_ALL] = "",
		[TOOLS_CORE] = TOOLS_QUERY "core",
		[TOOLS_READ] = TOOLS_QUERY "read",
	};

	return queries[set];
}
