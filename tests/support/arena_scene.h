/*
 * arena_scene.h - an arena for all tests of a file.
 */
#ifndef KITH_TEST_ARENA_SCENE_H
#define KITH_TEST_ARENA_SCENE_H

#include "common/base/arena.h"

static struct arena *arena;

static inline int
set_up(void **state)
{
	(void)state;
	arena = arena_new(65536);
	return 0;
}

static inline int
tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

#endif
