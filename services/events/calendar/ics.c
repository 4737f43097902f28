#include "services/events/calendar/ics.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define LINE_BYTES_MAX 75

/* Folds a line between UTF-8 characters, and terminates it. */
static void
put_line(struct buffer *out, const struct buffer *line)
{
	size_t used = 0;

	for (size_t at = 0; at < line->size;) {
		size_t size = 1;

		while (at + size < line->size && (line->data[at + size] & 0xc0) == 0x80)
			size++;
		if (used + size > LINE_BYTES_MAX) {
			buffer_append(out, "\r\n ", 3);
			used = 1;
		}
		buffer_append(out, line->data + at, size);
		used += size;
		at += size;
	}
	buffer_append(out, "\r\n", 2);
}

static void
put(struct buffer *line, const char *string)
{
	buffer_append(line, string, strlen(string));
}

void
ics_line(struct buffer *out, const char *format, ...)
{
	struct buffer line = {.arena = out->arena};
	va_list arguments;

	va_start(arguments, format);
	put(&line, arena_vprintf(out->arena, format, arguments));
	va_end(arguments);
	put_line(out, &line);
}

/* Control characters are not allowed in text. */
static bool
is_control(uint8_t byte)
{
	return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

void
ics_text(struct buffer *out, const char *name, const struct text *text)
{
	struct buffer line = {.arena = out->arena};

	put(&line, name);
	put(&line, ":");
	for (size_t i = 0; i < text->size; i++) {
		const char byte = text->data[i];
		const bool pair =
			byte == '\r' && i + 1 < text->size && text->data[i + 1] == '\n';

		if (byte == '\n' || (byte == '\r' && !pair))
			put(&line, "\\n");
		else if (byte == '\\' || byte == ';' || byte == ',')
			buffer_append(&line, (const char[]){'\\', byte}, 2);
		else if (!is_control((uint8_t)byte))
			buffer_append(&line, &byte, 1);
	}
	put_line(out, &line);
}

/* A quoted parameter value cannot contain a quotation mark, so it becomes an
 * apostrophe. */
void
ics_named(struct buffer *out, const char *name, const char *parameter,
	const struct text *text, const char *value)
{
	struct buffer line = {.arena = out->arena};

	put(&line, name);
	put(&line, ";");
	put(&line, parameter);
	put(&line, "=\"");
	for (size_t i = 0; i < text->size; i++) {
		const char *byte = text->data[i] == '"' ? "'" : &text->data[i];

		if (!is_control((uint8_t)*byte))
			buffer_append(&line, byte, 1);
	}
	put(&line, "\":");
	put(&line, value);
	put_line(out, &line);
}

void
ics_time(char out[ICS_TIME_SIZE], int64_t seconds)
{
	const time_t time = (time_t)seconds;
	struct tm tm;

	gmtime_r(&time, &tm);
	snprintf(out, ICS_TIME_SIZE, "%04u%02u%02uT%02u%02u%02u",
		(unsigned)(tm.tm_year + 1900) % 10000, (unsigned)(tm.tm_mon + 1) % 100,
		(unsigned)tm.tm_mday % 100, (unsigned)tm.tm_hour % 100,
		(unsigned)tm.tm_min % 100, (unsigned)tm.tm_sec % 100);
}
