/*
 * fuzz.h - a harness: one function of arbitrary bytes, which checks what must hold for
 * all inputs.
 *
 * `make fuzz` links each harness with libFuzzer, which searches for bytes that break it.
 * `make test` links it with replay.c, which passes it the files of its corpus: seeds and
 * earlier failures. A harness reads lines of text where it can, so that people can read
 * and write its corpus.
 */
#ifndef KITH_TESTS_FUZZ_H
#define KITH_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/arena.h"
#include "common/config/config.h"

/* The harness, under libFuzzer's name for it. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process, and so the search, when the condition does not hold. */
#define FUZZ_HOLDS(condition) \
	((condition) ? (void)0 : fuzz_broken(__FILE__, __LINE__, #condition))

static inline _Noreturn void
fuzz_broken(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
	abort();
}

/* The same arena at each call, emptied. */
static inline struct arena *
fuzz_arena(void)
{
	static struct arena *arena;

	if (!arena)
		arena = arena_new(16384);
	arena_reset(arena);
	return arena;
}

/* Reads the configuration, with its defaults, at the first call. */
static inline void
fuzz_configure(void)
{
	static bool configured;

	if (!configured)
		config_load();
	configured = true;
}

/* The unread rest of an input. */
struct fuzz_input {
	struct arena *arena;
	const uint8_t *data;
	size_t size;
};

/* Takes one line as a string; a NUL ends the string, but not the line. */
static inline const char *
fuzz_line(struct fuzz_input *input)
{
	const uint8_t *end =
		input->size > 0 ? memchr(input->data, '\n', input->size) : NULL;
	size_t size = end ? (size_t)(end - input->data) : input->size;
	const char *line = arena_copy(input->arena, input->data, size);

	input->data += size + (end ? 1 : 0);
	input->size -= size + (end ? 1 : 0);
	return line;
}

#endif
