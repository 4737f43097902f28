#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_create, org_invitation_create};

static struct scratch_answer
invite(unsigned caller, const char *email, const char *more)
{
	return people_call(
		&entry, caller, "{'slug': 'org-10', 'email': '%s'%s}", email, more);
}

TEST(answers_the_invitation_and_mails_its_link)
{
	org_world("request");
	scratch_expect(invite(ADMIN, "new@example.org", ""),
		"{'orgSlug': 'org-10', 'orgName': 'Org 10', 'email': 'new@example.org',"
		" 'role': 'member', 'status': 'pending', 'invitedByName': 'Member 2'}");
	people_expect_rows(1,
		"org_invitations WHERE expires_at"
		" = now() + interval '14 days' AND to_stranger");
	people_expect_rows(1,
		"outbox WHERE topic = 'mail'"
		" AND payload ->> 'toAddress' = 'new@example.org'"
		" AND payload ->> 'template' = 'org_invitation'"
		" AND payload ->> 'linkPath' = '/invitations/' AND secret IS NOT NULL");
	assert_int_equal(people_notices_in_all("org_invitation"), 0);
}

/* Invites `email` after the names have changed, and compares the mail. */
static void
expect_words(const char *email, const char *inviter, const char *org, const char *words)
{
	scratch_sql("UPDATE members SET name = '%s' WHERE id = '%s'", inviter,
		scratch_uuid_text(ADMIN));
	scratch_sql("UPDATE orgs SET name = '%s' WHERE id = '%s'", org,
		scratch_uuid_text(10));
	assert_done(invite(ADMIN, email, ""));
	assert_string_equal(scratch_value("SELECT payload ->> 'note' FROM outbox WHERE"
					  " payload ->> 'toAddress' = '%s'",
				    email),
		words);
}

TEST(the_mail_says_who_invites_into_what_but_no_name_that_looks_like_a_link)
{
	org_world("request");
	expect_words("a@example.org", "Ada Lovelace", "Makers",
		"Ada Lovelace invites you to join Makers.");
	expect_words("b@example.org", "Win at evil.example", "Makers",
		"A member invites you to join Makers.");
	expect_words("c@example.org", "Ada Lovelace", "https://prize",
		"Ada Lovelace invites you to join an organization.");
	expect_words("d@example.org", "ada@evil", "www.evil.example",
		"A member invites you to join an organization.");
}

TEST(tells_a_member_of_the_platform_in_the_inbox_too)
{
	org_world("request");
	scratch_expect(invite(OWNER, "MEMBER4@Example.org",
			       ", 'role': 'admin', 'expiresInDays': 90"),
		"{'role': 'admin'}");
	assert_int_equal(people_notices("org_invitation", STRANGER), 1);
	people_expect_rows(1, "org_invitations WHERE NOT to_stranger");
}

TEST(renews_a_pending_invitation_with_a_new_link)
{
	struct scratch_answer first, second;

	org_world("request");
	first = invite(OWNER, "new@example.org", ", 'expiresInDays': 1");
	scratch_sql("CREATE TEMP TABLE old AS SELECT hash FROM org_invitations");
	second = invite(ADMIN, "NEW@example.org", ", 'role': 'admin'");
	assert_string_equal(scratch_string(&first, "id"), scratch_string(&second, "id"));
	scratch_expect(second, "{'role': 'admin', 'invitedByName': 'Member 2'}");
	people_expect_rows(0, "org_invitations i JOIN old o ON o.hash = i.hash");
	people_expect_rows(2, "outbox WHERE topic = 'mail'");
	org_expect_sound();
}

TEST(makes_a_new_one_after_one_that_has_expired)
{
	org_world("request");
	org_invite(60, "new@example.org", "member", "pending", "word", "-1 second");
	assert_done(invite(OWNER, "new@example.org", ""));
	people_expect_rows(1, "org_invitations WHERE status = 'expired'");
	people_expect_rows(2, "org_invitations");
	org_expect_sound();
}

TEST(refuses_the_address_of_a_member)
{
	org_world("request");
	assert_problem(invite(OWNER, "Member3@example.ORG", ""), PROBLEM_ALREADY_MEMBER);
}

/* Known attack: managers guessed the addresses of members without limit. */
TEST(whose_address_it_is_costs_an_invitation)
{
	org_world("request");
	assert_problem(invite(OWNER, "member3@example.org", ""), PROBLEM_ALREADY_MEMBER);
	assert_int_equal(people_count("SELECT count FROM org_invitation_counts"), 1);
	scratch_sql("UPDATE org_invitation_counts SET count = 50");
	assert_problem(invite(OWNER, "member3@example.org", ""), PROBLEM_RATE_LIMITED);
	assert_problem(invite(OWNER, "other@example.org", ""), PROBLEM_RATE_LIMITED);
}

TEST(invitations_of_a_team_do_not_tell_the_address)
{
	org_world("request");
	for (int round = 0; round < 2; round++) {
		assert_done(invite(ADMIN, "member4@example.org", ""));
		scratch_sql("UPDATE org_invitations SET status = 'revoked',"
			    " by_address = false");
	}
	assert_done(invite(ADMIN, "member4@example.org", ""));
}

TEST(takes_every_bound_and_nothing_beyond)
{
	org_world("request");
	people_expect_fault(invite(OWNER, "new@example.org", ", 'expiresInDays': 91"),
		"#/expiresInDays", FAULT_TOO_LARGE);
	people_expect_fault(invite(OWNER, "new@example.org", ", 'expiresInDays': 0"),
		"#/expiresInDays", FAULT_TOO_SMALL);
	people_expect_fault(invite(OWNER, "new@example.org", ", 'role': 'owner'"),
		"#/role", FAULT_ENUM);
	people_expect_fault(invite(OWNER, "nobody", ""), "#/email", FAULT_FORMAT);
	assert_done(invite(OWNER, "new@example.org", ", 'expiresInDays': 1"));
	org_expect_refused_by_database(
		"UPDATE org_invitations SET email = repeat('x', 201)");
	org_expect_refused_by_database("UPDATE org_invitations SET role = 'king'");
	org_expect_refused_by_database(
		"INSERT INTO org_invitations (id, org_id, email, role, hash, to_stranger,"
		" expires_at) SELECT gen_random_uuid(), org_id, upper(email), role,"
		" sha256('other'), true, now() FROM org_invitations");
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(
		&entry, JSON({"slug": "org-10", "email": "new@example.org"}));
	assert_problem(people_call(&entry, OWNER,
			       JSON({"slug": "org-11", "email": "new@example.org"})),
		PROBLEM_ORG_NOT_FOUND);
}

TEST(a_member_sends_50_a_day)
{
	struct scratch_answer answer;

	org_world("request");
	for (int i = 0; i < 50; i++)
		assert_done(invite(OWNER, scratch_printf("new%d@example.org", i), ""));
	answer = invite(OWNER, "new@example.org", "");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 86000, 86400);
	assert_done(invite(ADMIN, "new@example.org", ""));
	scratch_sql(
		"UPDATE org_invitation_counts SET started_at = now() - interval '1 day'");
	assert_done(invite(OWNER, "new@example.org", ""));
}

/* Expects that nobody of the organization can invite the address now. */
static void
expect_limit(const char *email)
{
	struct scratch_answer answer = invite(OWNER, email, "");

	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 1, 7 * 86400);
	assert_non_null(strstr(
		answer.detail, scratch_printf("has invited %s 2 times in", email)));
	assert_problem(invite(ADMIN, email, ""), PROBLEM_RATE_LIMITED);
}

TEST(an_organization_mails_an_address_twice_in_7_days)
{
	org_world("request");
	assert_done(invite(OWNER, "new@example.org", ""));
	scratch_sql("UPDATE org_invitations SET mailed_at = now() - interval '6 days'");
	assert_done(invite(ADMIN, "New@example.org", ""));
	expect_limit("NEW@example.org");
	assert_done(invite(OWNER, "other@example.org", ""));
	scratch_sql("UPDATE org_invitations SET mailed_before = now() - interval '7 days'"
		    " WHERE lower(email) = 'new@example.org'");
	assert_done(invite(OWNER, "new@example.org", ""));
	expect_limit("new@example.org");
}

/* Otherwise an admin could send any number by revoking each. */
TEST(invitations_that_have_ended_count)
{
	static const char *const ends[] = {"revoked", "accepted", "expired"};

	org_world("request");
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		scratch_sql("DELETE FROM org_invitations");
		for (int round = 0; round < 2; round++) {
			assert_done(invite(ADMIN, "member4@example.org", ""));
			scratch_sql("UPDATE org_invitations SET status = '%s'", ends[i]);
		}
		expect_limit("member4@example.org");
	}
	assert_int_equal(people_notices("org_invitation", STRANGER), 6);
}

TEST(an_organization_mails_200_strangers_a_day)
{
	struct scratch_answer answer;

	org_world("request");
	scratch_sql("INSERT INTO org_invitations (id, org_id, email, role, status, hash,"
		    " to_stranger, expires_at, mailed_at) SELECT gen_random_uuid(), '%s',"
		    " n || '@many.example', 'member', 'pending', sha256(n::text::bytea),"
		    " true, now() + interval '1 day', now() - interval '1 hour'"
		    " FROM generate_series(1, 200) n",
		scratch_uuid_text(10));
	answer = invite(OWNER, "new@example.org", "");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 82000, 82800);
	/* The refusal does not tell which address has an account. */
	assert_problem(invite(OWNER, "member4@example.org", ""), PROBLEM_RATE_LIMITED);
	assert_done(invite(OWNER, "7@many.example", ""));
	scratch_sql("UPDATE org_invitations SET mailed_at = now() - interval '1 day'"
		    " WHERE email = '8@many.example'");
	assert_done(invite(OWNER, "new@example.org", ""));
}
