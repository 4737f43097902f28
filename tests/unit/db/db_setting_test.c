// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

#include "common/db/db.h"

static struct arena *arena;

static int
start(void **state)
{
	(void)state;
	arena = arena_new(1024);
	return 0;
}

static int
stop(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static void
takes_what_the_url_says(void **state)
{
	static const char url[] = "postgresql://a,b:7/kith?sslrootcert=/c/root.crt";

	(void)state;
	assert_string_equal(db_setting(arena, url, "host"), "a,b");
	assert_string_equal(db_setting(arena, url, "port"), ",7");
	assert_string_equal(db_setting(arena, url, "sslrootcert"), "/c/root.crt");
	assert_string_equal(db_setting(arena, "host=/run port=8", "port"), "8");
}

static void
takes_what_the_environment_says_otherwise(void **state)
{
	(void)state;
	setenv("PGHOST", "there", 1);
	setenv("PGPORT", "9", 1);
	assert_string_equal(db_setting(arena, "port=8", "host"), "there");
	assert_string_equal(db_setting(arena, "port=8", "port"), "8");
	assert_string_equal(db_setting(arena, "not a url", "port"), "9");
	unsetenv("PGHOST");
	unsetenv("PGPORT");
}

static void
has_nothing_for_what_nobody_says(void **state)
{
	(void)state;
	assert_null(db_setting(arena, "port=8", "host"));
	assert_null(db_setting(arena, "port=8", "no_such_keyword"));
	assert_string_equal(db_setting(arena, "", "port"), "5432");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_the_url_says),
		cmocka_unit_test(takes_what_the_environment_says_otherwise),
		cmocka_unit_test(has_nothing_for_what_nobody_says),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
