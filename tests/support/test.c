/*
 * test.c - the registered tests of a program, and its main() unless it has another one.
 */
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* More tests than any program has. */
#define TESTS_MAX 64

__attribute__((weak)) const struct test_scene test_scene = {0};

/* In the order of their lines. */
static struct test *first;

/* The scene whose open() and close() enclose the tests. */
static const struct test_scene *around;

void
test_pause(void)
{
	usleep(10000);
}

void
test_register(struct test *test)
{
	struct test **place = &first;

	while (*place != NULL && (*place)->line < test->line)
		place = &(*place)->next;
	test->next = *place;
	*place = test;
}

static int
open_scene(void **state)
{
	(void)state;
	if (around->open != NULL)
		around->open();
	return 0;
}

static int
close_scene(void **state)
{
	(void)state;
	if (around->close != NULL)
		around->close();
	return 0;
}

/* cmocka passes the test as the state of the next three. */
static int
before(void **state)
{
	const struct test *test = *state;

	if (test->scene->before != NULL)
		test->scene->before();
	return 0;
}

static void
carry_out(void **state)
{
	const struct test *test = *state;

	test->run();
}

static int
after(void **state)
{
	const struct test *test = *state;

	if (test->scene->after != NULL)
		test->scene->after();
	return 0;
}

/* Runs the tests of a scene, NULL = all. cmocka skips entries without a function. */
static int
run(const char *name, const struct test_scene *scene)
{
	struct CMUnitTest tests[TESTS_MAX] = {0};
	size_t count = 0;

	for (struct test *test = first; test != NULL; test = test->next) {
		if (scene != NULL && test->scene != scene)
			continue;
		if (count == TESTS_MAX) {
			fprintf(stderr, "%s: more than %d tests\n", name, TESTS_MAX);
			abort();
		}
		tests[count++] = (struct CMUnitTest){.name = test->name,
			.test_func = carry_out,
			.setup_func = before,
			.teardown_func = after,
			.initial_state = test};
	}
	around = scene == NULL ? &test_scene : scene;
	return cmocka_run_group_tests_name(name, tests, open_scene, close_scene);
}

int
test_main(void)
{
	return run("tests", NULL);
}

int
test_run(const char *name, const struct test_scene *scene)
{
	return run(name, scene);
}

__attribute__((weak)) int
main(void)
{
	return test_main();
}
