/*
 * choose_test.c - the release of pg_dump and pg_restore that is chosen for a server.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"
#include "tests/support/test.h"

/* Returns the release that is chosen from those of a machine; 0 = none. */
static int
taken(int server, struct choice choice)
{
	const size_t at = choose_release(choice.releases, choice.count, server);

	return at < choice.count ? choice.releases[at] : 0;
}

#define MACHINE(...) \
	((struct choice){.releases = {__VA_ARGS__}, \
		.count = sizeof((int[]){__VA_ARGS__}) / sizeof(int)})

TEST(takes_the_release_of_the_server)
{
	assert_int_equal(taken(15, MACHINE(13, 15, 17)), 15);
	assert_int_equal(taken(15, MACHINE(17, 16, 15)), 15);
	assert_int_equal(taken(17, MACHINE(15, 17, 18)), 17);
}

TEST(takes_the_nearest_newer_one_that_the_server_understands)
{
	assert_int_equal(taken(14, MACHINE(13, 16, 15)), 15);
	assert_int_equal(taken(17, MACHINE(19, 18)), 18);
	assert_int_equal(taken(18, MACHINE(19, 20)), 19);
}

TEST(takes_none_whose_output_the_server_would_refuse)
{
	assert_int_equal(taken(15, MACHINE(17, 18)), 0);
	assert_int_equal(taken(16, MACHINE(15, 17)), 0);
}

TEST(takes_none_that_is_older_than_the_server)
{
	assert_int_equal(taken(17, MACHINE(15, 16)), 0);
	assert_int_equal(taken(15, (struct choice){.count = 0}), 0);
}

TEST(takes_the_newest_where_there_is_no_server)
{
	assert_int_equal(taken(0, MACHINE(15, 17, 16)), 17);
}

TEST(says_which_would_do)
{
	const struct {
		int server;
		struct choice machine;
		const char *said;
	} cases[] = {
		{15, MACHINE(17, 18),
			"kithctl: the server is PostgreSQL 15, which needs pg_dump of "
			"release 15 to 16; this machine has 17, 18. On Debian install "
			"postgresql-client-15\n"},
		{16, MACHINE(17),
			"kithctl: the server is PostgreSQL 16, which needs pg_dump of "
			"release 16; this machine has 17. On Debian install "
			"postgresql-client-16\n"},
		{17, MACHINE(15),
			"kithctl: the server is PostgreSQL 17, which needs pg_dump of "
			"release 17 or later; this machine has 15. On Debian install "
			"postgresql-client-17\n"},
	};
	struct arena *arena = arena_new(1024);

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *said = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&said, &size);

		choose_refuse(arena, out, "pg_dump", cases[i].server, &cases[i].machine);
		fclose(out);
		assert_string_equal(said, cases[i].said);
		free(said);
	}
	arena_free(arena);
}

TEST(finds_the_programs_of_this_machine)
{
	struct arena *arena = arena_new(1024);

	assert_non_null(choose_program(arena, "pg_dump", 0));
	assert_null(choose_program(arena, "pg_dump", 1000));
	assert_null(choose_program(arena, "pg_no_such_program", 0));
	arena_free(arena);
}

TEST(takes_the_one_in_the_path_when_none_elsewhere_fits)
{
	struct arena *arena = arena_new(1024);
	char folder[] = "/tmp/kith-choose-XXXXXX";
	const char *before = arena_printf(arena, "%s", getenv("PATH"));
	const char *path;
	FILE *program;

	assert_non_null(mkdtemp(folder));
	path = arena_printf(arena, "%s/pg_dump", folder);
	program = fopen(path, "w");
	assert_non_null(program);
	fputs("#!/bin/sh\necho 'pg_dump (PostgreSQL) 1000.1 (of a place of its own)'\n",
		program);
	assert_int_equal(fclose(program), 0);
	assert_int_equal(chmod(path, 0700), 0);
	setenv("PATH", folder, 1);
	assert_string_equal(choose_program(arena, "pg_dump", 1000), "pg_dump");
	assert_null(choose_program(arena, "pg_dump", 1001));
	setenv("PATH", before, 1);
	unlink(path);
	rmdir(folder);
	arena_free(arena);
}
