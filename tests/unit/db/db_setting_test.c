#include <stdlib.h>

#include "common/db/db.h"
#include "tests/support/test.h"

static struct arena *arena;

static void
start(void)
{
	arena = arena_new(1024);
}

static void
stop(void)
{
	arena_free(arena);
}

TEST(takes_what_the_url_says)
{
	static const char url[] = "postgresql://a,b:7/kith?sslrootcert=/c/root.crt";

	assert_string_equal(db_setting(arena, url, "host"), "a,b");
	assert_string_equal(db_setting(arena, url, "port"), ",7");
	assert_string_equal(db_setting(arena, url, "sslrootcert"), "/c/root.crt");
	assert_string_equal(db_setting(arena, "host=/run port=8", "port"), "8");
}

TEST(takes_what_the_environment_says_otherwise)
{
	setenv("PGHOST", "there", 1);
	setenv("PGPORT", "9", 1);
	assert_string_equal(db_setting(arena, "port=8", "host"), "there");
	assert_string_equal(db_setting(arena, "port=8", "port"), "8");
	assert_string_equal(db_setting(arena, "not a url", "port"), "9");
	unsetenv("PGHOST");
	unsetenv("PGPORT");
}

TEST(has_nothing_for_what_nobody_says)
{
	assert_null(db_setting(arena, "port=8", "host"));
	assert_null(db_setting(arena, "port=8", "no_such_keyword"));
	assert_string_equal(db_setting(arena, "", "port"), "5432");
}

const struct test_scene test_scene = {.open = start, .close = stop};
