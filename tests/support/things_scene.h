/*
 * things_scene.h - a database with the table of things.h, empty before each test, and a member
 * who calls.
 */
#ifndef KITH_TEST_THINGS_SCENE_H
#define KITH_TEST_THINGS_SCENE_H

#include "tests/support/scratch.h"
#include "tests/support/things.h"

static struct principal caller;

static inline int
open_database(void **state)
{
	struct uuid member = scratch_uuid(1);

	(void)state;
	scratch_open(NULL);
	things_create_table();
	caller = scratch_member(&member);
	return 0;
}

static inline int
clean(void **state)
{
	(void)state;
	scratch_sql("TRUNCATE things; TRUNCATE idempotency");
	thing_interfere = NULL;
	return 0;
}

/* How many things there are, as text. */
static inline const char *
things_count(void)
{
	return scratch_value("SELECT count(*) FROM things");
}

#endif
