#include <string.h>

#include "services/ctl/doctor/inside.h"

/* A message of a library on one line, without its final full stop. */
static const char *
on_one_line(struct arena *arena, const char *text)
{
	char *line = arena_copy(arena, text, strlen(text));
	size_t size = strlen(line);

	while (size > 0 && strchr("\n.", line[size - 1]) != NULL)
		line[--size] = '\0';
	for (char *at = line; (at = strpbrk(at, "\n\t")) != NULL;)
		*at = ' ';
	return line;
}

void
doctor_note(struct doctor *doctor, const char *check, enum finding_state state,
	const char *hint, const char *format, ...)
{
	struct finding *finding = arena_alloc(doctor->arena, sizeof(*finding));
	va_list arguments;

	va_start(arguments, format);
	finding->found = arena_vprintf(doctor->arena, format, arguments);
	va_end(arguments);
	finding->found = on_one_line(doctor->arena, finding->found);
	finding->check = check;
	finding->state = state;
	finding->hint = hint;
	*doctor->end = finding;
	doctor->end = &finding->next;
}
