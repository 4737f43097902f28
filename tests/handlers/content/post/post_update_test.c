#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_update, post_update};

/* Patches ask 100; `changes` are members of a JSON object, each after a comma. */
static struct scratch_answer
update_as(unsigned member, const char *changes)
{
	return people_call(
		&entry, member, "{\"id\": \"%s\"%s}", scratch_id("post", 100), changes);
}

static void
add_ask(void)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_join(10, 1);
	post_add(100, 1, "true");
	post_publish_to(100, 10);
}

TEST(changes_what_is_given_and_nothing_else)
{
	struct scratch_answer answer;

	add_ask();
	answer = update_as(1, ", \"title\": \"Better\", \"tags\": [\"one\"]");
	scratch_expect(answer,
		"{'title': 'Better', 'tags.0': 'one', 'body': 'Body', 'kind': 'idea'}");
	assert_string_not_equal(
		scratch_string(&answer, "updatedAt"), "2026-01-01T00:01:40.000Z");
}

TEST(an_empty_patch_leaves_even_the_time_alone)
{
	people_add(1);
	post_add(100, 1, "true");
	scratch_expect(update_as(1, ""), "{'updatedAt': '2026-01-01T00:01:40.000Z'}");
}

/* Otherwise somebody who was removed could still write to the organization. */
TEST(ends_the_publication_to_an_organization_that_the_author_has_left)
{
	add_ask();
	people_add_org(11, "public");
	people_join(11, 1);
	post_publish_to(100, 11);
	scratch_sql("UPDATE posts SET is_public = false");
	scratch_sql("DELETE FROM org_members WHERE org_id = '%s'", scratch_uuid_text(10));
	scratch_expect(update_as(1, ", \"title\": \"Changed\""),
		"{'targets.public': false, 'targets.orgs.length': 1}");
	people_expect_rows(1, "post_targets WHERE org_id = '%s'", scratch_uuid_text(11));
	people_expect_rows(1, "post_targets");
}

TEST(a_photo_ends_that_publication_too)
{
	static const struct op_entry remove_photo = {
		&op_post_photo_remove, post_photo_remove};

	add_ask();
	scratch_sql("DELETE FROM org_members");
	scratch_expect(people_call(&remove_photo, 1, "%s", post_id_json(100)),
		"{'targets.orgs.length': 0}");
	people_expect_rows(0, "post_targets");
}

TEST(an_expiry_is_set_kept_and_cleared)
{
	add_ask();
	scratch_expect(update_as(1, ", \"expiresAt\": \"2126-01-01T01:00:00+01:00\""),
		"{'expiresAt': '2126-01-01T00:00:00.000Z'}");
	scratch_expect(update_as(1, ", \"kind\": \"hiring\""),
		"{'expiresAt': '2126-01-01T00:00:00.000Z'}");
	people_expect_rows(
		1, "post_targets WHERE kind = 'hiring' AND expires_at > now()");
	scratch_expect(update_as(1, ", \"expiresAt\": null"), "{'expiresAt': null}");
	people_expect_rows(1, "post_targets WHERE expires_at IS NULL");
}

TEST(a_later_expiry_revives_an_expired_ask)
{
	add_ask();
	scratch_sql("UPDATE posts SET expires_at = now() - interval '1 day'");
	scratch_expect(update_as(1, ", \"expiresAt\": \"2126-01-01T00:00:00Z\""),
		"{'expired': false}");
}

TEST(refuses_an_expiry_in_the_past)
{
	add_ask();
	people_expect_fault(update_as(1, ", \"expiresAt\": \"2020-01-01T00:00:00Z\""),
		"#/expiresAt", FAULT_TOO_SMALL);
}

TEST(refuses_null_where_nothing_can_be_cleared)
{
	add_ask();
	people_expect_fault(update_as(1, ", \"title\": null"), "#/title", FAULT_TYPE);
}

TEST(refuses_everybody_but_the_author)
{
	add_ask();
	assert_problem(update_as(2, ", \"title\": \"Mine\""), PROBLEM_NOT_AUTHOR);
	scratch_sql("UPDATE posts SET is_public = false");
	assert_problem(update_as(2, ", \"title\": \"Mine\""), PROBLEM_POST_NOT_FOUND);
}

TEST(refuses_a_closed_ask)
{
	add_ask();
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	assert_problem(update_as(1, ", \"title\": \"Late\""), PROBLEM_POST_CLOSED);
	assert_problem(update_as(2, ", \"title\": \"Late\""), PROBLEM_NOT_AUTHOR);
}
