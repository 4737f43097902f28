#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
sign_up(const char *email, const char *more)
{
	return call_anonymously(ENTRY(account_sign_up),
		scratch_printf("{\"email\": \"%s\", \"name\": \"Ada\","
			       " \"password\": \"" GOOD_PASSWORD "\"%s}",
			email, more));
}

TEST(keeps_everything_with_the_link_until_it_is_opened)
{
	scratch_expect(sign_up("Ada@Example.org", ", \"application\": \"I build looms\""),
		"{'status': 'verification_sent'}");
	people_expect_rows(1,
		"members WHERE email ="
		" 'Ada@Example.org' AND password_hash IS NULL AND status"
		" = 'pending' AND email_verified_at IS NULL");
	people_expect_rows(1,
		"mail_tokens WHERE name = 'Ada' AND"
		" application = 'I build looms' AND password_hash LIKE"
		" '$argon2id$v=19$m=47104,t=1,p=1$%%' AND expires_at ="
		" now() + interval '24 hours' AND kind = 'verify_email'");
}

TEST(mails_a_link_that_the_database_does_not_know)
{
	const char *secret;

	assert_done(sign_up("ada@example.org", ""));
	secret = mailed_secret("verify_email");
	assert_int_equal(strlen(secret), 43);
	people_expect_rows(1, "mail_tokens WHERE hash = sha256('%s')", secret);
	assert_string_equal(scratch_value("SELECT payload ->> 'linkPath' FROM outbox"),
		"/verify-email?token=");
	assert_string_equal(scratch_value("SELECT payload ->> 'toAddress' FROM outbox"),
		"ada@example.org");
	people_expect_rows(0, "outbox WHERE payload::text LIKE '%%%s%%'", secret);
	/* A stranger's text must not reach the owner of the address. */
	people_expect_rows(0, "outbox WHERE payload::text LIKE '%%Ada%%'");
}

TEST(refuses_the_names_of_the_operator)
{
	static const char *const names[] = {"Kith", "Kith Support", "Former member"};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		people_expect_fault(call_anonymously(ENTRY(account_sign_up),
					    scratch_printf(JSON({
						    "email": "ada@example.org",
						    "name": "%s",
						    "password": "%s"
					    }),
						    names[i], GOOD_PASSWORD)),
			"#/name", FAULT_NOT_ALLOWED);
	people_expect_rows(0, "members");
}

TEST(answers_the_same_for_an_address_with_an_account)
{
	people_add(1);
	scratch_expect(
		sign_up("MEMBER1@example.org", ""), "{'status': 'verification_sent'}");
	assert_string_equal(scratch_value("SELECT payload ->> 'template' FROM outbox"),
		"sign_up_notice");
	assert_string_equal(scratch_value("SELECT payload ->> 'toAddress' FROM outbox"),
		"member1@example.org");
	people_expect_rows(0, "mail_tokens");
	people_expect_rows(1, "members");
}

static struct scratch_answer
sign_up_as(const char *name, const char *password, const char *more)
{
	return call_anonymously(ENTRY(account_sign_up),
		scratch_printf(
			"{\"email\": \"ada@example.org\", \"name\": \"%s\", \"password\":"
			" \"%s\", \"application\": \"From %s\"%s}",
			name, password, name, more));
}

static enum problem
verify(const char *token)
{
	return call_anonymously(
		ENTRY(account_verify_email), scratch_printf(JSON({"token": "%s"}), token))
		.problem;
}

static enum problem
sign_in(const char *password)
{
	return call_anonymously(ENTRY(session_sign_in),
		scratch_printf(
			JSON({"email": "ada@example.org", "password": "%s"}), password))
		.problem;
}

/* Signs up twice with one password and opens one of the two links. */
static void
expect_double_sign_up_to_work(bool open_second)
{
	const char *links[2];

	assert_done(sign_up_as("Ada", GOOD_PASSWORD, ""));
	links[0] = mailed_secret("verify_email");
	assert_done(sign_up_as("Adda", GOOD_PASSWORD, ""));
	links[1] = mailed_secret("verify_email");
	assert_string_not_equal(links[0], links[1]);
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_EMAIL_NOT_VERIFIED);
	assert_int_equal(verify(links[open_second]), PROBLEM_NONE);
	assert_int_equal(verify(links[!open_second]), PROBLEM_TOKEN_NOT_FOUND);
	assert_string_equal(
		scratch_value("SELECT name || '. ' || application FROM members"),
		"Ada. From Ada");
	assert_int_equal(sign_in(GOOD_PASSWORD), PROBLEM_NONE);
	people_expect_rows(0, "sign_up_passwords");
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'choose_password'");
}

TEST(the_first_of_two_links_with_one_password_makes_the_account)
{
	expect_double_sign_up_to_work(false);
}

TEST(the_second_of_two_links_with_one_password_makes_the_account)
{
	expect_double_sign_up_to_work(true);
}

TEST(with_another_password_the_owner_of_the_address_chooses_one)
{
	sign_up_as("Ada", GOOD_PASSWORD, "");
	sign_up_as("Eve", "orange walruses sing", "");
	sign_up_as("Ada", GOOD_PASSWORD, "");
	assert_int_equal(verify(mailed_secret("verify_email")), PROBLEM_NONE);
	people_expect_rows(1,
		"members WHERE password_hash IS NULL AND email_verified_at IS NOT NULL");
	assert_non_null(mailed_secret("choose_password"));
}

TEST(a_code_for_one_admits_who_signs_up_twice)
{
	static const char code[] = ", \"inviteCode\": \"ONE\"";

	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('ONE', 1)");
	assert_done(sign_up_as("Ada", GOOD_PASSWORD, code));
	assert_done(sign_up_as("Ada", GOOD_PASSWORD, code));
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 1);
	/* Without the password there is no answer, and the try counts. */
	assert_problem(sign_up_as("Eve", "orange walruses sing", code),
		PROBLEM_VALIDATION_FAILED);
	assert_int_equal(people_count("SELECT count FROM attempts WHERE subject LIKE"
				      " 'account %%'"),
		3);
	assert_int_equal(verify(mailed_secret("verify_email")), PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT status FROM members"), "active");
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 1);
	people_expect_rows(0, "invite_holds");
}

/* An address with an account gives the same answers. */
TEST(a_code_for_one_is_answered_twice_for_an_account_as_well)
{
	static const char code[] = ", \"inviteCode\": \"ONE\"";

	people_add(1);
	scratch_sql("UPDATE members SET email = 'ada@example.org'");
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('ONE', 1)");
	assert_done(sign_up_as("Ada", GOOD_PASSWORD, code));
	assert_done(sign_up_as("Ada", GOOD_PASSWORD, code));
	assert_problem(sign_up_as("Eve", "orange walruses sing", code),
		PROBLEM_VALIDATION_FAILED);
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 1);
}

/* Forgetting the second sign-up's link releases the code that came with it. */
TEST(a_code_that_was_forgotten_first_can_be_given_later)
{
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('ONE', 1)");
	sign_up_as("Ada", GOOD_PASSWORD, "");
	sign_up_as("Ada", GOOD_PASSWORD, ", \"inviteCode\": \"ONE\"");
	assert_int_equal(verify(mailed_secret("verify_email")), PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT status FROM members"), "active");
}

TEST(refuses_common_passwords_and_unknown_codes_together)
{
	struct scratch_answer answer;

	answer = call_anonymously(ENTRY(account_sign_up), JSON({
		"email": "ada@example.org",
		"name": "Ada",
		"password": "password1234",
		"inviteCode": "ABC"
	}));
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/password");
	assert_int_equal(answer.faults->code, FAULT_NOT_ALLOWED);
	assert_string_equal(answer.faults->next->pointer, "#/inviteCode");
	assert_int_equal(answer.faults->next->code, FAULT_NOT_ALLOWED);
	people_expect_rows(0, "members");
}

TEST(refuses_passwords_that_others_know)
{
	static const char *const passwords[] = {"ada.lovelace@example.org",
		"Ada.Lovelace1", "Ada Lovelace!", "countess ada", "KITH 2026 2026"};

	for (size_t i = 0; i < COUNT_OF(passwords); i++)
		people_expect_fault(call_anonymously(ENTRY(account_sign_up),
					    scratch_printf(JSON({
						    "email": "ada.lovelace@example.org",
						    "name": "Countess Ada",
						    "password": "%s"
					    }),
						    passwords[i])),
			"#/password", FAULT_NOT_ALLOWED);
	people_expect_rows(0, "members");
}

TEST(refuses_a_name_as_password_in_capitals_and_without_marks)
{
	static const char *const cases[][2] = {
		{"\u00c9milie Dupont-Lar\u00e8ve", "\u00e9milie dupont-lar\u00e8ve"},
		{"\u00c9milie Dupont-Lar\u00e8ve", "\u00c9MILIE DUPONT-LAR\u00c8VE 1"},
		{"\u00c9milie Dupont-Lar\u00e8ve", "Emilie.Dupont.Lareve"},
		{"\u0418\u0440\u0430 \u0426\u043e\u0439",
			"\u0438\u0440\u0430 \u0446\u043e\u0439 2026"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		people_expect_fault(sign_up_as(cases[i][0], cases[i][1], ""),
			"#/password", FAULT_NOT_ALLOWED);
	people_expect_rows(0, "members");
}

TEST(refuses_what_is_out_of_bounds)
{
	static const struct {
		const char *json, *pointer;
		enum fault_code code;
	} cases[] = {
		{JSON({"email": "a@example.org", "password": "purple elepha"}), "#/name",
			FAULT_REQUIRED},
		{JSON({
			 "email": "not an address",
			 "name": "A",
			 "password": "purple elepha"
		 }),
			"#/email", FAULT_FORMAT},
		{JSON({"email": "a@example.org", "name": "A", "password": "purple elep"}),
			"#/password", FAULT_TOO_SHORT},
		{JSON({
			 "email": "a@example.org",
			 "name": "",
			 "password": "purple elepha"
		 }),
			"#/name", FAULT_TOO_SHORT},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(
			call_anonymously(ENTRY(account_sign_up), cases[i].json),
			cases[i].pointer, cases[i].code);
	}
}

TEST(an_address_is_tried_a_hundred_times_in_a_quarter_of_an_hour)
{
	struct scratch_answer answer;

	scratch_sql("INSERT INTO attempts (kind, subject, count) VALUES"
		    " ('sign_up', 'account ada@example.org', 99)");
	assert_done(sign_up("Ada@example.org", ""));
	answer = sign_up("ada@example.org", "");
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 1, 900);
	scratch_sql("UPDATE attempts SET started_at = now() - interval '15 minutes'");
	assert_done(sign_up("ada@example.org", ""));
}
