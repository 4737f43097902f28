/*
 * handler_test.h - what every test of a handler begins with: cmocka, a scratch database, and
 * a transaction around each test.
 */
#ifndef KITH_TEST_HANDLER_TEST_H
#define KITH_TEST_HANDLER_TEST_H

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "tests/support/people.h"
#include "tests/support/scratch.h"

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

/* A test inside a transaction that is rolled back. */
#define HANDLER_TEST(name) \
	cmocka_unit_test_setup_teardown(name, handler_test_before, handler_test_after)

#endif
