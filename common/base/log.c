/*
 * log.c - writes each line, or the lines of a loop's turn, with one write(2).
 *
 * A line is built on the stack. One write is at most PIPE_BUF bytes, so that lines of
 * several processes do not mix in a pipe. A value that does not fit is truncated; each
 * line is valid JSON for any values.
 *
 * A process never waits for the reader of its log. When the pipe or socket is full, lines
 * are dropped and counted. The next line that can be written reports the count.
 */
#include "common/base/log.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/text/text.h"

#define LINE_BYTES_MAX PIPE_BUF
#define TAIL_BYTES 3 /* reserved for a quote, a brace and the line feed */

struct line {
	size_t size;
	bool full;
	char data[LINE_BYTES_MAX];
};

/* The buffered lines of a thread. */
struct gathered {
	bool wanted;
	size_t size;
	char data[PIPE_BUF];
};

static _Thread_local struct gathered gathered;

/* Guards all writes, and `dropped`. */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static int64_t dropped; /* lines since the last successful write */

static const char *process_name = "kith";
static enum log_level lowest_level = LOG_DEBUG;

/* Call once, before threads start. Keeps the pointer to the name. */
void
log_init(const char *process, enum log_level level)
{
	process_name = process;
	lowest_level = level;
}

/* Appends a piece if it fits; otherwise the line takes nothing more. */
static void
put(struct line *line, const char *data, size_t size)
{
	if (line->full || line->size + size > sizeof(line->data) - TAIL_BYTES) {
		line->full = true;
		return;
	}
	memcpy(line->data + line->size, data, size);
	line->size += size;
}

/* The length of the UTF-8 sequence at `data`, or 0 when it is malformed. */
static size_t
sequence_size(const char *data, size_t left)
{
	unsigned char lead = (unsigned char)*data;
	size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

	return size <= left && utf8_valid(data, size) ? size : 0;
}

/* Appends one character and returns its length in the value. Escapes control characters
 * of C0 and C1, which a terminal would interpret. */
static size_t
put_character(struct line *line, const char *data, size_t left)
{
	size_t size = sequence_size(data, left);
	unsigned code = (unsigned char)data[0];
	char escape[8];

	if (size == 0) {
		put(line, "\xef\xbf\xbd", 3);
		return 1;
	}
	if (size == 2 && code == 0xc2)
		code = (unsigned char)data[1];
	if (size <= 2 && (code < 0x20 || (code >= 0x7f && code <= 0x9f))) {
		put(line, escape,
			(size_t)snprintf(escape, sizeof(escape), "\\u%04X", code));
	} else if (size == 1 && (code == '"' || code == '\\')) {
		put(line, (const char[]){'\\', data[0]}, 2);
	} else {
		put(line, data, size);
	}
	return size;
}

/* The length of the prefix of `text` that needs no escaping. */
static size_t
plain_size(const char *text, size_t left)
{
	size_t size = 0;

	while (size < left && text[size] >= ' ' && text[size] < 0x7f &&
		text[size] != '"' && text[size] != '\\')
		size++;
	return size;
}

static void
put_escaped(struct line *line, const char *text)
{
	size_t left = strlen(text);

	while (left > 0 && !line->full) {
		const size_t plain = plain_size(text, left);
		size_t taken;

		/* A run that does not fit as a whole is appended character by
		 * character. */
		if (plain > 0 && line->size + plain <= sizeof(line->data) - TAIL_BYTES) {
			put(line, text, plain);
			taken = plain;
		} else {
			taken = put_character(line, text, left);
		}

		text += taken;
		left -= taken;
	}
}

/* Begins a member; removes it when its name does not fit. */
static bool
put_name(struct line *line, const char *name, const char *separator)
{
	size_t before = line->size;

	put(line, line->size == 0 ? "{\"" : ",\"", 2);
	put_escaped(line, name);
	put(line, separator, strlen(separator));
	if (line->full)
		line->size = before;
	return !line->full;
}

/* Appends a text member. Its closing quote uses the reserved tail if the text was cut. */
static void
put_text(struct line *line, const char *name, const char *text)
{
	if (!put_name(line, name, "\":\""))
		return;
	put_escaped(line, text);
	line->data[line->size++] = '"';
}

/* Omits a number that does not fit, because a truncated one would be wrong. */
static void
put_number(struct line *line, const char *name, int64_t number)
{
	size_t before = line->size;
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	char digits[20], *at = digits + sizeof(digits);

	if (!put_name(line, name, "\":"))
		return;
	do { /* snprintf() would double the cost of a line */
		*--at = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (number < 0)
		*--at = '-';
	put(line, at, (size_t)(digits + sizeof(digits) - at));
	if (line->full)
		line->size = before;
}

static void
build(struct line *line, enum log_level level, const char *event,
	const struct log_field *fields, unsigned count)
{
	static const char *const level_names[] = {"debug", "info", "warn", "error"};
	char at[CLOCK_TEXT_SIZE];

	line->size = 0;
	line->full = false;
	clock_format(at, clock_unix_us());
	put_text(line, "at", at);
	put_text(line, "level", level_names[level]);
	put_text(line, "process", process_name);
	put_text(line, "event", event);
	for (unsigned i = 0; i < count; i++) {
		if (fields[i].kind == LOG_KIND_INT)
			put_number(line, fields[i].name, fields[i].number);
		else if (fields[i].text != NULL)
			put_text(line, fields[i].name, fields[i].text);
	}
	line->data[line->size++] = '}';
	line->data[line->size++] = '\n';
}

/* Writes at most PIPE_BUF bytes without blocking, which pipe(7) makes atomic; false when
 * nothing was written. */
static bool
write_now(const char *data, size_t size)
{
	struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};

	if (poll(&ready, 1, 0) <= 0)
		return false;
	while (size > 0) {
		ssize_t written = write(STDERR_FILENO, data, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		data += written;
		size -= (size_t)written;
	}
	return true;
}

/* Reports dropped lines; false when that cannot be written either. */
static bool
report_dropped(void)
{
	struct line line __attribute__((uninitialized)); /* it is large */

	if (dropped == 0)
		return true;
	build(&line, LOG_WARN, "log_dropped", &LOG_INT("lines", dropped), 1);
	if (!write_now(line.data, line.size))
		return false;
	dropped = 0;
	return true;
}

/* Writes lines; drops and counts them when standard error is full. */
static void
write_out(const char *data, size_t size)
{
	pthread_mutex_lock(&writing);
	if (!report_dropped() || !write_now(data, size)) {
		for (size_t i = 0; i < size; i++)
			dropped += data[i] == '\n';
	}
	pthread_mutex_unlock(&writing);
}

void
log_gather(void)
{
	gathered.wanted = true;
}

void
log_flush(void)
{
	if (gathered.size > 0)
		write_out(gathered.data, gathered.size);
	gathered.size = 0;
}

/* Writes a line or buffers it for log_flush(). */
static void
finish(const struct line *line, enum log_level level)
{
	if (gathered.size + line->size > sizeof(gathered.data) || level == LOG_ERROR)
		log_flush();
	if (!gathered.wanted || level == LOG_ERROR ||
		line->size > sizeof(gathered.data)) {
		write_out(line->data, line->size);
		return;
	}
	memcpy(gathered.data + gathered.size, line->data, line->size);
	gathered.size += line->size;
}

void
log_write(enum log_level level, const char *event, const struct log_field *fields,
	unsigned count)
{
	struct line line __attribute__((uninitialized)); /* it is large */

	if (level < lowest_level)
		return;
	build(&line, level, event, fields, count);
	finish(&line, level);
}
