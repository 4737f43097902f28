/*
 * hint.c - tells a caller who was refused what to do next, in the terms of the surface.
 */
#include <string.h>

#include "gateway/core/problem/problem.h"

/* The name of an operation for callers of the surface: a tool or a route. What no tool
 * does, a member does on the website. */
static const char *
name_of(struct arena *arena, const struct op *op, bool for_tool)
{
	if (for_tool && op->tool.name != NULL)
		return op->tool.name;
	if (for_tool)
		return arena_printf(arena, "\"%s\" on the website", op->summary);
	return arena_printf(arena, "%s %s", method_names[op->method], op->path);
}

/* Replaces each {operation} in a sentence by its name on the surface. Other names in
 * braces are parameters of paths and stay. */
static const char *
spell_out(struct arena *arena, const char *sentence, bool for_tool)
{
	struct buffer out = {.arena = arena};

	while (*sentence != '\0') {
		size_t plain = strcspn(sentence, "{");
		size_t size = sentence[plain] == '{' ? strcspn(sentence + plain, "}") : 0;
		const struct op *op =
			size > 1 ? op_named(sentence + plain + 1, size - 1) : NULL;
		const char *name = op != NULL ? name_of(arena, op, for_tool) : "";

		if (op == NULL && size > 0)
			plain++;
		buffer_append(&out, sentence, plain);
		buffer_append(&out, name, strlen(name));
		sentence += plain + (op != NULL ? size + 1 : 0);
	}
	return arena_copy(arena, out.data, out.size);
}

void
problem_hint(struct arena *arena, const struct op *op, bool for_tool,
	struct message_reply *reply)
{
	const struct hint *hint = op_hint(op, reply->problem);

	if (reply->requires_name == NULL) {
		reply->requires_name = hint->requires_name;
		reply->requires_values = hint->requires_values;
	}
	if (reply->next_step == NULL)
		reply->next_step = hint->sentence;
	if (reply->next_step != NULL)
		reply->next_step = spell_out(arena, reply->next_step, for_tool);
}
