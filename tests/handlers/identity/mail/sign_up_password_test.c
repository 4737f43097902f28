/*
 * sign_up_password_test.c - a sign-up for somebody's address leaves behind one answer and
 * nothing else. Hashes are counted, and cheap.
 */
#include <stdio.h>

#include "tests/handlers/identity/totp_fixture.h"
/* needs the headers above */
#include "tests/handlers/identity/counted_argon2.h"

#define ADDRESS "member1@example.org"
#define STRANGERS_PASSWORD "strangers sing at night"

static void
sign_up(const char *email, const char *password, const char *more)
{
	assert_done(call_anonymously(ENTRY(account_sign_up),
		scratch_printf("{\"email\": \"%s\", \"name\": \"A\","
			       " \"password\": \"%s\"%s}",
			email, password, more)));
}

static enum problem
sign_in(const char *password)
{
	return sign_in_with(ADDRESS, password, "").problem;
}

TEST(the_owners_password_always_wins)
{
	add_knowing(1);
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	sign_up(ADDRESS, STRANGERS_PASSWORD, "");
	hashes_compared = 0;
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_NONE);
	assert_int_equal(hashes_compared, 1);
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_NONE);
}

/* This test commits, because a failed try must count. A right password with a wrong code
 * costs as much as a wrong password. Otherwise a stranger who signed up with that
 * password could try codes without end. */
TEST_COMMITTED(guesses_at_a_second_factor_gain_nothing)
{
	static const char wrong[] = ", \"totp\": \"abc-def\"";
	const char *right;

	add_knowing(1);
	right = begin_totp(1);
	assert_done(confirm_totp(1, code_at(right, -1)));
	hashes_compared = 0;
	assert_problem(
		sign_in_with(ADDRESS, GOOD_PASSWORD, wrong), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(hashes_compared, 2);
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	assert_problem(
		sign_in_with(ADDRESS, GOOD_PASSWORD, wrong), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_TOTP_REQUIRED);
	assert_int_equal(people_count("SELECT count FROM attempts WHERE kind = 'sign_in'"
				      " AND subject = 'account " ADDRESS "'"),
		2);
	assert_done(sign_in_with(ADDRESS, GOOD_PASSWORD,
		scratch_printf(", \"totp\": \"%s\"", code_at(right, 0))));
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM sign_up_passwords");
	scratch_sql("DELETE FROM outbox");
	scratch_sql("DELETE FROM members");
}

TEST(nothing_leads_from_it_into_the_account)
{
	add_knowing(1);
	sign_up(ADDRESS, STRANGERS_PASSWORD, "");
	people_expect_rows(0, "mail_tokens");
	call_anonymously(ENTRY(account_resend_verification), JSON_OF({"email": ADDRESS}));
	call_anonymously(ENTRY(password_forgot), JSON_OF({"email": ADDRESS}));
	send_asked_mails();
	assert_int_equal(count_mails("verify_email", ADDRESS), 0);
	people_expect_rows(0,
		"sign_up_passwords s JOIN mail_tokens t ON t.id = s.id"
		" OR t.password_hash = s.password_hash");
	people_expect_rows(0,
		"members m JOIN sign_up_passwords s ON s.password_hash ="
		" m.password_hash");
	assert_int_equal(sign_in(STRANGERS_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(0, "credentials");
}

/* It is about the address: an account that has moved away or was deleted leaves it
 * without one. */
TEST(is_told_while_no_account_has_the_address)
{
	add_knowing(1);
	sign_up(ADDRESS, STRANGERS_PASSWORD, "");
	assert_int_equal(sign_in(STRANGERS_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	scratch_sql("UPDATE members SET email = 'moved@example.org'");
	assert_int_equal(sign_in(STRANGERS_PASSWORD), PROBLEM_EMAIL_NOT_VERIFIED);
	assert_problem(sign_in_with("moved@example.org", STRANGERS_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
	scratch_sql("UPDATE members SET email = '" ADDRESS "'");
	assert_done(
		call_as(1, ENTRY(account_delete), JSON_OF({"password": GOOD_PASSWORD})));
	assert_int_equal(sign_in(STRANGERS_PASSWORD), PROBLEM_EMAIL_NOT_VERIFIED);
}

static struct scratch_answer
verify_latest(void)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("verify_email")));
}

TEST(no_verified_address_is_called_unverified)
{
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	sign_up(ADDRESS, STRANGERS_PASSWORD, "");
	scratch_expect(verify_latest(), "{'passwordNeeded': true}");
	assert_int_equal(count_mails("choose_password", ADDRESS), 1);
	assert_int_equal(sign_in(STRANGERS_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(0, "sign_up_passwords");
}

/* Otherwise a sign-in would find it after the deletion of the account. */
TEST(a_password_that_was_the_accounts_own_is_forgotten)
{
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	assert_done(call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("verify_email"))));
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_NONE);
	scratch_sql("UPDATE members SET password_hash = NULL");
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	people_expect_rows(0, "sign_up_passwords");
}

/* Otherwise a right password would become wrong while the link still works. */
TEST(lives_as_long_as_a_link_that_was_sent_again)
{
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	scratch_sql("DELETE FROM sign_up_passwords");
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	assert_done(call_anonymously(
		ENTRY(account_resend_verification), JSON_OF({"email": ADDRESS})));
	send_asked_mails();
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_EMAIL_NOT_VERIFIED);
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	scratch_expect(verify_latest(), "{'passwordNeeded': false}");
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_NONE);
}

/* It lives exactly as long as the sign-up of an address without an account. */
TEST(lives_as_long_as_the_link_of_a_sign_up)
{
	people_add(1);
	sign_up(ADDRESS, GOOD_PASSWORD, "");
	sign_up("nobody@example.org", GOOD_PASSWORD, "");
	people_expect_rows(2,
		"sign_up_passwords s, mail_tokens t WHERE s.expires_at = t.expires_at");
}

/* Otherwise the next try of the code would show whether this one was used. */
TEST(a_code_is_used_up_whether_or_not_there_is_an_account)
{
	static const char *const emails[] = {ADDRESS, "nobody@example.org"};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(emails); i++) {
		scratch_sql("INSERT INTO invite_codes (code, max_uses)"
			    " VALUES ('CODE-%zu', 1)",
			i);
		sign_up(emails[i], GOOD_PASSWORD,
			scratch_printf(", \"inviteCode\": \"CODE-%zu\"", i));
	}
	assert_int_equal(people_count("SELECT sum(uses) FROM invite_codes"), 2);
	people_expect_rows(2, "invite_holds");
}
