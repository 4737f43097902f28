/*
 * things_scene.h - a database with the table of things.h, empty before each test, and a
 * calling member.
 */
#ifndef KITH_TEST_THINGS_SCENE_H
#define KITH_TEST_THINGS_SCENE_H

#include "tests/support/scratch.h"
#include "tests/support/test.h"
#include "tests/support/things.h"

static struct principal caller;

static inline void
open_database(void)
{
	struct uuid member = scratch_uuid(1);

	scratch_open(NULL);
	things_create_table();
	caller = scratch_member(&member);
}

static inline void
clean(void)
{
	scratch_sql("TRUNCATE things; TRUNCATE idempotency");
	thing_interfere = NULL;
}

/* The number of things, as text. */
static inline const char *
things_count(void)
{
	return scratch_value("SELECT count(*) FROM things");
}

const struct test_scene test_scene = {.open = open_database, .before = clean};

#endif
