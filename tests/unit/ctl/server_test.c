/*
 * server_test.c - the PostgreSQL release of a private cluster, chosen from stub programs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/ctl/run/server.h"
#include "tests/support/test.h"

static struct arena *arena;
static char home[] = "/tmp/kith-server-XXXXXX";
static const struct user self;

static const char *
in_home(const char *name)
{
	return arena_printf(arena, "%s/%s", home, name);
}

/* Makes a machine with releases 9, 15 and 17, and one with the folder of a release but no
 * programs. */
static void
install(void)
{
	static const char *const folders[] = {
		"9", "9/bin", "15", "15/bin", "17", "17/bin", "18", "18/bin", "data"};
	static const char *const programs[] = {
		"9/bin/postgres", "15/bin/postgres", "17/bin/postgres"};

	arena = arena_new(1024);
	assert_non_null(mkdtemp(home));
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		assert_int_equal(mkdir(in_home(folders[i]), 0700), 0);
	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		FILE *file = fopen(in_home(programs[i]), "w");

		assert_non_null(file);
		assert_int_equal(fclose(file), 0);
	}
}

static void
uninstall(void)
{
	assert_int_equal(system(arena_printf(arena, "rm -r %s", home)), 0);
	arena_free(arena);
}

const struct test_scene test_scene = {.open = install, .close = uninstall};

static void
made_with(const char *version)
{
	FILE *file = fopen(in_home("data/PG_VERSION"), "w");

	assert_non_null(file);
	fputs(version, file);
	assert_int_equal(fclose(file), 0);
}

TEST(takes_the_newest_for_a_folder_that_is_still_to_be_made)
{
	assert_string_equal(server_find(arena, in_home(""), 0), in_home("17/bin"));
	assert_null(server_find(arena, in_home("data/"), 0));
}

TEST(takes_the_release_of_a_folder_although_there_is_a_newer_one)
{
	assert_string_equal(server_find(arena, in_home(""), 15), in_home("15/bin"));
	assert_string_equal(server_find(arena, in_home(""), 9), in_home("9/bin"));
	assert_null(server_find(arena, in_home(""), 16));
	assert_null(server_find(arena, in_home(""), 18));
}

TEST(reads_which_release_made_a_folder)
{
	made_with("15\n");
	assert_int_equal(server_release(&self, in_home("data")), 15);
	unlink(in_home("data/PG_VERSION"));
	assert_int_equal(server_release(&self, in_home("data")), 0);
	assert_int_equal(server_release(&self, in_home("none")), 0);
}

TEST(takes_no_folder_for_a_new_one_because_it_cannot_be_read)
{
	static const char *const wrong[] = {"", "x\n", "0\n", "-15\n"};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		made_with(wrong[i]);
		errno = 0;
		assert_int_equal(server_release(&self, in_home("data")), -1);
		assert_int_equal(errno, EINVAL);
	}
	unlink(in_home("data/PG_VERSION"));
	assert_int_equal(symlink("/etc/passwd", in_home("data/PG_VERSION")), 0);
	assert_int_equal(server_release(&self, in_home("data")), -1);
	assert_int_equal(errno, ELOOP);
	unlink(in_home("data/PG_VERSION"));
}
