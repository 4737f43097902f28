/* Some tests commit, because what a failed sign-in leaves behind is the point. */
#include "tests/handlers/identity/identity_fixture.h"

#include <argon2.h>

#include "services/identity/sign_in/attempt.h"

static struct scratch_answer
sign_in(const char *email, const char *password)
{
	return call_anonymously(&op_session_sign_in, session_sign_in,
		arena_printf(scratch_arena(), "{\"email\": \"%s\", \"password\": \"%s\"}",
			email, password));
}

static void
starts_a_session(void **state)
{
	struct scratch_answer answer;
	const char *token;

	(void)state;
	add_with_password("Ada@example.org");
	answer = sign_in("ADA@example.org", GOOD_PASSWORD);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	token = scratch_string(&answer, "token");
	assert_int_equal(strncmp(token, "kith_ses_", 9), 0);
	assert_int_equal(strlen(token), 9 + 43);
	assert_string_equal(scratch_string(&answer, "account.email"), "Ada@example.org");
	assert_true(json_is_null(scratch_at(&answer, "account.profile")));
	assert_int_equal(
		people_count("SELECT count(*) FROM credentials WHERE hash ="
			     " sha256('%s') AND kind = 'session' AND scopes = 63 AND"
			     " expires_at = now() + interval '30 days' AND"
			     " absolute_expires_at = now() + interval '90 days' AND"
			     " user_agent = 'test' AND address = '192.0.2.1'",
			token),
		1);
	assert_int_equal(
		people_count("SELECT count(*) FROM audit WHERE action ="
			     " 'session.sign_in' AND actor = subject_id AND detail"
			     " ->> 'address' = '192.0.2.1' AND request_id = 'test'"),
		1);
}

static void
says_nothing_about_which_part_is_wrong(void **state)
{
	struct scratch_answer wrong, nobody, without;

	(void)state;
	add_with_password("ada@example.org");
	people_add(1);
	wrong = sign_in("ada@example.org", "another elephant dances");
	nobody = sign_in("eve@example.org", GOOD_PASSWORD);
	without = sign_in("member1@example.org", GOOD_PASSWORD);
	assert_int_equal(wrong.problem, PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(nobody.problem, PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(without.problem, PROBLEM_INVALID_CREDENTIALS);
	assert_null(wrong.detail);
	assert_null(nobody.detail);
	assert_int_equal(people_count("SELECT count(*) FROM credentials"), 0);
}

static void
tells_of_an_unverified_address_to_who_knows_the_password(void **state)
{
	(void)state;
	assert_int_equal(call_anonymously(&op_account_sign_up, account_sign_up,
				 "{\"email\": \"ada@example.org\", \"name\": \"Ada\","
				 " \"password\": \"" GOOD_PASSWORD "\"}")
				 .problem,
		PROBLEM_NONE);
	assert_int_equal(sign_in("ada@example.org", GOOD_PASSWORD).problem,
		PROBLEM_EMAIL_NOT_VERIFIED);
	assert_int_equal(sign_in("ada@example.org", "another elephant dances").problem,
		PROBLEM_INVALID_CREDENTIALS);
}

static void
lets_pending_and_suspended_members_in(void **state)
{
	(void)state;
	add_with_password("ada@example.org");
	scratch_sql("UPDATE members SET status = 'pending'");
	assert_int_equal(sign_in("ada@example.org", GOOD_PASSWORD).problem, PROBLEM_NONE);
	scratch_sql("UPDATE members SET status = 'suspended'");
	assert_int_equal(sign_in("ada@example.org", GOOD_PASSWORD).problem, PROBLEM_NONE);
}

static void
brings_an_old_hash_up_to_date(void **state)
{
	char weak[128];

	(void)state;
	people_add(1);
	assert_int_equal(
		argon2id_hash_encoded(1, 64, 1, GOOD_PASSWORD, strlen(GOOD_PASSWORD),
			"saltsaltsaltsalt", 16, 32, weak, sizeof(weak)),
		ARGON2_OK);
	scratch_sql("UPDATE members SET password_hash = '%s'", weak);
	assert_int_equal(
		sign_in("member1@example.org", GOOD_PASSWORD).problem, PROBLEM_NONE);
	assert_int_equal(
		people_count("SELECT count(*) FROM members WHERE password_hash LIKE"
			     " '$argon2id$v=19$m=47104,t=1,p=1$%%'"),
		1);
	assert_int_equal(
		sign_in("member1@example.org", GOOD_PASSWORD).problem, PROBLEM_NONE);
}

/* Committed: each failed try must count although it failed. */
static void
the_eleventh_wrong_try_is_refused_even_if_right(void **state)
{
	(void)state;
	add_with_password("limits@example.org");
	for (int i = 0; i < 10; i++)
		assert_int_equal(
			sign_in("limits@example.org", "wrong but long enough").problem,
			PROBLEM_INVALID_CREDENTIALS);
	scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
	assert_int_equal(sign_in("Limits@example.org", GOOD_PASSWORD).problem,
		PROBLEM_RATE_LIMITED);
	assert_int_equal(people_count("SELECT count(*) FROM attempts WHERE subject ="
				      " 'account limits@example.org' AND count = 11"),
		1);
	scratch_sql("DELETE FROM attempts");
}

/* Committed as well. */
static void
a_right_try_does_not_count(void **state)
{
	(void)state;
	add_with_password("often@example.org");
	for (int i = 0; i < 12; i++)
		assert_int_equal(sign_in("often@example.org", GOOD_PASSWORD).problem,
			PROBLEM_NONE);
	assert_int_equal(people_count("SELECT sum(count) FROM attempts"), 0);
	scratch_sql("DELETE FROM attempts");
}

static void
counts_an_ipv6_network_as_one_address(void **state)
{
	static const char *const addresses[] = {
		"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"};
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct principal nobody = scratch_anonymous();

		nobody.address = arena_text(scratch_arena(), addresses[i]);
		scratch_call(&entry, &nobody,
			arena_printf(scratch_arena(),
				"{\"email\": \"e%zu@example.org\", \"password\": \"x\"}",
				i));
	}
	assert_int_equal(people_count("SELECT count FROM attempts WHERE subject ="
				      " 'address 2001:db8:1:2::/64'"),
		2);
	scratch_sql("DELETE FROM attempts");
}

/* A failed try at an account from an address. */
static enum problem
try_from(const char *address, const char *email)
{
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	return scratch_call(&entry, &nobody,
		arena_printf(scratch_arena(),
			"{\"email\": \"%s\", \"password\": \"" GOOD_PASSWORD "\"}",
			email))
		.problem;
}

static long
counted(const char *subject)
{
	return people_count(
		"SELECT COALESCE(sum(count), 0) FROM attempts WHERE subject = '%s'",
		subject);
}

/* A counter that stands at `count` tries. */
static void
set_counter(const char *subject, int count)
{
	scratch_sql(
		"INSERT INTO attempts (kind, subject, count) VALUES ('sign_in', '%s', %d)",
		subject, count);
}

/* Committed, as above. */
static void
refuses_a_network_that_tries_from_many_addresses(void **state)
{
	static const struct {
		const char *network, *inside[3], *outside;
	} cases[] = {
		{"network 2001:db8:1::/48",
			{"2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:ffff::1"},
			"2001:db8:2:1::1"},
		{"network 192.0.2.0/24", {"192.0.2.1", "192.0.2.2", "192.0.2.255"},
			"192.0.3.1"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		set_counter(cases[i].network, 58);
		assert_int_equal(try_from(cases[i].inside[0], "a@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		assert_int_equal(try_from(cases[i].inside[1], "b@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		assert_int_equal(try_from(cases[i].inside[2], "c@example.org"),
			PROBLEM_RATE_LIMITED);
		assert_int_equal(counted(cases[i].network), 61);
		/* What the network refuses is counted nowhere else. */
		assert_int_equal(people_count("SELECT count(*) FROM attempts"), 5);
		assert_int_equal(counted("account c@example.org"), 0);
		assert_int_equal(try_from(cases[i].outside, "c@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		scratch_sql("DELETE FROM attempts");
	}
}

/* Committed, as above. */
static void
an_address_over_its_limit_counts_for_nobody_else(void **state)
{
	(void)state;
	set_counter("address 192.0.2.7/32", 9);
	assert_int_equal(
		try_from("192.0.2.7", "a@example.org"), PROBLEM_INVALID_CREDENTIALS);
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			try_from("192.0.2.7", "b@example.org"), PROBLEM_RATE_LIMITED);
	assert_int_equal(counted("address 192.0.2.7/32"), 13);
	assert_int_equal(counted("account b@example.org"), 0);
	assert_int_equal(counted("network 192.0.2.0/24"), 2);
	scratch_sql("UPDATE attempts SET started_at = now() - interval '15 minutes'");
	assert_int_equal(
		try_from("192.0.2.7", "b@example.org"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(counted("network 192.0.2.0/24"), 1);
	scratch_sql("DELETE FROM attempts");
}

/* Every counter gives it back, the network's also when others have filled it meanwhile. */
static void
forgives_a_right_try_everywhere(void **state)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	const struct text email = arena_text(scratch_arena(), "a@example.org");

	(void)state;
	call.principal.address = arena_text(scratch_arena(), "192.0.2.7");
	set_counter("network 192.0.2.0/24", 70);
	set_counter("address 192.0.2.7/32", 12);
	set_counter("account a@example.org", 3);
	attempt_forgive(&call, "sign_in", &email);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_int_equal(counted("network 192.0.2.0/24"), 69);
	assert_int_equal(counted("address 192.0.2.7/32"), 11);
	assert_int_equal(counted("account a@example.org"), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(starts_a_session),
		HANDLER_TEST(says_nothing_about_which_part_is_wrong),
		HANDLER_TEST(tells_of_an_unverified_address_to_who_knows_the_password),
		HANDLER_TEST(lets_pending_and_suspended_members_in),
		HANDLER_TEST(brings_an_old_hash_up_to_date),
		cmocka_unit_test(refuses_a_network_that_tries_from_many_addresses),
		cmocka_unit_test(an_address_over_its_limit_counts_for_nobody_else),
		HANDLER_TEST(forgives_a_right_try_everywhere),
		cmocka_unit_test(the_eleventh_wrong_try_is_refused_even_if_right),
		cmocka_unit_test(a_right_try_does_not_count),
		cmocka_unit_test(counts_an_ipv6_network_as_one_address),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
