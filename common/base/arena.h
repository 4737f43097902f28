/*
 * arena.h - memory that dies with a call.
 *
 * Everything a call allocates comes from its arena and is freed at once when the call ends;
 * handlers free nothing. Foreign objects (PGresult, json_t) are tied to the arena at birth
 * with arena_on_done(). Out of memory ends the process: the supervisor restarts it.
 * An arena belongs to one thread at a time.
 */
#ifndef KITH_COMMON_BASE_ARENA_H
#define KITH_COMMON_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/field.h"

struct arena;

/* A new arena whose first block holds `first_bytes`. */
struct arena *arena_new(size_t first_bytes);

/* Runs the callbacks, latest first, and forgets all allocations; keeps one block to reuse. */
void arena_reset(struct arena *arena);

/* arena_reset() and then frees the arena itself; NULL is fine. */
void arena_free(struct arena *arena);

/* `size` zeroed bytes, aligned for any type. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* An array of `count` zeroed elements; a product that overflows ends the process. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A copy of `size` bytes and a NUL after them. */
char *arena_copy(struct arena *arena, const void *data, size_t size);

/* A formatted, NUL-terminated string. */
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list arguments);

/* Calls done(object) when the arena is reset or freed. */
void arena_on_done(struct arena *arena, void (*done)(void *object), void *object);

/* A given text of a C string, copied into the arena. */
struct text arena_text(struct arena *arena, const char *string);

/* A byte buffer that grows inside an arena; zero it but for `arena`. */
struct buffer {
	struct arena *arena;
	uint8_t *data;
	size_t size, capacity;
};

void buffer_append(struct buffer *buffer, const void *data, size_t size);

/* Room for `size` more bytes at data + size; the caller adds what it wrote to .size. */
uint8_t *buffer_reserve(struct buffer *buffer, size_t size);

#endif
