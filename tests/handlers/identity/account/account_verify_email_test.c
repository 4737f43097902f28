#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
verify(const char *token)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), token));
}

TEST(makes_the_account_of_the_sign_up_whose_link_was_opened)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "1 hour");
	scratch_expect(verify("own"),
		"{'id': '%s', 'email': 'member1@example.org', 'name': 'Name of own',"
		" 'membershipStatus': 'pending', 'role': 'member', 'profile': null,"
		" 'image': null, 'passwordNeeded': false}",
		scratch_id("usr", 1));
	people_expect_rows(1,
		"members WHERE password_hash = '$argon2id$of-own' AND application ="
		" 'application of own'");
	people_expect_rows(0, "outbox WHERE topic = 'mail'");
}

/* Either link may be a stranger's, the first or the last one. */
TEST(takes_no_password_while_another_sign_up_is_known)
{
	const struct op_entry reset = {&op_password_reset, password_reset};
	const struct principal nobody = scratch_anonymous();
	const char *token;

	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "strangers", "1 hour");
	people_add_mail_token(1, "verify_email", "own", "1 hour");
	people_add_mail_token(1, "verify_email", "late", "-1 hour");
	assert_done(verify("strangers"));
	people_expect_rows(1,
		"members WHERE email_verified_at IS NOT NULL AND password_hash IS NULL");
	assert_problem(verify("own"), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1,
		"outbox WHERE topic = 'mail' AND"
		" payload ->> 'toAddress' = 'member1@example.org'");
	token = mailed_secret("choose_password");
	assert_done(scratch_call(&reset, &nobody,
		scratch_printf(
			JSON_OF({"token": "%s", "password": GOOD_PASSWORD}), token)));
	people_expect_rows(1, "members WHERE password_hash LIKE '$argon2id$v%%'");
}

static struct scratch_answer
reset(const char *token)
{
	return call_anonymously(ENTRY(password_reset),
		scratch_printf(
			JSON_OF({"token": "%s", "password": GOOD_PASSWORD}), token));
}

/* The token proves the mailbox, so no second mail is needed. */
TEST(its_token_sets_the_password_that_is_needed)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "strangers", "1 hour");
	people_add_mail_token(1, "verify_email", "own", "1 minute");
	assert_problem(reset("own"), PROBLEM_TOKEN_NOT_FOUND);
	scratch_expect(verify("own"), "{'passwordNeeded': true}");
	people_expect_rows(1,
		"mail_tokens WHERE hash = sha256('own') AND used_at IS NULL"
		" AND expires_at = now() + interval '1 hour'");
	assert_problem(verify("own"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(reset("strangers"), PROBLEM_TOKEN_NOT_FOUND);
	assert_done(reset("own"));
	assert_problem(reset("own"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(reset(mailed_secret("choose_password")), PROBLEM_TOKEN_NOT_FOUND);
}

TEST(its_token_sets_no_password_where_there_is_one)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "1 hour");
	assert_done(verify("own"));
	assert_problem(reset("own"), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1, "members WHERE password_hash = '$argon2id$of-own'");
}

TEST(a_link_works_once)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "once", "1 hour");
	assert_done(verify("once"));
	assert_problem(verify("once"), PROBLEM_TOKEN_NOT_FOUND);
}

TEST(refuses_links_that_are_late_unknown_or_for_something_else)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "late", "-1 second");
	people_add_mail_token(1, "sign_in", "other", "1 hour");
	assert_problem(verify("late"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(verify("unknown"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(verify("other"), PROBLEM_TOKEN_NOT_FOUND);
}

/* The second link was not voided, as if both were opened at the same moment. */
TEST(never_replaces_the_password_of_a_verified_account)
{
	people_add(1);
	people_add_mail_token(1, "verify_email", "second", "1 hour");
	assert_problem(verify("second"), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(1, "members WHERE name = 'Member 1'");
}

TEST(tells_every_active_administrator)
{
	people_add_all(3);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id <> '%s'",
		scratch_uuid_text(3));
	people_add_as(5, "suspended");
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(5));
	people_add_unverified(4);
	people_add_mail_token(4, "verify_email", "go", "1 hour");
	assert_done(verify("go"));
	people_expect_rows(2,
		"outbox WHERE topic = 'notice' AND"
		" payload ->> 'kind' = 'member_pending' AND payload ->> 'subject' = '%s'",
		scratch_uuid_text(4));
}

/* The handle for a name when other handles are taken. */
static const char *
handle_of(unsigned number, const char *name)
{
	const char *token = scratch_printf("handle-%u", number);

	people_add_unverified(number);
	people_add_mail_token(number, "verify_email", token, "1 hour");
	scratch_sql("UPDATE mail_tokens SET name = '%s' WHERE member_id = '%s'", name,
		scratch_uuid_text(number));
	assert_done(verify(token));
	return scratch_value("SELECT handle FROM profiles WHERE member_id = '%s'",
		scratch_uuid_text(number));
}

TEST(makes_handles_from_names)
{
	assert_string_equal(handle_of(1, "Ada Lovelace"), "ada-lovelace");
	assert_string_equal(handle_of(2, "ÅDA  Lövelåce!"), "ada-lovelace-2");
	assert_string_equal(handle_of(3, "ada.lovelace"), "ada-lovelace-3");
	assert_string_equal(handle_of(4, "Søren Łukasz Straße"), "soren-lukasz-strase");
	assert_string_equal(handle_of(5, "李小龍"), "member-1");
	assert_string_equal(handle_of(6, "Al"), "member-2");
	assert_string_equal(handle_of(7, "Admin"), "admin-1");
	assert_string_equal(handle_of(8, "--x--y--"), "x-y");
	assert_string_equal(handle_of(9, "An Extraordinarily Long Name Indeed"),
		"an-extraordinarily-lon");
	assert_string_equal(handle_of(10, "Ｆｕｌｌ ½"), "full-1-2");
}

TEST(gives_up_counting_and_takes_a_random_handle)
{
	for (unsigned i = 1; i <= 9; i++)
		handle_of(i, "Twin");
	assert_string_equal(scratch_value("SELECT count(*) FROM profiles WHERE handle ~"
					  " '^twin(-[2-9])?$'"),
		"9");
	assert_int_equal(strlen(handle_of(10, "Twin")), strlen("twin-1234567"));
}
