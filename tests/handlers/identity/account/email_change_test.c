#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
change(const char *email, const char *password)
{
	return call_as(1, ENTRY(email_change),
		scratch_printf(JSON({"email": "%s", "password": "%s"}), email, password));
}

static struct scratch_answer
verify(const char *token)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), token));
}

TEST(takes_effect_when_the_new_address_is_verified)
{
	struct scratch_answer answer;

	add_knowing(1);
	people_add_mail_token(1, "reset_password", "old link", "1 hour");
	answer = change("new@example.org", GOOD_PASSWORD);
	assert_done(answer);
	assert_string_equal(answer.text, "{\"status\":\"verification_sent\"}");
	assert_int_equal(count_mails("change_email", "new@example.org"), 1);
	assert_int_equal(count_mails("email_change_asked", "member1@example.org"), 1);
	assert_string_equal(
		scratch_value("SELECT email FROM members"), "member1@example.org");
	scratch_expect(verify(mailed_secret("change_email")),
		"{'email': 'new@example.org', 'membershipStatus': 'active'}");
	assert_int_equal(count_mails("email_changed", "member1@example.org"), 1);
	/* A thief can change everything else that names the account. */
	people_expect_rows(2,
		"outbox o, members m WHERE o.payload->>'template' LIKE 'email_change%%'"
		" AND o.payload->>'note' = format('The id of the account is %%s.',"
		" wire_id('usr', m.id))");
	assert_int_equal(count_audit("email.change", 1), 1);
	people_expect_rows(0, "mail_tokens WHERE used_at IS NULL");
	assert_done(sign_in_with("new@example.org", GOOD_PASSWORD, ""));
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
}

TEST(answers_the_same_when_the_address_has_an_account)
{
	struct scratch_answer answer;

	add_knowing(1);
	people_add(2);
	answer = change("Member2@example.org", GOOD_PASSWORD);
	assert_string_equal(answer.text, "{\"status\":\"verification_sent\"}");
	assert_int_equal(count_mails("email_taken", "member2@example.org"), 1);
	assert_int_equal(count_mails("email_change_asked", "member1@example.org"), 1);
	people_expect_rows(0, "mail_tokens");
}

/* The mail goes to a stranger if the member mistypes or abuses the address. */
TEST(the_mail_has_no_name_that_looks_like_a_link)
{
	add_knowing(1);
	scratch_sql("UPDATE members SET name = 'Win at example.org'");
	assert_done(change("new@example.org", GOOD_PASSWORD));
	assert_int_equal(count_mails("change_email", "new@example.org"), 1);
	people_expect_rows(0, "outbox WHERE payload ->> 'note' LIKE '%%example.org%%'");
	people_expect_rows(1, "outbox WHERE payload ->> 'note' LIKE '%%(@member-1)'");
}

TEST(an_address_that_was_taken_meanwhile_is_not_given_twice)
{
	add_knowing(1);
	assert_done(change("member2@example.org", GOOD_PASSWORD));
	people_add(2);
	assert_problem(verify(mailed_secret("change_email")), PROBLEM_TOKEN_NOT_FOUND);
	assert_string_equal(scratch_value("SELECT email FROM members WHERE id = '%s'",
				    scratch_uuid_text(1)),
		"member1@example.org");
}

TEST(a_sign_up_that_nobody_verified_makes_room)
{
	add_knowing(1);
	people_add_unverified(2);
	people_add_mail_token(2, "verify_email", "squat", "1 hour");
	scratch_sql("INSERT INTO invite_codes (code, max_uses, uses) VALUES ('C', 2, 1)");
	scratch_sql(
		"INSERT INTO invite_holds (id, code, member_id) VALUES ('%s', 'C', '%s')",
		scratch_uuid_text(30), scratch_uuid_text(2));
	assert_done(change("member2@example.org", GOOD_PASSWORD));
	assert_done(verify(mailed_secret("change_email")));
	assert_problem(verify("squat"), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1, "members");
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 0);
}

TEST(only_the_latest_wish_counts)
{
	const char *first;

	add_knowing(1);
	assert_done(change("one@example.org", GOOD_PASSWORD));
	first = mailed_secret("change_email");
	assert_done(change("two@example.org", GOOD_PASSWORD));
	assert_problem(verify(first), PROBLEM_TOKEN_NOT_FOUND);
	assert_done(verify(mailed_secret("change_email")));
	assert_string_equal(
		scratch_value("SELECT email FROM members"), "two@example.org");
}

TEST(needs_the_password)
{
	add_knowing(1);
	assert_problem(change("new@example.org", "wrong"), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(0, "outbox");
}

TEST(mails_one_address_ten_times_at_most)
{
	add_knowing(1);
	for (int i = 0; i < 10; i++)
		assert_done(change("new@example.org", GOOD_PASSWORD));
	assert_problem(change("new@example.org", GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
}

/* A thief who knows the password must not fill the owner's mailbox. */
TEST(happens_ten_times_in_a_day_for_all_addresses)
{
	add_knowing(1);
	for (int i = 0; i <= 10; i++) {
		scratch_sql("DELETE FROM attempts");
		assert_problem(
			change(scratch_printf("new%d@example.org", i), GOOD_PASSWORD),
			i < 10 ? PROBLEM_NONE : PROBLEM_RATE_LIMITED);
	}
	assert_int_equal(count_mails("email_change_asked", "member1@example.org"), 10);
}

TEST(refuses_what_is_no_address)
{
	add_knowing(1);
	expect_bad_addresses_refused(
		1, ENTRY(email_change), ", \"password\": \"" GOOD_PASSWORD "\"");
	assert_problem(
		change(long_address(201), GOOD_PASSWORD), PROBLEM_VALIDATION_FAILED);
	assert_done(change(long_address(200), GOOD_PASSWORD));
}
