#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_list, progress_list};

static struct scratch_answer
list_as(unsigned member, const char *json)
{
	return people_call(&entry, member, "%s", json);
}

static void
expect(unsigned member, const char *json, const char *expected)
{
	struct scratch_answer answer = list_as(member, json);

	assert_string_equal(item_numbers(&answer), expected);
}

/* A filter by project, followed by `more`. */
static const char *
of_project(unsigned project, const char *more)
{
	return scratch_printf(
		"{\"project\": \"%s\"%s}", scratch_id("proj", project), more);
}

/*
 * 1 and 2 are in organization 10; 1 and 3 on the private project 50, 2 on the open
 * project 51; 4 is suspended and in all of them; 5 is nowhere. 101 public; 102 to 10; 103
 * to nobody; 104 on 50; 105 on 50 and public; 106 on 51, by 2; 107 of the suspended
 * member, everywhere; 108 public, by 3.
 */
static void
add_entries(void)
{
	for (unsigned i = 1; i <= 5; i++)
		people_add_as(i, i == 4 ? "suspended" : "active");
	people_add_org(10, "public");
	progress_add_project(50, "private");
	progress_add_project(51, "network");
	people_join(10, 1);
	people_join(10, 2);
	people_join(10, 4);
	progress_join_project(50, 1);
	progress_join_project(50, 3);
	progress_join_project(50, 4);
	progress_join_project(51, 2);
	progress_add(101, 1, "true", 0);
	progress_add(102, 1, "false", 0);
	progress_add(103, 1, "false", 0);
	progress_add(104, 1, "false", 50);
	progress_add(105, 1, "true", 50);
	progress_add(106, 2, "false", 51);
	progress_add(107, 4, "true", 50);
	progress_add(108, 3, "true", 0);
	progress_publish_to(102, 10);
	progress_publish_to(107, 10);
}

TEST(joins_public_entries_and_those_of_organizations_and_projects_and_ones_own)
{
	add_entries();
	expect(1, "{}", "108 105 104 103 102 101 ");
	expect(2, "{}", "108 106 105 102 101 ");
	expect(3, "{}", "108 105 104 101 ");
	expect(5, "{}", "108 105 101 ");
}

static void
name_entry(unsigned number, const char *title, const char *note)
{
	scratch_sql("UPDATE progress SET title = '%s %u', note = '%s' WHERE id = '%s'",
		title, number, note, scratch_uuid_text(number));
}

/* All words must occur, in the title or the note; the last one may be a beginning. */
TEST(finds_the_words_of_entries_that_the_caller_may_see)
{
	add_entries();
	name_entry(101, "A first loom", "Sold in Lyon.");
	name_entry(103, "A private loom", "");
	name_entry(104, "Looms", "Sold in Lyon, too.");
	name_entry(107, "Hidden loom", "");
	name_entry(108, "A mill", "It has a Loom.");
	expect(1, JSON({"q": "loom"}), "108 104 103 101 ");
	expect(5, JSON({"q": "LOOM"}), "108 101 ");
	expect(3, JSON({"q": "lyon sold"}), "104 101 ");
	expect(5, JSON({"q": "loom lyo"}), "101 ");
	expect(5, JSON({"q": "mill lyon"}), "");
	expect(5, JSON({"q": "!"}), "");
	expect(5, JSON({"q": ""}), "108 105 101 ");
	expect(5, JSON({"q": "loom", "kind": "customer"}), "");
	expect(5, JSON({"q": "loom", "limit": 1}), "108 ");
	expect(5, JSON({"q": "loom", "until": "2026-01-01T00:01:48Z"}), "101 ");
}

TEST(finds_words_in_each_of_the_other_lists)
{
	struct scratch_answer answer;

	add_entries();
	name_entry(101, "A loom", "");
	name_entry(102, "Another loom", "");
	name_entry(105, "The third loom", "");
	expect(1, JSON({"q": "loom", "mine": true}), "105 102 101 ");
	expect(5, JSON({"q": "loom", "author": "member-1"}), "105 101 ");
	expect(3, JSON({"q": "loom", "author": "member-3"}), "");
	expect(3, of_project(50, ", \"q\": \"loom\""), "105 ");
	expect(2, JSON({"q": "loom", "org": "org-10"}), "102 ");
	expect(2, JSON({"q": "mill", "org": "org-10"}), "");
	assert_problem(list_as(5, JSON({"q": "loom", "org": "org-10"})),
		PROBLEM_ORG_ROLE_REQUIRED);
	answer = list_as(1, JSON({"q": "loom", "limit": 2}));
	answer = people_call(&entry, 1, "{'q': 'loom', 'limit': 2, 'cursor': '%s'}",
		scratch_string(&answer, "nextCursor"));
	assert_string_equal(item_numbers(&answer), "101 ");
}

TEST(feed_says_what_the_list_is_anyway)
{
	add_entries();
	expect(2, JSON({"feed": true}), "108 106 105 102 101 ");
	expect(2, JSON({"feed": true, "limit": 100}), "108 106 105 102 101 ");
	expect(1, JSON({"feed": true, "mine": true}), "105 104 103 102 101 ");
	expect(2, JSON({"feed": true, "author": "member-1"}), "105 102 101 ");
}

TEST(lists_ones_own_whoever_may_see_them)
{
	add_entries();
	expect(1, JSON({"mine": true}), "105 104 103 102 101 ");
	expect(1, JSON({"mine": true, "author": "member-1"}), "105 104 103 102 101 ");
	expect(5, JSON({"mine": true}), "");
	expect(1, of_project(50, ", \"mine\": true"), "105 104 ");
	people_expect_fault(list_as(1, JSON({"mine": true, "author": "member-3"})),
		"#/author", FAULT_CONFLICT);
	people_expect_fault(list_as(1, JSON({"mine": true, "author": "nobody-here"})),
		"#/author", FAULT_CONFLICT);
}

TEST(lists_what_one_member_wrote_as_the_caller_may_see_it)
{
	add_entries();
	expect(1, JSON({"author": "member-1"}), "105 104 103 102 101 ");
	expect(2, JSON({"author": "member-1"}), "105 102 101 ");
	expect(3, JSON({"author": "member-1"}), "105 104 101 ");
	expect(1, JSON({"author": "member-4"}), "");
	expect(1, JSON({"author": "nobody-here"}), "");
	expect(3, of_project(50, ", \"author\": \"member-1\""), "105 104 ");
}

TEST(follows_the_status_of_an_author)
{
	add_entries();
	expect(2, JSON({"author": "member-1"}), "105 102 101 ");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	expect(2, "{}", "108 106 ");
	expect(2, JSON({"author": "member-1"}), "");
	scratch_sql("UPDATE members SET status = 'active' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(1), scratch_uuid_text(4));
	expect(2, "{}", "108 107 106 105 102 101 ");
	expect(2, JSON({"author": "member-4"}), "107 ");
}

TEST(reads_nothing_of_what_a_suspended_member_wrote_to_list_it)
{
	long before;

	add_entries();
	before = item_rows_read("progress");
	expect(1, JSON({"author": "member-4"}), "");
	assert_int_equal(item_rows_read("progress"), before);
	expect(1, JSON({"author": "member-3"}), "108 ");
	assert_true(item_rows_read("progress") > before);
}

TEST(lists_what_is_on_one_project_that_the_caller_may_know_of)
{
	const struct uuid fifth = scratch_uuid(5);
	const struct principal admin = scratch_admin(&fifth);
	struct scratch_answer answer;

	add_entries();
	expect(1, of_project(50, ""), "105 104 ");
	expect(3, of_project(50, ""), "105 104 ");
	/* Entry 105 is public, but its project is not. */
	expect(5, of_project(50, ""), "");
	expect(5, of_project(51, ""), "");
	expect(2, of_project(51, ""), "106 ");
	expect(1, of_project(99, ""), "");
	answer = scratch_call(&entry, &admin, of_project(50, ""));
	assert_string_equal(item_numbers(&answer), "105 ");
	answer =
		list_as(1, scratch_printf(JSON({"project": "%s"}), scratch_id("org", 1)));
	assert_problem(answer, PROBLEM_PROJECT_NOT_FOUND);
}

TEST(filters_by_kind_everywhere)
{
	add_entries();
	scratch_sql("UPDATE progress SET kind = 'customer' WHERE id IN ('%s', '%s', '%s',"
		    " '%s')",
		scratch_uuid_text(101), scratch_uuid_text(102), scratch_uuid_text(104),
		scratch_uuid_text(106));
	scratch_sql("UPDATE progress_targets t SET kind = g.kind FROM progress g"
		    " WHERE g.id = t.progress_id");
	expect(1, JSON({"kind": "customer"}), "104 102 101 ");
	expect(2, JSON({"kind": "customer"}), "106 102 101 ");
	expect(2, JSON({"kind": "customer", "limit": 100}), "106 102 101 ");
	expect(2, JSON({"kind": "milestone"}), "108 105 ");
	expect(2, JSON({"kind": "program"}), "");
	expect(1, JSON({"kind": "customer", "mine": true}), "104 102 101 ");
	expect(3, JSON({"kind": "customer", "author": "member-1"}), "104 101 ");
	expect(3, of_project(50, ", \"kind\": \"customer\""), "104 ");
}

static void
add_public(unsigned number)
{
	progress_add(number, 1, "true", 0);
}

/* Returns the numbers on all pages. Entries are added on top between pages and deleted
 * afterwards. */
static const char *
walk(unsigned member, const char *filter, int limit)
{
	const char *seen = item_walk(&entry, member, filter, limit, add_public);

	scratch_sql("DELETE FROM progress WHERE title LIKE 'Entry 9%%'");
	return seen;
}

TEST(pages_neither_repeat_nor_skip)
{
	add_entries();
	/* Items of the same moment are ordered by id. */
	scratch_sql("UPDATE progress SET created_at = '2026-01-01 00:02:00Z'");
	scratch_sql("UPDATE progress_targets SET created_at = '2026-01-01 00:02:00Z'");
	assert_string_equal(walk(1, "", 1), "108 105 104 103 102 101 ");
	assert_string_equal(walk(2, "", 2), "108 106 105 102 101 ");
	assert_string_equal(
		walk(2, ", \"kind\": \"milestone\"", 2), "108 106 105 102 101 ");
	assert_string_equal(walk(1, ", \"mine\": true", 3), "105 104 103 102 101 ");
	assert_string_equal(walk(3, ", \"author\": \"member-1\"", 1), "105 104 101 ");
}

TEST(a_page_of_the_largest_size_is_full)
{
	struct scratch_answer answer;

	people_add_all(2);
	progress_add_project(50, "private");
	progress_join_project(50, 1);
	progress_join_project(50, 2);
	for (unsigned i = 0; i < 101; i++)
		progress_add(200 + i, 1, i % 2 == 0 ? "true" : "false", 50);
	answer = list_as(2, JSON({"limit": 100}));
	scratch_expect(answer, "{'items.length': 100}");
	assert_true(json_is_string(scratch_at(&answer, "nextCursor")));
	answer = list_as(2, "{}");
	scratch_expect(answer, "{'items.length': 25}");
	answer = list_as(2, JSON({"limit": 0}));
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
}

TEST(refuses_a_cursor_of_another_list)
{
	struct scratch_answer answer;

	add_entries();
	answer = list_as(1, JSON({"limit": 2}));
	answer = list_as(1,
		scratch_printf(JSON({"mine": true, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}
