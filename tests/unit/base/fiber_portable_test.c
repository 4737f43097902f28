/*
 * fiber_portable_test.c - the tests of fibers once more, where the C library switches.
 */
#define KITH_PORTABLE_FIBERS
/* NOLINTBEGIN(bugprone-suspicious-include): the program has this one instead of the library's. */
#include "common/base/fiber_switch.c"
#include "tests/unit/base/fiber_test.c"
/* NOLINTEND(bugprone-suspicious-include) */

TEST(switches_by_the_library)
{
	assert_false(fiber_switch_is_short());
}
