/*
 * arena_scene.h - an arena for all tests of a file.
 */
#ifndef KITH_TEST_ARENA_SCENE_H
#define KITH_TEST_ARENA_SCENE_H

#include "common/base/arena.h"
#include "tests/support/test.h"

static struct arena *arena;

static inline void
set_up(void)
{
	arena = arena_new(65536);
}

static inline void
tear_down(void)
{
	arena_free(arena);
}

const struct test_scene test_scene = {.open = set_up, .close = tear_down};

#endif
