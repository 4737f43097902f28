/*
 * handler_test.h - what every test of a handler begins with: a scratch database, and a
 * transaction around each test.
 */
#ifndef KITH_TEST_HANDLER_TEST_H
#define KITH_TEST_HANDLER_TEST_H

#include <string.h>

#include "tests/support/people.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

/* Calls run with the role of their operation's service. */
static inline void
handler_test_open(void)
{
	scratch_open(NULL);
}

/* The scene of TEST(): what a test does is rolled back. */
const struct test_scene test_scene = {
	.open = handler_test_open, .before = scratch_begin, .after = scratch_rollback};

/* A test outside of a transaction: what it does is committed. */
static const struct test_scene handler_test_committed = {0};
#define TEST_COMMITTED(name) TEST_IN(handler_test_committed, name)

/* ---- tests that are listed in a main() of their own ---- */

static inline int
handler_test_before(void **state)
{
	(void)state;
	scratch_begin();
	return 0;
}

static inline int
handler_test_after(void **state)
{
	(void)state;
	scratch_rollback();
	return 0;
}

#define HANDLER_TEST(name) \
	cmocka_unit_test_setup_teardown(name, handler_test_before, handler_test_after)

#endif
