#include "tests/handlers/notifications/preferences_fixture.h"

TEST(ends_mails_of_one_kind_for_one_member)
{
	people_add_all(2);
	assert_int_equal(
		preferences_unsubscribe(preferences_token_of(1, "project_added")),
		PROBLEM_NONE);
	assert_false(preferences_mailed(1, "project_added"));
	assert_true(preferences_mailed(1, "project_removed"));
	assert_true(preferences_mailed(2, "project_added"));
}

TEST(ends_what_was_switched_on)
{
	people_add(1);
	preferences_set(1, JSON({"kinds": {"org_joined": {"email": true}}}));
	assert_int_equal(preferences_unsubscribe(preferences_token_of(1, "org_joined")),
		PROBLEM_NONE);
	assert_false(preferences_mailed(1, "org_joined"));
}

TEST(does_the_same_however_often_it_is_asked)
{
	people_add(1);
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			preferences_unsubscribe(preferences_token_of(1, "project_added")),
			PROBLEM_NONE);
	assert_int_equal(
		people_count(
			"SELECT cardinality(mail_off) FROM notification_preferences"),
		1);
}

/* Known attack: each use of a link wrote the row, and only addresses limit the uses. */
TEST(writes_nothing_when_the_mails_have_ended)
{
	static const char place[] =
		"SELECT (ctid::text::point)[1]::integer FROM notification_preferences";
	const char *const kinds[] = {"project_added", "org_joined", "digest"};
	long at;

	people_add(1);
	preferences_set(
		1, JSON({"digest": "daily", "kinds": {"org_joined": {"email": true}}}));
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		preferences_unsubscribe(preferences_token_of(1, kinds[i]));
	at = people_count(place);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		assert_int_equal(
			preferences_unsubscribe(preferences_token_of(1, kinds[i])),
			PROBLEM_NONE);
	assert_int_equal(people_count(place), at);
	assert_false(preferences_mailed(1, "project_added"));
	assert_false(preferences_mailed(1, "org_joined"));
}

TEST(ends_the_digest)
{
	people_add(1);
	preferences_set(1, JSON({"digest": "daily"}));
	assert_int_equal(
		preferences_unsubscribe(preferences_token_of(1, "digest")), PROBLEM_NONE);
	people_expect_rows(1, "notification_preferences WHERE digest = 'off'");
}

TEST(ends_invitations_to_an_address_without_an_account)
{
	const struct unsubscribe what = {.address = "Ada@Example.org"};

	for (int i = 0; i < 2; i++)
		assert_int_equal(
			preferences_unsubscribe(preferences_token(&what)), PROBLEM_NONE);
	people_expect_rows(1,
		"mail_suppressions WHERE"
		" address = 'ada@example.org' AND cause = 'unsubscribed'");
}

TEST(takes_no_token_that_is_not_ours)
{
	char *token;

	people_add(1);
	token = arena_printf(
		scratch_arena(), "%s", preferences_token_of(1, "project_added"));
	token[20] = token[20] == 'A' ? 'B' : 'A';
	assert_int_equal(preferences_unsubscribe(token), PROBLEM_ROUTE_NOT_FOUND);
	assert_int_equal(preferences_unsubscribe("AAAA"), PROBLEM_ROUTE_NOT_FOUND);
	assert_int_equal(preferences_unsubscribe("?"), PROBLEM_ROUTE_NOT_FOUND);
	assert_true(preferences_mailed(1, "project_added"));
}

TEST(a_member_who_has_left_is_let_go)
{
	const char *token;

	people_add(1);
	token = preferences_token_of(1, "project_added");
	people_end_account(1);
	assert_int_equal(preferences_unsubscribe(token), PROBLEM_NONE);
	people_expect_rows(0, "notification_preferences");
}
