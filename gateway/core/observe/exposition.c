#include "gateway/core/observe/exposition.h"

#include <stdbool.h>
#include <string.h>

#define HEAD "# HELP "

/* The beginning of the next family, or the end of the text. */
static const char *
next_family(const char *at)
{
	const char *next = strstr(at, "\n" HEAD);

	return next != NULL ? next + 1 : at + strlen(at);
}

/* The size of "# HELP name " at the beginning of a family, which identifies it. */
static size_t
head_size(const char *family)
{
	const char *name = family + strlen(HEAD);

	return strlen(HEAD) + strcspn(name, " \n") + 1;
}

/* The family of the same name in a document, or NULL. */
static const char *
find(const struct exposition *document, const char *family)
{
	const size_t size = head_size(family);

	if (document->text == NULL)
		return NULL;
	for (const char *at = document->text; *at != '\0'; at = next_family(at)) {
		if (strncmp(at, family, size) == 0)
			return at;
	}
	return NULL;
}

/* A label's value, escaped. */
static void
append_value(struct buffer *out, const char *value)
{
	for (; *value != '\0'; value++) {
		if (*value == '"' || *value == '\\')
			buffer_append(out, "\\", 1);
		buffer_append(out, *value == '\n' ? " " : value, 1);
	}
}

/* One line; the label `replica` is added to a sample. */
static void
append_line(struct buffer *out, const char *line, size_t size, const char *replica)
{
	const char *brace = memchr(line, '{', size);

	if (replica == NULL || line[0] == '#' || brace == NULL) {
		buffer_append(out, line, size);
		return;
	}
	buffer_append(out, line, (size_t)(brace + 1 - line));
	buffer_append(out, "replica=\"", strlen("replica=\""));
	append_value(out, replica);
	buffer_append(out, "\",", 2);
	buffer_append(out, brace + 1, size - (size_t)(brace + 1 - line));
}

/* The samples of a family; its head comes with the first ones. */
static void
append_family(struct buffer *out, const char *family, bool with_head, const char *replica)
{
	const char *end = next_family(family);

	while (family < end) {
		size_t size = (size_t)(strchrnul(family, '\n') - family);

		size += family[size] == '\n';
		if (with_head || family[0] != '#')
			append_line(out, family, size, replica);
		family += size;
	}
}

/* Whether no earlier document has the family. */
static bool
is_first(const struct exposition *documents, size_t index, const char *family)
{
	for (size_t i = 0; i < index; i++) {
		if (find(&documents[i], family) != NULL)
			return false;
	}
	return true;
}

void
exposition_merge(struct buffer *out, const struct exposition *documents, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *at = documents[i].text;

		for (; at != NULL && *at != '\0'; at = next_family(at)) {
			if (!is_first(documents, i, at))
				continue;
			append_family(out, at, true, documents[i].replica);
			for (size_t j = i + 1; j < count; j++) {
				const char *same = find(&documents[j], at);

				if (same != NULL)
					append_family(
						out, same, false, documents[j].replica);
			}
		}
	}
}
