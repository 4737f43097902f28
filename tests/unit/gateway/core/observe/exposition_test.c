/* The metrics of several processes as one document. */
#include "gateway/core/observe/exposition.h"
#include "tests/support/test.h"

#define HEAD(name) "# HELP " name " What it is.\n# TYPE " name " gauge\n"

static struct arena *arena;

static void
start(void)
{
	arena = arena_new(4096);
}

static void
stop(void)
{
	arena_free(arena);
}

const struct test_scene test_scene = {.before = start, .after = stop};

static const char *
merged(const struct exposition *documents, size_t count)
{
	struct buffer out = {.arena = arena};

	exposition_merge(&out, documents, count);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

TEST(puts_the_samples_of_a_family_under_one_head)
{
	const struct exposition documents[] = {
		{HEAD("a") "a{x=\"1\"} 1\n" HEAD("b") "b{x=\"1\"} 2\n", "one"},
		{HEAD("c") "c{x=\"1\"} 3\n" HEAD("a") "a{x=\"1\"} 4\na{x=\"2\"} 5\n",
			"two"},
	};

	const char *text = merged(documents, COUNT_OF(documents));

	assert_string_equal(text,
		arena_printf(arena, "%s%s%s%s%s%s%s%s", HEAD("a"),
			"a{replica=\"one\",x=\"1\"} 1\n",
			"a{replica=\"two\",x=\"1\"} 4\n",
			"a{replica=\"two\",x=\"2\"} 5\n", HEAD("b"),
			"b{replica=\"one\",x=\"1\"} 2\n", HEAD("c"),
			"c{replica=\"two\",x=\"1\"} 3\n"));
}

TEST(knows_a_family_from_one_whose_name_begins_the_same)
{
	const struct exposition documents[] = {
		{HEAD("calls") "calls{} 1\n", NULL},
		{HEAD("calls_max") "calls_max{} 2\n", NULL},
	};

	assert_string_equal(merged(documents, COUNT_OF(documents)),
		HEAD("calls") "calls{} 1\n" HEAD("calls_max") "calls_max{} 2\n");
}

TEST(leaves_out_who_did_not_answer_and_labels_nothing_of_its_own)
{
	const struct exposition documents[] = {
		{HEAD("a") "a 1\n", NULL},
		{NULL, "two"},
		{"", "three"},
		{HEAD("a") "a{x=\"1\"} 2", "four"},
	};

	assert_string_equal(merged(documents, COUNT_OF(documents)),
		HEAD("a") "a 1\na{replica=\"four\",x=\"1\"} 2");
	assert_string_equal(merged(NULL, 0), "");
}

TEST(lets_no_name_of_a_replica_end_its_label)
{
	const struct exposition document = {
		HEAD("a") "a{x=\"1\"} 1\n", "ipc:///a\"b\\c\nd"};

	assert_string_equal(merged(&document, 1),
		HEAD("a") "a{replica=\"ipc:///a\\\"b\\\\c d\",x=\"1\"} 1\n");
}
