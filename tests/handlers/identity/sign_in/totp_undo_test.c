#include "tests/handlers/identity/totp_fixture.h"

/* Sets up a second factor as a thief does; returns the token of the mail. */
static const char *
set_up(unsigned member, const char **secret)
{
	*secret = begin_totp(member);
	assert_done(confirm_totp(member, code_at(*secret, -1)));
	return mailed_secret("totp_set_up");
}

static struct scratch_answer
undo(const char *token)
{
	return call_anonymously(
		ENTRY(totp_undo), scratch_printf(JSON({"token": "%s"}), token));
}

TEST(removes_the_second_factor_by_the_mailed_link_once)
{
	const char *secret, *token;

	add_knowing(1);
	token = set_up(1, &secret);
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'totp_set_up'"
		" AND payload ->> 'linkPath' = '/undo-two-factor?token='");
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_TOTP_REQUIRED);
	assert_done(undo(token));
	people_expect_rows(0, "totp");
	people_expect_rows(0, "recovery_codes");
	assert_int_equal(count_audit("totp.undo", 1), 1);
	assert_int_equal(count_mails("totp_off", "member1@example.org"), 1);
	assert_done(sign_in_with("member1@example.org", GOOD_PASSWORD, ""));
	assert_problem(undo(token), PROBLEM_TOKEN_NOT_FOUND);
	assert_int_equal(count_mails("totp_off", "member1@example.org"), 1);
}

/* The order that the mail proposes: the owner resets the password first. */
TEST(the_link_survives_a_password_reset)
{
	const char *secret, *token;

	add_knowing(1);
	token = set_up(1, &secret);
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	assert_done(call_anonymously(ENTRY(password_reset),
		JSON_OF({"token": "go", "password": NEW_PASSWORD})));
	assert_problem(sign_in_with("member1@example.org", NEW_PASSWORD, ""),
		PROBLEM_TOTP_REQUIRED);
	assert_done(undo(token));
	assert_done(sign_in_with("member1@example.org", NEW_PASSWORD, ""));
}

/* A thief who knows the password could move the address. */
TEST(the_link_survives_a_change_of_the_address)
{
	const char *secret, *token;

	add_knowing(1);
	token = set_up(1, &secret);
	assert_done(call_as(1, ENTRY(email_change),
		JSON_OF({"email": "thief@example.org", "password": GOOD_PASSWORD})));
	assert_done(call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("change_email"))));
	assert_done(undo(token));
	people_expect_rows(0, "totp");
}

TEST(a_link_ends_after_seven_days)
{
	const char *secret, *token;

	add_knowing(1);
	token = set_up(1, &secret);
	scratch_sql("UPDATE totp SET confirmed_at = now() - interval '7 days'");
	assert_problem(undo(token), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1, "totp");
	scratch_sql("UPDATE totp SET confirmed_at = confirmed_at + interval '1 second'");
	assert_done(undo(token));
}

TEST(a_link_undoes_only_the_setup_that_it_was_mailed_for)
{
	const char *secret, *token, *next;

	add_knowing(1);
	add_knowing(2);
	token = set_up(1, &secret);
	assert_done(remove_totp(1, GOOD_PASSWORD, code_at(secret, 0)));
	scratch_sql("DELETE FROM outbox");
	next = set_up(1, &secret);
	assert_string_not_equal(token, next);
	assert_problem(undo(token), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(undo("unknown"), PROBLEM_TOKEN_NOT_FOUND);
	scratch_sql("DELETE FROM outbox");
	set_up(2, &secret);
	assert_done(undo(next));
	people_expect_rows(1, "totp WHERE member_id = '%s'", scratch_uuid_text(2));
}

TEST(a_setup_that_is_not_confirmed_has_no_link)
{
	add_knowing(1);
	begin_totp(1);
	people_expect_rows(0, "totp WHERE undo_hash IS NOT NULL");
	people_expect_rows(0, "outbox");
}
