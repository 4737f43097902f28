/* race_scene.h - callers for tests with many concurrent calls. */
#ifndef KITH_TESTS_HANDLERS_IDENTITY_RACE_SCENE_H
#define KITH_TESTS_HANDLERS_IDENTITY_RACE_SCENE_H

#include "tests/support/crowd.h"
#include "tests/support/people.h"

static struct principal principals[CROWD_MAX];

static inline void *
run_crowd(void *crowd)
{
	crowd_call(crowd);
	return NULL;
}

/* Makes every caller anonymous, each in another network. */
static inline void
come_from_everywhere(unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		principals[i] = scratch_anonymous();
		principals[i].address =
			arena_text(scratch_arena(), scratch_printf("198.51.%u.1", i));
	}
}

#endif
