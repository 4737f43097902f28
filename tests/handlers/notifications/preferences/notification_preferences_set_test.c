#include "tests/handlers/notifications/preferences_fixture.h"

TEST(switches_mails_of_a_kind_on_and_off)
{
	people_add_all(2);
	scratch_expect(preferences_set(1,
			       "{'kinds': {'org_joined': {'email': true},"
			       " 'project_added': {'inbox': true, 'email': false}}}"),
		"{'kinds.org_joined.email': true, 'kinds.project_added.email': false}");
	assert_true(preferences_mailed(1, "org_joined"));
	assert_false(preferences_mailed(2, "org_joined"));
	assert_true(preferences_mailed(2, "project_added"));
}

TEST(what_is_left_out_goes_back_to_what_the_registry_says)
{
	people_add(1);
	preferences_set(1,
		JSON({"kinds": {"project_added": {"email": false}}, "digest": "daily"}));
	assert_done(preferences_set(1, JSON({})));
	assert_true(preferences_mailed(1, "project_added"));
	people_expect_rows(1,
		"notification_preferences WHERE digest = 'off'"
		" AND digest_at IS NULL AND mail_off = '{}'");
}

TEST(what_is_read_can_be_written_back)
{
	struct scratch_answer answer;

	people_add(1);
	preferences_set(
		1, JSON({"kinds": {"org_joined": {"email": true}}, "digest": "weekly"}));
	answer = preferences_get(1);
	assert_done(preferences_set(1, answer.text));
	people_expect_rows(1,
		"notification_preferences WHERE"
		" mail_on = '{org_joined}' AND mail_off = '{}' AND digest = 'weekly'");
}

TEST(the_mail_of_every_kind_can_be_switched_off)
{
	people_add(1);
	for (enum notice_kind kind = NOTICE_NONE + 1; kind < NOTICE_COUNT; kind++) {
		const char *name = notice_infos[kind].kind;
		const struct scratch_answer answer = preferences_set(1,
			scratch_printf(JSON({"kinds": {"%s": {"email": false}}}), name));

		if (answer.problem != PROBLEM_NONE)
			fail_msg("the mail of %s cannot be switched off", name);
		assert_true(json_is_false(
			scratch_at(&answer, scratch_printf("kinds.%s.email", name))));
	}
}

TEST(the_inbox_has_every_notification)
{
	people_add(1);
	people_expect_fault(
		preferences_set(1, JSON({"kinds": {"org_joined": {"inbox": false}}})),
		"#/kinds/org_joined/inbox", FAULT_NOT_ALLOWED);
	people_expect_rows(0, "notification_preferences");
}

TEST(refuses_a_kind_that_there_is_not)
{
	people_add(1);
	assert_problem(
		preferences_set(1, JSON({"kinds": {"no_such_kind": {"email": true}}})),
		PROBLEM_VALIDATION_FAILED);
	assert_problem(preferences_set(1, JSON({"digest": "hourly"})),
		PROBLEM_VALIDATION_FAILED);
}

TEST(a_digest_that_goes_on_forgets_nothing)
{
	people_add(1);
	preferences_set(1, JSON({"digest": "daily"}));
	scratch_sql("UPDATE notification_preferences SET"
		    " digest_from = now() - interval '10 hours',"
		    " digest_at = now() + interval '14 hours'");
	preferences_set(1, JSON({"digest": "daily"}));
	people_expect_rows(1,
		"notification_preferences WHERE digest_at = now() + interval '14 hours'");
	preferences_set(1, JSON({"digest": "weekly"}));
	people_expect_rows(1,
		"notification_preferences WHERE"
		" digest_from = now() - interval '10 hours' AND"
		" digest_at = now() + interval '7 days'");
}
