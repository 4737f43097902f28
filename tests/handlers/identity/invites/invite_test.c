#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/account_fixture.h"

/* Adds a code; `columns` and `values` extend the row: ", expires_at" and ", now()". */
static void
add_code(const char *code, int max_uses, const char *columns, const char *values)
{
	scratch_sql("INSERT INTO invite_codes (code, max_uses%s) VALUES ('%s', %d%s)",
		columns, code, max_uses, values);
}

static struct scratch_answer
sign_up(const char *email, const char *code)
{
	return call_anonymously(ENTRY(account_sign_up),
		scratch_printf(JSON_OF({
			"email": "%s",
			"name": "Ada",
			"password": GOOD_PASSWORD,
			"inviteCode": "%s"
		}),
			email, code));
}

static struct scratch_answer
verify(const char *token)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), token));
}

static long
uses(void)
{
	return people_count("SELECT sum(uses) FROM invite_codes");
}

static void
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};

	scratch_sql("SET ROLE kith_identity");
	sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

TEST(a_code_makes_the_verified_account_active)
{
	add_code("WELCOME", 2, "", "");
	assert_done(sign_up("ada@example.org", "WELCOME"));
	assert_int_equal(uses(), 1);
	scratch_expect(
		verify(mailed_secret("verify_email")), "{'membershipStatus': 'active'}");
	assert_int_equal(uses(), 1);
	people_expect_rows(0, "invite_holds");
	people_expect_rows(1, "audit WHERE action = 'invite.redeem'");
}

TEST(refuses_codes_that_admit_nobody)
{
	static const char *const codes[] = {
		"UNKNOWN", "EXPIRED", "REVOKED", "USED", "good"};

	add_code("EXPIRED", 1, ", expires_at", ", now()");
	add_code("REVOKED", 1, ", revoked_at", ", now()");
	add_code("USED", 1, ", uses", ", 1");
	add_code("GOOD", 1, ", expires_at", ", now() + interval '1 second'");
	for (size_t i = 0; i < COUNT_OF(codes); i++) {
		people_expect_fault(sign_up("ada@example.org", codes[i]), "#/inviteCode",
			FAULT_NOT_ALLOWED);
	}
	people_expect_rows(0, "members");
	assert_int_equal(uses(), 1);
	assert_done(sign_up("ada@example.org", "GOOD"));
}

TEST(a_code_has_one_to_sixty_four_characters)
{
	const char *longest =
		"0123456789012345678901234567890123456789012345678901234567890123";

	add_code(longest, 1, "", "");
	assert_done(sign_up("ada@example.org", longest));
	people_expect_fault(
		sign_up("ada@example.org", ""), "#/inviteCode", FAULT_TOO_SHORT);
	people_expect_fault(sign_up("ada@example.org", scratch_printf("%sx", longest)),
		"#/inviteCode", FAULT_TOO_LONG);
}

TEST(guesses_at_codes_are_counted)
{
	for (int i = 0; i < 10; i++)
		assert_problem(sign_up(scratch_printf("a%d@example.org", i), "GUESS"),
			PROBLEM_VALIDATION_FAILED);
	assert_problem(sign_up("another@example.org", "GUESS"), PROBLEM_RATE_LIMITED);
}

TEST(a_use_goes_back_when_a_day_passes_without_verification)
{
	struct scratch_answer answer;
	const char *token;

	add_code("ONE", 1, "", "");
	assert_done(sign_up("ada@example.org", "ONE"));
	token = mailed_secret("verify_email");
	sweep();
	assert_int_equal(uses(), 1);
	scratch_sql("UPDATE invite_holds SET taken_at = now() - interval '24 hours'");
	sweep();
	assert_int_equal(uses(), 0);
	sweep();
	assert_int_equal(uses(), 0);
	/* A mail that is sent again extends the link, which then takes another use of the
	 * code. */
	answer = verify(token);
	assert_string_equal(scratch_string(&answer, "membershipStatus"), "active");
	assert_int_equal(uses(), 1);
}

TEST(who_comes_when_the_uses_are_gone_waits_like_others)
{
	const char *token;

	add_code("ONE", 1, "", "");
	assert_done(sign_up("ada@example.org", "ONE"));
	token = mailed_secret("verify_email");
	scratch_sql("UPDATE invite_holds SET taken_at = now() - interval '25 hours'");
	sweep();
	assert_done(sign_up("eve@example.org", "ONE"));
	scratch_expect(verify(token), "{'membershipStatus': 'pending'}");
	assert_int_equal(uses(), 1);
}

TEST(a_code_revoked_meanwhile_admits_nobody)
{
	add_code("ONE", 1, "", "");
	assert_done(sign_up("ada@example.org", "ONE"));
	scratch_sql("UPDATE invite_codes SET revoked_at = now()");
	scratch_expect(
		verify(mailed_secret("verify_email")), "{'membershipStatus': 'pending'}");
	assert_int_equal(uses(), 0);
}

/* A former administrator could go on admitting members. */
TEST(a_code_ends_with_the_role_of_its_maker)
{
	static const char deleted[] =
		"former_at = now(), name = 'Former member', email = NULL,"
		" email_verified_at = NULL, status = 'pending', role = 'member'";
	static const char *const ends[] = {
		"role = 'member'", "status = 'suspended'", deleted};

	for (unsigned i = 1; i <= 2; i++) {
		people_add(i);
		scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
			scratch_uuid_text(i));
	}
	add_code("OPERATOR", 2, "", "");
	add_code("OTHER", 2, ", created_by",
		scratch_printf(", '%s'", scratch_uuid_text(2)));
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		scratch_sql("SAVEPOINT state");
		add_code("ADMIN", 2, ", created_by",
			scratch_printf(", '%s'", scratch_uuid_text(1)));
		scratch_sql("UPDATE members SET name = 'Other' WHERE id = '%s'",
			scratch_uuid_text(1));
		people_expect_rows(3, "invite_codes WHERE revoked_at IS NULL");
		scratch_sql("UPDATE members SET %s WHERE id = '%s'", ends[i],
			scratch_uuid_text(1));
		people_expect_rows(2, "invite_codes WHERE revoked_at IS NULL");
		people_expect_fault(sign_up("ada@example.org", "ADMIN"), "#/inviteCode",
			FAULT_NOT_ALLOWED);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

TEST(one_member_keeps_one_use_however_often_it_signed_up)
{
	add_code("FIVE", 5, "", "");
	for (int i = 0; i < 3; i++) {
		assert_done(sign_up("ada@example.org", "FIVE"));
		/* The same state as after a sign-up with another password. */
		scratch_sql("DELETE FROM sign_up_passwords");
	}
	assert_int_equal(uses(), 3);
	assert_done(verify(mailed_secret("verify_email")));
	assert_int_equal(uses(), 1);
}

TEST(the_code_goes_with_the_mail_that_is_sent_again)
{
	add_code("ONE", 1, "", "");
	assert_done(sign_up("ada@example.org", "ONE"));
	assert_done(call_anonymously(
		ENTRY(account_resend_verification), JSON({"email": "ada@example.org"})));
	send_asked_mails();
	scratch_expect(
		verify(mailed_secret("verify_email")), "{'membershipStatus': 'active'}");
	assert_int_equal(uses(), 1);
}

TEST(an_address_with_an_account_takes_a_use_for_a_day_and_is_answered_the_same)
{
	struct scratch_answer answer;

	people_add(1);
	add_code("ONE", 1, "", "");
	answer = sign_up("member1@example.org", "ONE");
	assert_string_equal(answer.text, "{\"status\":\"verification_sent\"}");
	assert_int_equal(uses(), 1);
	people_expect_fault(sign_up("member1@example.org", "OTHER"), "#/inviteCode",
		FAULT_NOT_ALLOWED);
	scratch_sql("UPDATE invite_holds SET taken_at = now() - interval '24 hours'");
	sweep();
	assert_int_equal(uses(), 0);
}

TEST(the_database_holds_no_code_beyond_its_uses)
{
	add_code("ONE", 1, "", "");
	scratch_sql("DO $$ BEGIN UPDATE invite_codes SET uses = 2;"
		    " RAISE EXCEPTION 'it was accepted';"
		    " EXCEPTION WHEN check_violation THEN NULL; END $$");
	scratch_sql("DO $$ BEGIN UPDATE invite_codes SET max_uses = 501;"
		    " RAISE EXCEPTION 'it was accepted';"
		    " EXCEPTION WHEN check_violation THEN NULL; END $$");
	assert_int_equal(uses(), 0);
}
