/*
 * log.h - structured logs: one JSON object per line, on standard error.
 *
 *     log_info("call", LOG_TEXT("op", op->name), LOG_INT("ms", 3));
 *
 * Only the outermost layers of a process log (service.c, http.c, main.c, and the
 * supervisors of connections); libraries return errors to their callers. Values are
 * escaped, so a hostile string cannot forge a line. Nothing is redacted: never pass a
 * secret. A line that standard error does not accept immediately is dropped, so that
 * logging never blocks.
 */
#ifndef KITH_COMMON_BASE_LOG_H
#define KITH_COMMON_BASE_LOG_H

#include <stdint.h>

enum log_level {
	LOG_DEBUG,
	LOG_INFO,
	LOG_WARN,
	LOG_ERROR
};

enum log_kind {
	LOG_KIND_TEXT,
	LOG_KIND_INT
};

struct log_field {
	enum log_kind kind;
	const char *name;
	const char *text; /* NULL omits the field */
	int64_t number;
};

#define LOG_TEXT(field_name, value) \
	((struct log_field){.kind = LOG_KIND_TEXT, .name = (field_name), .text = (value)})
#define LOG_INT(field_name, value) \
	((struct log_field){ \
		.kind = LOG_KIND_INT, .name = (field_name), .number = (value)})

/* Sets the process name of every line and the lowest level that is written. */
void log_init(const char *process, enum log_level level);

void log_write(enum log_level level, const char *event, const struct log_field *fields,
	unsigned count);

/* Buffers this thread's lines below LOG_ERROR from now on. They are written by
 * log_flush(), when the buffer is full, and before an error. */
void log_gather(void);
void log_flush(void);

#define LOG_AT(level, event, ...) \
	log_write((level), (event), (const struct log_field[]){__VA_ARGS__}, \
		sizeof((const struct log_field[]){__VA_ARGS__}) / \
			sizeof(struct log_field))
#define log_debug(event, ...) LOG_AT(LOG_DEBUG, event, __VA_ARGS__)
#define log_info(event, ...) LOG_AT(LOG_INFO, event, __VA_ARGS__)
#define log_warn(event, ...) LOG_AT(LOG_WARN, event, __VA_ARGS__)
#define log_error(event, ...) LOG_AT(LOG_ERROR, event, __VA_ARGS__)

#endif
