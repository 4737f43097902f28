/*
 * fault.c - which control a fault of the input belongs to, and its sentence.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/web/inside.h"

bool
control_is_refused(const struct view *view, const struct form *form)
{
	const struct http_parameter *last =
		&view->captures[view->capture_count > 0 ? view->capture_count - 1 : 0];

	return view->form == form && view->refusal != NULL &&
		(view->row == NULL || strcmp(view->row, last->value.data) == 0);
}

/* Whether a pointer names the control or a part of it: "#/kinds/org_joined/email". */
static bool
points_to(const char *pointer, const char *name)
{
	if (pointer == NULL || strncmp(pointer, "#/", 2) != 0)
		return false;
	for (pointer += 2; *name != '\0'; pointer++, name++) {
		if (*pointer != (*name == '.' ? '/' : *name))
			return false;
	}
	return *pointer == '\0' || *pointer == '/';
}

const struct control *
control_at(const struct form *form, const char *pointer)
{
	for (size_t i = 0; i < form->control_count; i++) {
		if (points_to(pointer, form->controls[i].name))
			return &form->controls[i];
	}
	return NULL;
}

const struct fault *
control_fault_of(const struct view *view, const struct form *form, const char *name)
{
	const struct fault *fault =
		control_is_refused(view, form) ? view->refusal->faults : NULL;

	while (fault != NULL && !points_to(fault->pointer, name))
		fault = fault->next;
	return fault;
}

/* The fault of a part: "Links: Shop must be ..." for ".Shop must be ..." in a map, and
 * "Skills: number 2 must have ..." for "[1] must have ..." in a list. */
static const char *
part_fault(struct arena *arena, const char *label, const char *detail)
{
	char *rest;
	long index;

	if (detail[0] == '.')
		return arena_printf(arena, "%s: %s.", label, detail + 1);
	index = strtol(detail + 1, &rest, 10);
	return arena_printf(arena, "%s: number %ld%s.", label, index + 1, rest + 1);
}

const char *
control_fault(struct arena *arena, const struct fault *fault, const char *name,
	const char *label)
{
	const char *detail = fault->detail != NULL ? fault->detail : "is not valid";
	const size_t size = strlen(name);
	char *sentence;

	if (fault->code == FAULT_REQUIRED)
		return arena_printf(arena, "%s is required.", label);
	if (strncmp(detail, name, size) == 0 && detail[size] == ' ')
		return arena_printf(arena, "%s%s.", label, detail + size);
	if (strncmp(detail, name, size) == 0 &&
		(detail[size] == '.' || detail[size] == '['))
		return part_fault(arena, label, detail + size);
	sentence = arena_printf(arena, "%s.", detail);
	sentence[0] = (char)toupper((unsigned char)sentence[0]);
	return sentence;
}
