/*
 * test.h - what a test begins with: cmocka, and a way to write tests that need no list.
 *
 *     TEST(refuses_a_closed_ask)
 *     {
 *             assert_int_equal(close(1, JSON({"id": "post_1"})).problem, PROBLEM_POST_CLOSED);
 *     }
 *
 * A test is known to its program by being written. The program's main() is there already, and
 * runs the tests in the order of their lines; a file with a main() of its own calls test_main().
 */
#ifndef KITH_TEST_TEST_H
#define KITH_TEST_TEST_H

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

/* What tests stand on; each of its functions may be missing. */
struct test_scene {
	void (*open)(void);  /* before the first test */
	void (*close)(void); /* after the last one */
	void (*before)(void);
	void (*after)(void);
};

/* The scene of the tests that name none. A file defines it, or a header that says so; without
 * such a definition it is empty. */
extern const struct test_scene test_scene;

/* A test as its program knows it. */
struct test {
	const char *name;
	void (*run)(void);
	const struct test_scene *scene;
	int line;
	struct test *next;
};

/* Called by TEST() before main(). */
void test_register(struct test *test);

/* A test on a scene of its own, of which only `before` and `after` count. */
#define TEST_IN(test_scene_of, test_name) \
	static void test_name(void); \
	__attribute__((constructor)) static void register_##test_name(void) \
	{ \
		static struct test test = {.name = #test_name, \
			.run = test_name, \
			.scene = &(test_scene_of), \
			.line = __LINE__}; \
\
		test_register(&test); \
	} \
	static void test_name(void)

/* A test on the scene of its file. */
#define TEST(test_name) TEST_IN(test_scene, test_name)

/* Runs all tests of the program; answers how many failed. */
int test_main(void);

/* Runs those of one scene under this name, for programs that run tests more than once. */
int test_run(const char *name, const struct test_scene *scene);

/* Ten milliseconds. */
void test_pause(void);

/* Passes as soon as the condition holds, and fails when it does not within ten seconds: for what
 * another process or thread does in its own time. */
#define assert_soon(condition) \
	do { \
		bool holds_ = (condition); \
\
		for (int tries_ = 0; tries_ < 1000 && !holds_; tries_++) { \
			test_pause(); \
			holds_ = (condition); \
		} \
		assert_true(holds_); \
	} while (0)

/* JSON as a string, written without quotes that are escaped. Words are taken as they stand,
 * and what is printed into it with %s stands in quotes. */
#define JSON(...) #__VA_ARGS__

/* The same, where macros stand for strings: JSON_OF({"password": GOOD_PASSWORD}). It must hold
 * no true and no false, which are macros as well. */
#define JSON_OF(...) JSON(__VA_ARGS__)

#endif
