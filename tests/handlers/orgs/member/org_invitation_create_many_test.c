#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_invitation_create_many, org_invitation_create_many};

static struct scratch_answer
invite(unsigned caller, const char *emails)
{
	return people_call(&entry, caller, "{'slug': 'org-10', 'emails': [%s]}", emails);
}

TEST(mails_each_address_once_and_answers_who_is_a_member)
{
	org_world("request");
	scratch_expect(invite(ADMIN,
			       "'a@example.org', 'b@example.org', 'A@Example.org',"
			       " 'Member3@example.org', 'member4@example.org'"),
		"{'invited': ['a@example.org', 'b@example.org', 'member4@example.org'],"
		" 'alreadyMembers': ['Member3@example.org']}");
	people_expect_rows(3, "outbox WHERE topic = 'mail'");
	people_expect_rows(3, "org_invitations WHERE status = 'pending'");
	assert_int_equal(people_notices("org_invitation", STRANGER), 1);
	org_expect_sound();
}

/* Each inviter has a limit, but one address may be invited by many. */
TEST(mails_an_address_a_few_times_an_hour_whoever_invites)
{
	org_world("request");
	for (unsigned slug = 0; slug < 8; slug++) {
		scratch_sql("DELETE FROM org_invitations");
		scratch_expect(invite(slug % 2 == 0 ? ADMIN : OWNER,
				       "'b@example.org', 'A@example.org'"),
			"{'invited': ['A@example.org', 'b@example.org']}");
	}
	people_expect_rows(5, "outbox WHERE payload ->> 'toAddress' = 'b@example.org'");
	people_expect_rows(2, "mails_to_addresses WHERE cause = 'invitation'");
	people_expect_rows(2, "org_invitations WHERE status = 'pending'");
}

TEST(applies_role_and_lifetime_to_all)
{
	org_world("request");
	assert_done(people_call(&entry, OWNER,
		"{'slug': 'org-10', 'emails': ['a@example.org', 'b@example.org'],"
		" 'role': 'admin', 'expiresInDays': 30}"));
	people_expect_rows(2,
		"org_invitations WHERE role = 'admin'"
		" AND expires_at = now() + interval '30 days'");
}

TEST(names_the_address_that_is_wrong_and_sends_nothing)
{
	org_world("request");
	people_expect_fault(
		invite(OWNER, "'a@example.org', 'nobody'"), "#/emails/1", FAULT_FORMAT);
	people_expect_fault(invite(OWNER, ""), "#/emails", FAULT_TOO_SHORT);
	people_expect_rows(0, "org_invitations");
}

/* 'new1@example.org', … */
static const char *
addresses(unsigned count)
{
	const char *list = "'new@example.org'";

	for (unsigned i = 1; i < count; i++)
		list = scratch_printf("%s, 'new%u@example.org'", list, i);
	return list;
}

TEST(takes_50_addresses_which_is_the_limit_of_a_day)
{
	org_world("request");
	people_expect_fault(invite(OWNER, addresses(51)), "#/emails", FAULT_TOO_MANY);
	scratch_expect(invite(OWNER, addresses(50)), "{'invited.length': 50}");
	assert_problem(invite(OWNER, "'late@example.org'"), PROBLEM_RATE_LIMITED);
}

TEST(sends_none_if_an_address_was_invited_twice_in_7_days)
{
	struct scratch_answer answer;

	org_world("request");
	assert_done(invite(OWNER, "'a@example.org'"));
	assert_done(invite(OWNER, "'a@example.org'"));
	answer = invite(OWNER, "'b@example.org', 'a@example.org'");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_non_null(strstr(answer.detail, "a@example.org"));
	people_expect_rows(1, "org_invitations");
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(
		&entry, JSON({"slug": "org-10", "emails": ["new@example.org"]}));
}
