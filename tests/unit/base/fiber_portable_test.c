/*
 * fiber_portable_test.c - runs the fiber tests with swapcontext() instead of assembly.
 */
#define KITH_PORTABLE_FIBERS
/* NOLINTBEGIN(bugprone-suspicious-include): replaces the library's fiber_switch.o. */
#include "common/base/fiber_switch.c"
#include "tests/unit/base/fiber_test.c"
/* NOLINTEND(bugprone-suspicious-include) */

TEST(switches_with_swapcontext)
{
	assert_false(fiber_switch_is_short());
}
