/*
 * test.h - the base of every C test: cmocka, and tests that register themselves.
 *
 *     TEST(refuses_a_closed_ask)
 *     {
 *             assert_int_equal(close(1, JSON({"id": "post_1"})).problem,
 *                     PROBLEM_POST_CLOSED);
 *     }
 *
 * TEST() registers the test. The program's main() exists already and runs the tests in
 * the order of their lines; a file with its own main() calls test_main().
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

/* The hooks of a group of tests; each may be NULL. */
struct test_scene {
	void (*open)(void);  /* before the first test */
	void (*close)(void); /* after the last one */
	void (*before)(void);
	void (*after)(void);
};

/* The default scene of tests. A file or a shared header may define it; otherwise it is
 * empty. */
extern const struct test_scene test_scene;

struct test {
	const char *name;
	void (*run)(void);
	const struct test_scene *scene;
	int line;
	struct test *next;
};

/* Called by TEST() before main(). */
void test_register(struct test *test);

/* A test in another scene, of which only `before` and `after` are used. */
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

/* A test in the default scene. */
#define TEST(test_name) TEST_IN(test_scene, test_name)

/* Runs all tests of the program; returns how many failed. */
int test_main(void);

/* Runs the tests of one scene under this name, for programs that run tests more than
 * once. */
int test_run(const char *name, const struct test_scene *scene);

/* Ten milliseconds. */
void test_pause(void);

/* Passes as soon as the condition holds, and fails after ten seconds: for effects of
 * another process or thread. */
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

/* JSON as a string without escaped quotes. Macros are not expanded, and a %s stands in
 * quotes. */
#define JSON(...) #__VA_ARGS__

/* The same with macros expanded: JSON_OF({"password": GOOD_PASSWORD}). It must not
 * contain true or false, which are macros too. */
#define JSON_OF(...) JSON(__VA_ARGS__)

#endif
