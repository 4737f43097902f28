#include "tests/handlers/notifications/preferences_fixture.h"

static struct scratch_answer
change(unsigned member, const char *json)
{
	const struct op_entry entry = ENTRY(notification_preferences_change);

	return people_call(&entry, member, "%s", json);
}

TEST(keeps_what_is_left_out)
{
	people_add(1);
	preferences_set(
		1, JSON({"kinds": {"org_joined": {"email": true}}, "digest": "weekly"}));
	scratch_expect(change(1, "{'kinds': ['intro_received'], 'email': false}"),
		"{'kinds.intro_received.email': false, 'kinds.org_joined.email': true,"
		" 'digest': 'weekly'}");
	scratch_expect(change(1, "{'digest': 'off'}"),
		"{'kinds.intro_received.email': false, 'digest': 'off'}");
	people_expect_rows(1,
		"notification_preferences WHERE digest_from IS NULL"
		" AND mail_off = '{intro_received}' AND mail_on = '{org_joined}'");
}

TEST(goes_back_to_the_default)
{
	people_add(1);
	assert_done(change(1, "{'kinds': ['intro_received'], 'email': false}"));
	assert_done(change(1, "{'kinds': ['intro_received'], 'email': true}"));
	people_expect_rows(
		1, "notification_preferences WHERE mail_off = '{}' AND mail_on = '{}'");
}

TEST(starts_a_digest_for_a_member_without_preferences)
{
	people_add(1);
	assert_done(change(1, "{'digest': 'daily'}"));
	people_expect_rows(1,
		"notification_preferences WHERE digest = 'daily'"
		" AND digest_at > now() + interval '23 hours' AND digest_from = now()");
}

TEST(asks_whether_the_kinds_are_mailed)
{
	people_add(1);
	people_expect_fault(
		change(1, "{'kinds': ['intro_received']}"), "#/email", FAULT_REQUIRED);
}
