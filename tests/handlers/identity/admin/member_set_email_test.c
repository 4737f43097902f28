#include "tests/handlers/identity/totp_fixture.h"

#define NEW_ADDRESS "owner@example.org"

static struct scratch_answer
set_email(unsigned number, const char *email)
{
	const struct op_entry entry = {&op_member_set_email, member_set_email};
	struct principal operator= scratch_anonymous();

	operator.via = VIA_OPERATOR;
	return scratch_call(
		&entry, &operator, scratch_printf(JSON({"id": "%s", "email": "%s"}),
				scratch_id("usr", number), email));
}

static struct scratch_answer
reset_with(const char *token)
{
	return call_anonymously(ENTRY(password_reset),
		scratch_printf(
			JSON_OF({"token": "%s", "password": NEW_PASSWORD}), token));
}

/* A thief knows the password and the links, and has sessions and tokens. */
TEST(leaves_nothing_of_before_in_force)
{
	add_knowing(1);
	people_add_mail_token(1, "reset_password", "reset", "1 hour");
	assert_done(call_as(1, ENTRY(email_change),
		JSON_OF({"email": "thief@example.org", "password": GOOD_PASSWORD})));
	add_credential(301, 1, "session", "session", "1 hour");
	add_credential(302, 1, "token", "token", "1 hour");
	assert_done(set_email(1, NEW_ADDRESS));
	assert_string_equal(scratch_value("SELECT email FROM members"), NEW_ADDRESS);
	people_expect_rows(0, "credentials WHERE revoked_at IS NULL");
	assert_problem(sign_in_with(NEW_ADDRESS, GOOD_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
	assert_problem(reset_with("reset"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(call_anonymously(ENTRY(account_verify_email),
			       scratch_printf(JSON({"token": "%s"}),
				       mailed_secret("change_email"))),
		PROBLEM_TOKEN_NOT_FOUND);
	assert_int_equal(count_mails("email_changed", "member1@example.org"), 1);
	people_expect_rows(1,
		"audit WHERE action = 'member.set_email'"
		" AND credential_kind = 'operator' AND actor IS NULL");
	people_expect_rows(0, "audit WHERE action = 'email.change'");
}

/* The mail with the link went to the former address, which a thief may read. */
TEST(ends_the_link_that_undoes_a_second_factor)
{
	const char *secret;

	add_knowing(1);
	secret = begin_totp(1);
	assert_done(confirm_totp(1, code_at(secret, -1)));
	assert_done(set_email(1, NEW_ADDRESS));
	assert_problem(call_anonymously(ENTRY(totp_undo),
			       scratch_printf(JSON({"token": "%s"}),
				       mailed_secret("totp_set_up"))),
		PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1, "totp");
}

TEST(answers_a_link_for_a_new_password)
{
	struct scratch_answer answer;

	add_knowing(1);
	answer = set_email(1, NEW_ADDRESS);
	assert_done(answer);
	assert_string_equal(scratch_string(&answer, "email"), NEW_ADDRESS);
	assert_done(reset_with(strchr(scratch_string(&answer, "link"), '=') + 1));
	assert_done(sign_in_with(NEW_ADDRESS, NEW_PASSWORD, ""));
	people_expect_rows(0, "audit WHERE action = 'member.reset_link'");
}

TEST(the_owner_chooses_a_password_at_the_new_address)
{
	add_knowing(1);
	assert_done(set_email(1, NEW_ADDRESS));
	assert_done(call_anonymously(
		ENTRY(password_forgot), JSON_OF({"email": NEW_ADDRESS})));
	send_asked_mails();
	assert_int_equal(count_mails("reset_password", NEW_ADDRESS), 1);
	assert_done(reset_with(mailed_secret("reset_password")));
	assert_done(sign_in_with(NEW_ADDRESS, NEW_PASSWORD, ""));
}

TEST(takes_no_address_of_another_account)
{
	people_add(1);
	people_add(2);
	people_expect_fault(set_email(1, "Member2@example.org"), "#/email", FAULT_TAKEN);
	assert_string_equal(scratch_value("SELECT email FROM members WHERE id = '%s'",
				    scratch_uuid_text(1)),
		"member1@example.org");
	people_expect_rows(0, "outbox");
	people_expect_rows(0, "audit");
}

TEST(a_sign_up_that_was_not_verified_makes_room)
{
	people_add(1);
	people_add_unverified(2);
	assert_done(set_email(1, "member2@example.org"));
	people_expect_rows(1, "members");
}

TEST(knows_no_member_whose_address_is_not_verified)
{
	people_add_unverified(1);
	assert_problem(set_email(1, NEW_ADDRESS), PROBLEM_MEMBER_NOT_FOUND);
}
