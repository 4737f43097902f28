#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_list, post_list};
static const struct op_entry get_entry = {&op_post_get, post_get};

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

/*
 * 1 and 2 are in organization 10, 2 in 11 as well, 3 in none; 4 is suspended. 101 public;
 * 102 to 10; 103 to 10 and 11; 104 to nobody; 105 public and to 10; 106 closed; 107
 * expired; 108 of the suspended member; 109 public, by 3.
 */
static void
add_asks(void)
{
	people_add_all(3);
	people_add_as(4, "suspended");
	people_add_org(10, "public");
	people_add_org(11, "unlisted");
	people_join(10, 1);
	people_join(10, 2);
	people_join(10, 4);
	people_join(11, 2);
	post_add(101, 1, "true");
	post_add(102, 1, "false");
	post_add(103, 1, "false");
	post_add(104, 1, "false");
	post_add(105, 1, "true");
	post_add(106, 1, "true");
	post_add(107, 1, "true");
	post_add(108, 4, "true");
	post_add(109, 3, "true");
	scratch_sql(
		"UPDATE posts SET status = 'closed', closed_at = now() WHERE id = '%s'",
		scratch_uuid_text(106));
	scratch_sql(
		"UPDATE posts SET expires_at = now() - interval '1 hour' WHERE id = '%s'",
		scratch_uuid_text(107));
	for (unsigned i = 102; i <= 108; i++) {
		if (i != 104)
			post_publish_to(i, 10);
	}
	post_publish_to(103, 11);
}

TEST(joins_public_asks_and_those_of_organizations_and_ones_own)
{
	add_asks();
	expect(1, "{}", "109 105 104 103 102 101 ");
	expect(2, "{}", "109 105 103 102 101 ");
	expect(3, "{}", "109 105 101 ");
}

TEST(limits_the_times_from_the_first_to_before_the_last)
{
	const char *between = JSON({
		"since": "2026-01-01T00:01:42Z",
		"until": "2026-01-01T00:01:45Z",
		"limit": 2
	});
	struct scratch_answer page;

	add_asks();
	expect(1, JSON({"since": "2026-01-01T00:01:43Z"}), "109 105 104 103 ");
	expect(1, JSON({"until": "2026-01-01T00:01:43Z"}), "102 101 ");
	expect(1, JSON({"since": "2027-01-01T00:00:00Z"}), "");
	expect(1, between, "104 103 ");
	page = list_as(1, between);
	page = list_as(1,
		scratch_printf(JSON({
			"since": "2026-01-01T00:01:42Z",
			"until": "2026-01-01T00:01:45Z",
			"limit": 2,
			"cursor": "%s"
		}),
			scratch_string(&page, "nextCursor")));
	assert_string_equal(item_numbers(&page), "102 ");
	assert_true(json_is_null(scratch_at(&page, "nextCursor")));
}

TEST(lists_the_asks_of_one_organization)
{
	add_asks();
	expect(1, JSON({"org": "org-10"}), "105 103 102 ");
	expect(3, JSON({"org": "org-10"}), "105 ");
	expect(2, JSON({"org": "org-10", "since": "2026-01-01T00:01:43Z"}), "105 103 ");
	assert_problem(list_as(1, JSON({"org": "nowhere"})), PROBLEM_ORG_NOT_FOUND);
	people_expect_fault(list_as(1, JSON({"org": "org-10", "mine": true})), "#/org",
		FAULT_CONFLICT);
}

/* A change of an author's status reaches the lists without a message to them. */
TEST(follows_what_becomes_of_an_author)
{
	add_asks();
	expect(2, "{}", "109 105 103 102 101 ");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	expect(2, "{}", "109 ");
	expect(2, JSON({"kind": "idea"}), "109 ");
	scratch_sql("UPDATE members SET status = 'active' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(1), scratch_uuid_text(4));
	expect(2, "{}", "109 108 105 103 102 101 ");
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(4));
	people_end_account(4);
	expect(2, "{}", "109 105 103 102 101 ");
}

TEST(reads_nothing_of_what_a_suspended_member_wrote_to_list_it)
{
	long before;

	add_asks();
	before = item_rows_read("posts");
	expect(1, JSON({"author": "member-4"}), "");
	assert_int_equal(item_rows_read("posts"), before);
	expect(1, JSON({"author": "member-3"}), "109 ");
	assert_true(item_rows_read("posts") > before);
}

TEST(agrees_with_reading_each_ask)
{
	add_asks();
	for (unsigned member = 1; member <= 3; member++) {
		const struct principal caller = people_principal(member);
		struct scratch_answer page = list_as(member, JSON({"limit": 100}));
		const char *listed = item_numbers(&page);

		for (unsigned number = 101; number <= 109; number++) {
			struct scratch_answer one =
				scratch_call(&get_entry, &caller, post_id_json(number));
			const bool in_list =
				strstr(listed, scratch_printf("%u ", number)) != NULL;
			const bool readable = one.problem == PROBLEM_NONE &&
				strcmp(scratch_string(&one, "status"), "open") == 0 &&
				json_is_false(scratch_at(&one, "expired"));

			assert_int_equal(in_list, readable);
		}
	}
}

TEST(filters_by_kind_everywhere)
{
	add_asks();
	scratch_sql("UPDATE posts SET kind = 'hiring' WHERE id IN ('%s', '%s', '%s')",
		scratch_uuid_text(101), scratch_uuid_text(103), scratch_uuid_text(104));
	scratch_sql("UPDATE post_targets t SET kind = p.kind FROM posts p"
		    " WHERE p.id = t.post_id");
	expect(1, JSON({"kind": "hiring"}), "104 103 101 ");
	expect(2, JSON({"kind": "hiring"}), "103 101 ");
	expect(2, JSON({"kind": "hiring", "limit": 50}), "103 101 ");
	expect(3, JSON({"kind": "idea"}), "109 105 ");
	expect(3, JSON({"kind": "other"}), "");
	expect(1, JSON({"kind": "hiring", "mine": true}), "104 103 101 ");
	expect(2, JSON({"kind": "hiring", "author": "member-1"}), "103 101 ");
}

TEST(lists_what_one_member_wrote_as_the_caller_may_see_it)
{
	add_asks();
	expect(2, JSON({"author": "member-1"}), "105 103 102 101 ");
	expect(3, JSON({"author": "member-1"}), "105 101 ");
	expect(1, JSON({"author": "member-1"}), "105 104 103 102 101 ");
	expect(1, JSON({"author": "member-4"}), "");
	expect(1, JSON({"author": "nobody-here"}), "");
}

TEST(lists_all_of_ones_own_in_any_state)
{
	add_asks();
	expect(1, JSON({"mine": true}), "107 106 105 104 103 102 101 ");
	expect(1, JSON({"mine": true, "author": "member-1"}),
		"107 106 105 104 103 102 101 ");
	expect(1, JSON({"mine": true, "author": "member-3"}), "");
	expect(2, JSON({"mine": true}), "");
}

TEST(names_the_targets_of_each_ask)
{
	struct scratch_answer answer;

	add_asks();
	answer = list_as(1, "{}");
	scratch_expect(answer,
		"{'items.0.targets.orgs': [], 'items.1.targets.orgs.0.slug': 'org-10'}");
	/* 103 is in an unlisted organization that the author has left. */
	assert_int_equal(json_array_size(scratch_at(&answer, "items.3.targets.orgs")), 1);
	scratch_expect(list_as(2, "{}"), "{'items.2.targets.orgs.length': 2}");
}

static void
add_public(unsigned number)
{
	post_add(number, 1, "true");
}

/* Returns the numbers on all pages. Asks are added on top between pages and deleted
 * afterwards. */
static const char *
walk(unsigned member, const char *filter, int limit)
{
	const char *seen = item_walk(&entry, member, filter, limit, add_public);

	scratch_sql("DELETE FROM posts WHERE title LIKE 'Ask 9%%'");
	return seen;
}

TEST(pages_neither_repeat_nor_skip)
{
	add_asks();
	/* Items of the same moment are ordered by id. */
	scratch_sql("UPDATE posts SET created_at = '2026-01-01 00:02:00Z'");
	scratch_sql("UPDATE post_targets SET created_at = '2026-01-01 00:02:00Z'");
	assert_string_equal(walk(1, "", 1), "109 105 104 103 102 101 ");
	assert_string_equal(walk(2, "", 2), "109 105 103 102 101 ");
	assert_string_equal(walk(2, ", \"kind\": \"idea\"", 2), "109 105 103 102 101 ");
	assert_string_equal(
		walk(1, ", \"mine\": true", 3), "107 106 105 104 103 102 101 ");
	assert_string_equal(walk(3, ", \"author\": \"member-1\"", 1), "105 101 ");
}

TEST(a_page_of_the_largest_size_is_full)
{
	struct scratch_answer answer;

	people_add(1);
	for (unsigned i = 0; i < 101; i++)
		post_add(200 + i, 1, "true");
	answer = list_as(1, JSON({"limit": 100}));
	scratch_expect(answer, "{'items.length': 100}");
	assert_true(json_is_string(scratch_at(&answer, "nextCursor")));
	answer = list_as(1, "{}");
	scratch_expect(answer, "{'items.length': 25}");
	answer = list_as(1, JSON({"limit": 101}));
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
}

/* Public asks alone would fill the page, but the organization's asks are above them. */
TEST(asks_of_one_moment_come_from_every_source)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_join(10, 1);
	people_join(10, 2);
	for (unsigned i = 200; i < 240; i++) {
		post_add(i, 1, i < 230 ? "true" : "false");
		if (i >= 230)
			post_publish_to(i, 10);
	}
	scratch_sql("UPDATE posts SET created_at = '2026-01-01 00:02:00Z'");
	scratch_sql("UPDATE post_targets SET created_at = '2026-01-01 00:02:00Z'");
	scratch_expect(list_as(2, "{}"),
		"{'items.length': 25, 'items.0.title': 'Ask 239',"
		" 'items.9.title': 'Ask 230', 'items.24.title': 'Ask 215'}");
}

TEST(refuses_a_cursor_of_another_list)
{
	struct scratch_answer answer;

	add_asks();
	answer = list_as(1, JSON({"limit": 2}));
	answer = list_as(1,
		scratch_printf(JSON({"mine": true, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}
