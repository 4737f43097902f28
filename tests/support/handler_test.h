/*
 * handler_test.h - the base of every test of a handler: a scratch database, and a
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

/* The scene of TEST(): a test is rolled back. */
const struct test_scene test_scene = {
	.open = handler_test_open, .before = scratch_begin, .after = scratch_rollback};

/* A test outside of a transaction: its calls commit. */
static const struct test_scene handler_test_committed = {0};
#define TEST_COMMITTED(name) TEST_IN(handler_test_committed, name)

#endif
