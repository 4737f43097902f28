#include "services/ctl/operator/table.h"

#include <stdio.h>
#include <string.h>

#include "common/config/config.h"

#define VALUE_SIZE 4100
#define INSTANT_SIZE 24 /* 2026-11-25T18:00:00.000Z */

/* Copies a text. Control characters become "?", so that no text of a member controls the
 * terminal: C0, DEL, C1 (0xC2 0x80 to 0x9F), and the bidirectional controls (U+202A to
 * U+202E, U+2066 to U+2069). */
static void
put_clean(char out[VALUE_SIZE], const char *text)
{
	size_t size = 0;

	while (*text != '\0' && size < VALUE_SIZE - 4) {
		const unsigned char *at = (const unsigned char *)text;
		const bool c1 = at[0] == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f;
		const bool bidi = at[0] == 0xe2 &&
			((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) ||
				(at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));

		if (at[0] < 0x20 || at[0] == 0x7f || c1 || bidi) {
			out[size++] = '?';
			text += bidi ? 3 : c1 ? 2 : 1;
		} else {
			out[size++] = *text++;
		}
	}
	out[size] = '\0';
}

/* Whether the text is a point in time of the API. */
static bool
is_instant(const char *text)
{
	return strlen(text) == INSTANT_SIZE && text[4] == '-' && text[10] == 'T' &&
		text[INSTANT_SIZE - 1] == 'Z';
}

/* A record inside of the answer is shown by its handle, or else by its name. */
static const char *
name_of(const json_t *record)
{
	const char *handle = json_string_value(json_object_get(record, "handle"));
	const char *name = json_string_value(json_object_get(record, "name"));

	return handle != NULL ? handle : name != NULL ? name : "-";
}

static void
format_value(char out[VALUE_SIZE], const json_t *value)
{
	const char *text = "-";

	if (json_is_integer(value)) {
		snprintf(out, VALUE_SIZE, "%lld", (long long)json_integer_value(value));
		return;
	}
	if (json_is_boolean(value))
		text = json_is_true(value) ? "yes" : "no";
	else if (json_is_object(value))
		text = name_of(value);
	else if (json_is_string(value) && json_string_length(value) > 0)
		text = json_string_value(value);
	put_clean(out, text);
	if (is_instant(text))
		snprintf(out, VALUE_SIZE, "%.10s %.5s UTC", text, text + 11);
}

/* The number of characters of a UTF-8 text. */
static int
width_of(const char *text)
{
	int width = 0;

	for (; *text != '\0'; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}

/* Prints a cell. The last cell of a line has no blanks after it. */
static void
print_cell(const struct operator_command *command, size_t column, const char *text)
{
	const bool last = column + 1 == command->column_count;
	const int room = command->columns[column].width - width_of(text);

	printf("%s%*s", text, last ? 0 : (room > 0 ? room : 0) + 2, "");
	if (last)
		putchar('\n');
}

void
table_head(const struct operator_command *command)
{
	for (size_t i = 0; i < command->column_count; i++)
		print_cell(command, i, command->columns[i].title);
}

void
table_row(const struct operator_command *command, const json_t *record)
{
	char value[VALUE_SIZE];

	for (size_t i = 0; i < command->column_count; i++) {
		format_value(value, json_object_get(record, command->columns[i].field));
		print_cell(command, i, value);
	}
}

void
table_record(const struct operator_command *command, const json_t *record)
{
	char value[VALUE_SIZE];

	for (size_t i = 0; i < command->column_count; i++) {
		format_value(value, json_object_get(record, command->columns[i].field));
		printf("%-14s %s\n", command->columns[i].title, value);
		if (i == 0 && command->link != NULL)
			printf("%-14s %s%s%s\n", "link", config()->base_url.data,
				command->link, value);
	}
}
