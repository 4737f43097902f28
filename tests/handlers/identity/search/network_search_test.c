#include "services/identity/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_network_search, network_search};

/* The ids of what a member finds, without what they have in common. */
static const char *
find_as(const struct principal *caller, const char *words)
{
	struct scratch_answer answer = scratch_call(&entry, caller,
		arena_printf(scratch_arena(), JSON({"query": "%s"}), words));
	const json_t *results = scratch_at(&answer, "results");
	struct buffer out = {.arena = scratch_arena()};

	for (size_t i = 0; i < json_array_size(results); i++) {
		item_put(&out,
			json_string_value(
				json_object_get(json_array_get(results, i), "id")) +
				strlen("kith://"),
			1);
		item_put(&out, " ", 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static void
expect(unsigned caller, const char *words, const char *ids)
{
	const struct principal principal = people_principal(caller);

	assert_string_equal(find_as(&principal, words), ids);
}

static void
add_project(unsigned number, const char *name, const char *visibility)
{
	scratch_sql("INSERT INTO projects (id, name, summary, visibility)"
		    " VALUES ('%s', '%s', 'An Água mill', '%s')",
		scratch_uuid_text(number), name, visibility);
}

/* One of each kind with the word "mill". Member 3 is in nothing. */
static void
add_world(void)
{
	for (unsigned i = 1; i <= 3; i++)
		people_add(i);
	scratch_sql("UPDATE profiles SET bio = 'I own a Windmill' WHERE member_id = '%s'",
		scratch_uuid_text(1));
	people_add_org(10, "public");
	people_add_org(11, "unlisted");
	scratch_sql("UPDATE orgs SET name = 'Millers ' || right(slug, 2)");
	people_join(11, 1);
	people_join(11, 2);
	post_add(20, 1, "true");
	post_add(21, 1, "false");
	post_publish_to(21, 11);
	post_add(22, 1, "false");
	scratch_sql(
		"UPDATE posts SET tags = '{mill}', title = 'Wanted ' || right(title, 2)");
	add_project(30, "Treadmill", "network");
	add_project(31, "Hidden", "private");
}

TEST(finds_every_kind_by_the_words_in_it)
{
	struct principal caller = people_principal(3);
	struct scratch_answer answer;

	add_world();
	answer = scratch_call(&entry, &caller, JSON({"query": "wanted MILL"}));
	assert_string_equal(scratch_string(&answer, "results.0.title"), "Wanted 20");
	assert_string_equal(scratch_string(&answer, "results.0.id"),
		arena_printf(scratch_arena(), "kith://posts/%s", scratch_id("post", 20)));
	assert_non_null(
		strstr(scratch_string(&answer, "results.0.url"), "/v1/posts/post_"));
	expect(3, "windmill own", "people/member-1 ");
	expect(3, "miller", "orgs/org-10 ");
	expect(3, "agua mill",
		arena_printf(scratch_arena(), "projects/%s ", scratch_id("proj", 30)));
	expect(3, "mill water", "");
	expect(3, "!! & |", "");
}

TEST(finds_only_what_the_caller_may_see)
{
	const struct uuid id = scratch_uuid(3);
	struct principal admin = scratch_admin(&id);
	const char *of_2;

	add_world();
	expect(2, "millers", "orgs/org-10 orgs/org-11 ");
	of_2 = arena_printf(scratch_arena(), "posts/%s posts/%s ", scratch_id("post", 21),
		scratch_id("post", 20));
	expect(2, "wanted", of_2);
	expect(1, "wanted",
		arena_printf(
			scratch_arena(), "posts/%s %s", scratch_id("post", 22), of_2));
	expect(3, "hidden", "");
	assert_string_equal(find_as(&admin, "hidden"),
		arena_printf(scratch_arena(), "projects/%s ", scratch_id("proj", 31)));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	expect(3, "windmill", "");
	expect(3, "wanted", "");
}

TEST(leaves_out_what_lists_leave_out)
{
	add_world();
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	expect(3, "wanted", "");
	scratch_sql("UPDATE projects SET status = 'archived'");
	expect(3, "treadmill", "");
	scratch_sql(
		"UPDATE posts SET status = 'open', closed_at = NULL,"
		" expires_at = now() - interval '1 second', created_at = '2020-01-01',"
		" updated_at = '2020-01-01'");
	expect(3, "wanted", "");
}

TEST(gives_few_of_each_kind)
{
	struct principal caller = people_principal(3);
	struct scratch_answer answer;

	add_world();
	for (unsigned number = 100; number < 112; number++) {
		post_add(number, 1, "true");
		add_project(number, "Mill", "network");
	}
	scratch_sql("UPDATE posts SET body = 'A mill'");
	answer = scratch_call(&entry, &caller, JSON({"query": "mill"}));
	assert_int_equal(json_array_size(scratch_at(&answer, "results")), 17);
	assert_string_equal(
		scratch_string(&answer, "results.0.id"), "kith://orgs/org-10");
}

/* A letter that stands for four words, 120 times. */
TEST(takes_a_query_apart_once)
{
	struct buffer words = {.arena = scratch_arena()};

	add_world();
	item_put(&words, "\xef\xb7\xba", 120);
	buffer_append(&words, "", 1);
	scratch_sql("SET LOCAL statement_timeout = '1s'");
	expect(3, (const char *)words.data, "");
	assert_true(people_count("SELECT numnode(search_query('%s')) / 2 + 1",
			    (const char *)words.data) <= 32);
}

TEST(takes_1_to_120_characters)
{
	struct principal caller = people_principal(3);
	struct buffer words = {.arena = scratch_arena()};
	struct scratch_answer answer;

	add_world();
	answer = scratch_call(&entry, &caller, JSON({"query": " "}));
	people_expect_fault(&answer, "#/query", FAULT_TOO_SHORT);
	item_put(&words, "x", 121);
	buffer_append(&words, "", 1);
	answer = scratch_call(&entry, &caller,
		arena_printf(scratch_arena(), JSON({"query": "%s"}),
			(const char *)words.data));
	people_expect_fault(&answer, "#/query", FAULT_TOO_LONG);
	expect(3, (const char *)words.data + 1, "");
}
