/*
 * log.h - one JSON object per line, on standard error.
 *
 *     log_info("call", LOG_TEXT("op", op->name), LOG_INT("ms", 3));
 *
 * Only the edges of a process log (service.c, http.c, main.c, and the supervisors of
 * connections); libraries answer errors to their callers. Values are escaped, so a hostile
 * string cannot forge a line. Never pass a secret: there is no redaction behind it. A line that
 * standard error does not take at once is dropped, so that nothing ever waits for the log.
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
	const char *text; /* NULL leaves the field out */
	int64_t number;
};

#define LOG_TEXT(field_name, value) \
	((struct log_field){.kind = LOG_KIND_TEXT, .name = (field_name), .text = (value)})
#define LOG_INT(field_name, value) \
	((struct log_field){ \
		.kind = LOG_KIND_INT, .name = (field_name), .number = (value)})

/* The process's name in every line, and the lowest level that is written. */
void log_init(const char *process, enum log_level level);

void log_write(enum log_level level, const char *event, const struct log_field *fields,
	unsigned count);

/* From now on this thread's lines below LOG_ERROR are gathered, and written in one go by
 * log_flush(), when they are many, or before an error. */
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
