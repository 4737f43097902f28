/*
 * arena.c - a list of memory blocks that is filled in order and released at once.
 *
 * A reset keeps the first block for the next call and frees the others. Memory is handed
 * out zeroed: new blocks come from calloc(), and a reset clears only the used part of the
 * first block. Under the address sanitizer all unallocated memory is poisoned, so a use
 * after a reset is reported.
 */
#include "common/base/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISON(data, size) __asan_poison_memory_region((data), (size))
#define UNPOISON(data, size) __asan_unpoison_memory_region((data), (size))
#define RED_ZONE ((size_t)16)
#else
#define POISON(data, size) ((void)(data), (void)(size))
#define UNPOISON(data, size) ((void)(data), (void)(size))
#define RED_ZONE ((size_t)0)
#endif

#define ALIGNMENT ((size_t)16)
#define BLOCK_BYTES_MIN ((size_t)1024)
#define BUFFER_BYTES_MIN ((size_t)64)

struct block {
	struct block *previous;
	size_t size, used;
	alignas(16) uint8_t data[];
};

struct cleanup {
	void (*done)(void *object);
	void *object;
	struct cleanup *previous;
};

struct arena {
	struct block *first;   /* kept by a reset */
	struct block *current; /* the next allocation uses it if there is room */
	struct cleanup *cleanups;
	size_t block_bytes;
};

/* Ends the process: its state after a failed allocation cannot be trusted. */
static _Noreturn void
give_up(const char *event, size_t bytes)
{
	int64_t logged = bytes > (size_t)INT64_MAX ? INT64_MAX : (int64_t)bytes;

	log_error(event, LOG_INT("bytes", logged));
	abort();
}

/* The bytes that an allocation uses in its block. */
static size_t
footprint(size_t size)
{
	size_t padded;

	if (__builtin_add_overflow(size, RED_ZONE + ALIGNMENT - 1, &padded))
		give_up("allocation_overflow", size);
	padded &= ~(ALIGNMENT - 1);
	return padded == 0 ? ALIGNMENT : padded;
}

static struct block *
block_new(size_t bytes)
{
	struct block *block;
	size_t total;

	if (__builtin_add_overflow(bytes, sizeof(*block), &total))
		give_up("allocation_overflow", bytes);
	block = calloc(1, total);
	if (block == NULL)
		give_up("out_of_memory", total);
	block->size = bytes;
	POISON(block->data, bytes);
	return block;
}

static void
block_free(struct block *block)
{
	UNPOISON(block->data, block->size);
	free(block);
}

/* Allocates the first block now, so that no call waits for it. */
struct arena *
arena_new(size_t first_bytes)
{
	struct arena *arena = calloc(1, sizeof(*arena));

	if (arena == NULL)
		give_up("out_of_memory", sizeof(*arena));
	arena->block_bytes =
		first_bytes < BLOCK_BYTES_MIN ? BLOCK_BYTES_MIN : first_bytes;
	arena->block_bytes = footprint(arena->block_bytes);
	arena->first = block_new(arena->block_bytes);
	arena->current = arena->first;
	return arena;
}

/* Runs the callbacks, latest first. They may still allocate or register others. */
static void
run_cleanups(struct arena *arena)
{
	while (arena->cleanups != NULL) {
		struct cleanup *cleanup = arena->cleanups;

		arena->cleanups = cleanup->previous;
		cleanup->done(cleanup->object);
	}
}

void
arena_reset(struct arena *arena)
{
	run_cleanups(arena);
	while (arena->current != arena->first) {
		struct block *block = arena->current;

		arena->current = block->previous;
		block_free(block);
	}
	/* take_elsewhere() inserts large blocks behind the current one. */
	while (arena->first->previous != NULL) {
		struct block *block = arena->first->previous;

		arena->first->previous = block->previous;
		block_free(block);
	}
	UNPOISON(arena->first->data, arena->first->used);
	memset(arena->first->data, 0, arena->first->used);
	arena->first->used = 0;
	POISON(arena->first->data, arena->first->size);
}

void
arena_free(struct arena *arena)
{
	if (arena == NULL)
		return;
	arena_reset(arena);
	block_free(arena->first);
	free(arena);
}

/* Allocates from a block that has enough room. */
static void *
block_take(struct block *block, size_t size, size_t room)
{
	uint8_t *data = block->data + block->used;

	block->used += room;
	UNPOISON(data, size);
	return data;
}

/* Allocates outside the current block. A large allocation gets a block of its own, so
 * that the rest of the current one stays usable; otherwise a new block becomes the
 * current one. */
static void *
take_elsewhere(struct arena *arena, size_t size, size_t room)
{
	struct block *block;

	if (room > arena->block_bytes / 4) {
		block = block_new(room);
		block->previous = arena->current->previous;
		arena->current->previous = block;
	} else {
		block = block_new(arena->block_bytes);
		block->previous = arena->current;
		arena->current = block;
	}
	return block_take(block, size, room);
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	struct block *block = arena->current;
	size_t room = footprint(size);

	if (room <= block->size - block->used)
		return block_take(block, size, room);
	return take_elsewhere(arena, size, room);
}

void *
arena_array(struct arena *arena, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		give_up("allocation_overflow", count);
	return arena_alloc(arena, bytes);
}

/* The memory is zeroed, so the NUL is already there. */
char *
arena_copy(struct arena *arena, const void *data, size_t size)
{
	size_t bytes;
	char *copy;

	if (__builtin_add_overflow(size, 1, &bytes))
		give_up("allocation_overflow", size);
	copy = arena_alloc(arena, bytes);
	if (size > 0)
		memcpy(copy, data, size);
	return copy;
}

__attribute__((format(printf, 2, 0))) char *
arena_vprintf(struct arena *arena, const char *format, va_list arguments)
{
	va_list again;
	char *out;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		give_up("format_failed", 0);
	out = arena_alloc(arena, (size_t)length + 1);
	vsnprintf(out, (size_t)length + 1, format, arguments);
	return out;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list arguments;
	char *out;

	va_start(arguments, format);
	out = arena_vprintf(arena, format, arguments);
	va_end(arguments);
	return out;
}

/* The record of the callback is in the arena too, so nothing has to free it. */
void
arena_on_done(struct arena *arena, void (*done)(void *object), void *object)
{
	struct cleanup *cleanup = arena_alloc(arena, sizeof(*cleanup));

	cleanup->done = done;
	cleanup->object = object;
	cleanup->previous = arena->cleanups;
	arena->cleanups = cleanup;
}

/* .size has 32 bits, so a longer string ends the process. */
struct text
arena_text(struct arena *arena, const char *string)
{
	size_t size = strlen(string);

	if (size > UINT32_MAX)
		give_up("allocation_overflow", size);
	return (struct text){.presence = GIVEN,
		.size = (uint32_t)size,
		.data = arena_copy(arena, string, size)};
}

/* Extends the latest allocation of the current block in place; false when impossible. */
static bool
extend(struct arena *arena, const uint8_t *data, size_t old_size, size_t new_size)
{
	struct block *block = arena->current;
	size_t old_room = footprint(old_size), more = footprint(new_size) - old_room;

	if (data + old_room != block->data + block->used ||
		more > block->size - block->used)
		return false;
	UNPOISON(block->data + block->used - old_room, new_size);
	block->used += more;
	return true;
}

size_t
buffer_capacity(const struct buffer *buffer, size_t size)
{
	size_t capacity = buffer->capacity, needed;

	if (size <= capacity - buffer->size && buffer->data != NULL)
		return capacity;
	if (__builtin_add_overflow(buffer->size, size, &needed))
		give_up("allocation_overflow", size);
	if (capacity < BUFFER_BYTES_MIN)
		capacity = BUFFER_BYTES_MIN;
	while (capacity < needed) {
		if (__builtin_mul_overflow(capacity, 2, &capacity))
			give_up("allocation_overflow", needed);
	}
	return capacity;
}

static void
grow(struct buffer *buffer, size_t capacity)
{
	uint8_t *data;

	if (buffer->data == NULL ||
		!extend(buffer->arena, buffer->data, buffer->capacity, capacity)) {
		data = arena_alloc(buffer->arena, capacity);
		if (buffer->data != NULL)
			memcpy(data, buffer->data, buffer->size);
		buffer->data = data;
	}
	buffer->capacity = capacity;
}

uint8_t *
buffer_reserve(struct buffer *buffer, size_t size)
{
	if (size > buffer->capacity - buffer->size || buffer->data == NULL)
		grow(buffer, buffer_capacity(buffer, size));
	return buffer->data + buffer->size;
}

void
buffer_allocate(struct buffer *buffer, size_t size)
{
	buffer->data = arena_alloc(buffer->arena, size);
	buffer->capacity = size;
}

void
buffer_append(struct buffer *buffer, const void *data, size_t size)
{
	if (size == 0)
		return;
	memcpy(buffer_reserve(buffer, size), data, size);
	buffer->size += size;
}
