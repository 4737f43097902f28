/*
 * arena.h - memory with the lifetime of a call.
 *
 * All allocations of a call come from its arena and are freed together when the call
 * ends; handlers free nothing. Foreign objects (PGresult, json_t) are tied to the arena
 * with arena_on_done() as soon as they exist. Without memory the process ends, and the
 * supervisor restarts it. Only one thread at a time may use an arena.
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

/* Runs the callbacks, latest first, and frees all allocations; keeps one block for
 * reuse. */
void arena_reset(struct arena *arena);

/* Resets and frees the arena; NULL is allowed. */
void arena_free(struct arena *arena);

/* `size` zeroed bytes, aligned for any type. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* An array of `count` zeroed elements. An overflow of the product ends the process. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A copy of `size` bytes with a NUL appended. */
char *arena_copy(struct arena *arena, const void *data, size_t size);

/* A formatted, NUL-terminated string. */
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list arguments);

/* Calls done(object) when the arena is reset or freed. */
void arena_on_done(struct arena *arena, void (*done)(void *object), void *object);

/* A text that is GIVEN: a copy of a C string in the arena. */
struct text arena_text(struct arena *arena, const char *string);

/* A byte buffer that grows in an arena. Zero all members except `arena`. */
struct buffer {
	struct arena *arena;
	uint8_t *data;
	size_t size, capacity;
};

void buffer_append(struct buffer *buffer, const void *data, size_t size);

/* The capacity that buffer_reserve(buffer, size) gives. */
size_t buffer_capacity(const struct buffer *buffer, size_t size);

/* Returns room for `size` bytes at data + size; the caller adds the bytes written to
 * .size. */
uint8_t *buffer_reserve(struct buffer *buffer, size_t size);

/* Gives an empty buffer room for exactly `size` bytes; buffer_reserve() would give up to
 * twice as much. */
void buffer_allocate(struct buffer *buffer, size_t size);

#endif
