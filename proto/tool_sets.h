/*
 * tool_sets.h - which tools an app gets.
 *
 * The address of the tool server may name a set, {base}/mcp?tools=core. The member may
 * limit an app to the core. Both limits hold.
 */
#ifndef KITH_PROTO_TOOL_SETS_H
#define KITH_PROTO_TOOL_SETS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

enum tool_set {
	TOOLS_ALL,
	TOOLS_CORE, /* the most used ones, for clients that read all of the list */
	TOOLS_READ, /* those that change nothing */
};

/* Finds the set of a name: all, core or read. False for another name. */
bool tool_set_named(const char *name, size_t size, enum tool_set *set);

/* The name of a set. */
const char *tool_set_name(enum tool_set set);

/* The query of an address that names a set: "?tools=core"; "" for all tools. */
#define TOOLS_QUERY "?tools="
const char *tool_set_query(enum tool_set set);

/* The page where the member chooses for an app. */
#define APPS_PAGE "/settings/apps"

/* The sets that a member chooses from. A grant without network:write is read-only. */
extern const char *const app_tools_values[];

/* The choice as a field of an answer. */
#define APP_TOOLS_FIELD \
	OUT("tools", ENUM, .values = app_tools_values, .nullable = true, \
		.doc = "The tools that the app gets: `all`, or `core`, the 20 most used " \
		       "ones; null for an app of the REST API.")

#endif
