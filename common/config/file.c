/*
 * file.c - reads secret settings from files, so that they appear in no process list.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/rules.h"

#define FILE_BYTES_MAX 8192

/* The file's text without its last line feed; NULL with a message in *fault on
 * failure. */
static const char *
read_line(struct arena *arena, const char *name, const char *path, const char **fault)
{
	char text[FILE_BYTES_MAX + 1];
	FILE *file = fopen(path, "re");
	size_t size;
	bool broken;

	if (file == NULL) {
		*fault = arena_printf(arena, "%s: %s: %s", name, path, strerror(errno));
		return NULL;
	}
	size = fread(text, 1, sizeof(text), file);
	broken = ferror(file) != 0;
	fclose(file);
	if (broken) {
		*fault = arena_printf(arena, "%s: %s cannot be read", name, path);
		return NULL;
	}
	if (size == sizeof(text)) {
		*fault = arena_printf(arena, "%s: %s has more than %d bytes", name, path,
			FILE_BYTES_MAX);
		return NULL;
	}
	if (size > 0 && text[size - 1] == '\n')
		size--;
	if (memchr(text, '\0', size) != NULL) {
		*fault = arena_printf(arena, "%s: %s is not a text file", name, path);
		return NULL;
	}
	return arena_copy(arena, text, size);
}

const char *
config_text_of_file(struct arena *arena, const struct field *field, const char **fault)
{
	const char *name, *path, *text;

	if (!field->secret)
		return NULL;
	name = arena_printf(arena, "%s_FILE", field->name);
	path = getenv(name);
	if (path == NULL || path[0] == '\0')
		return NULL;
	text = read_line(arena, name, path, fault);
	return text == NULL || text[0] == '\0' ? NULL : text;
}
