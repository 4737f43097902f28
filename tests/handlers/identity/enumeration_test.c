/*
 * enumeration_test.c - nobody can find out which addresses have accounts: answers and
 * costly work are the same. The tests count the work, because times vary on a busy
 * machine.
 */
#include <stdio.h>

#include "tests/handlers/identity/account_fixture.h"
#include "tests/handlers/identity/counted_argon2.h"

static const char TODAYS_HASH[] = "$argon2id$v=19$m=47104,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$"
				  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void
add_people(void)
{
	people_add_all(2);
	people_add_unverified(3);
	scratch_sql("UPDATE members SET password_hash = '%s' WHERE id = '%s'",
		TODAYS_HASH, scratch_uuid_text(1));
	hashes_made = 0;
	hashes_compared = 0;
}

static const char *const addresses[] = {"member1@example.org", "MEMBER2@example.org",
	"member3@example.org", "nobody@example.org"};

static struct scratch_answer
ask(struct op_entry entry, const char *address, const char *more)
{
	return call_anonymously(
		entry, scratch_printf("{\"email\": \"%s\"%s}", address, more));
}

static void
before(void)
{
	scratch_begin();
	hashes_made = 0;
	hashes_compared = 0;
}

static const struct test_scene counted = {.before = before, .after = scratch_rollback};

TEST_IN(counted, signing_up_hashes_and_compares_once_and_says_the_same)
{
	add_people();
	/* The second pass uses the password of a pending sign-up. */
	for (int i = 0; i < 2 * (int)COUNT_OF(addresses); i++) {
		struct scratch_answer answer = ask(ENTRY(account_sign_up),
			addresses[i % (int)COUNT_OF(addresses)],
			", \"name\": \"A\", \"password\": \"" GOOD_PASSWORD "\"");

		assert_done(answer);
		assert_string_equal(answer.text, "{\"status\":\"verification_sent\"}");
		assert_int_equal(hashes_made, i + 1);
		assert_int_equal(hashes_compared, i + 1);
	}
}

TEST_IN(counted, signing_in_compares_two_hashes_of_the_same_cost_and_says_the_same)
{
	add_people();
	for (int i = 0; i < (int)COUNT_OF(addresses); i++) {
		struct scratch_answer answer = ask(ENTRY(session_sign_in), addresses[i],
			", \"password\": \"" GOOD_PASSWORD "\"");

		assert_problem(answer, PROBLEM_INVALID_CREDENTIALS);
		assert_null(answer.detail);
		assert_int_equal(hashes_compared, 2 * (i + 1));
		assert_int_equal(hashes_made, 0);
		assert_string_equal(compared_cost, "$argon2id$v=19$m=47104,t=1,p=1");
	}
}

static struct scratch_answer
sign_up(const char *address, const char *password)
{
	return ask(ENTRY(account_sign_up), address,
		scratch_printf(", \"name\": \"A\", \"password\": \"%s\"", password));
}

/* The answer of a sign-in with the password of the latest sign-up: two of the addresses
 * have an account. */
static enum problem
answer_at(size_t i)
{
	return i < 2 ? PROBLEM_INVALID_CREDENTIALS : PROBLEM_EMAIL_NOT_VERIFIED;
}

TEST_IN(counted, a_sign_in_after_a_sign_up_is_the_same_work)
{
	add_people();
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct scratch_answer answer;

		assert_done(sign_up(addresses[i], GOOD_PASSWORD));
		hashes_compared = 0;
		answer = sign_in_with(addresses[i], GOOD_PASSWORD, "");
		assert_problem(answer, answer_at(i));
		assert_null(answer.detail);
		assert_int_equal(hashes_compared, 2);
		answer = sign_in_with(addresses[i], NEW_PASSWORD, "");
		assert_problem(answer, PROBLEM_INVALID_CREDENTIALS);
		assert_int_equal(hashes_compared, 4);
	}
	people_expect_rows(0, "credentials");
}

/* Otherwise a second sign-up would show whether the first one was forgotten. */
TEST_IN(counted, the_latest_sign_up_counts_wherever_it_was_made)
{
	add_people();
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		sign_up(addresses[i], GOOD_PASSWORD);
		sign_up(addresses[i], NEW_PASSWORD);
		assert_problem(sign_in_with(addresses[i], GOOD_PASSWORD, ""),
			PROBLEM_INVALID_CREDENTIALS);
		assert_problem(
			sign_in_with(addresses[i], NEW_PASSWORD, ""), answer_at(i));
	}
}

TEST_IN(counted, asking_for_mails_hashes_nothing_and_says_the_same)
{
	add_people();
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct scratch_answer resent =
			ask(ENTRY(account_resend_verification), addresses[i], "");

		struct scratch_answer forgot =
			ask(ENTRY(password_forgot), addresses[i], "");

		assert_string_equal(resent.text, "{\"status\":\"verification_sent\"}");
		assert_string_equal(forgot.text, "{\"status\":\"reset_sent\"}");
	}
	assert_int_equal(hashes_made + hashes_compared, 0);
}

/* Rows that this transaction has written so far, and its row lookups. */
static long
work_done(void)
{
	return people_count("SELECT sum(n_tup_ins + n_tup_upd + n_tup_del + seq_scan"
			    " + coalesce(idx_scan, 0)) FROM pg_stat_xact_user_tables");
}

static void
expect_same_work(struct op_entry entry)
{
	long first = -1;

	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		const long before = work_done();
		long work;

		assert_done(ask(entry, addresses[i], ""));
		work = work_done() - before;
		if (first < 0)
			first = work;
		assert_int_equal(work, first);
	}
	assert_true(first > 0);
}

TEST_IN(counted, asking_for_mails_is_the_same_work)
{
	add_people();
	people_add_mail_token(3, "verify_email", "open", "24 hours");
	expect_same_work(ENTRY(account_resend_verification));
	expect_same_work(ENTRY(password_forgot));
}

TEST_IN(counted, every_one_of_them_refuses_bad_addresses)
{
	expect_bad_addresses_refused(1, ENTRY(account_sign_up),
		", \"name\": \"A\", \"password\": \"" GOOD_PASSWORD "\"");
	expect_bad_addresses_refused(1, ENTRY(session_sign_in), ", \"password\": \"x\"");
	expect_bad_addresses_refused(1, ENTRY(account_resend_verification), "");
	assert_int_equal(hashes_made + hashes_compared, 0);
	people_expect_rows(0, "members");
	people_expect_rows(0, "attempts");
}

/* Tries at unknown addresses are limited like tries at known ones. */
TEST_IN(counted, tries_at_unknown_addresses_are_limited_too)
{
	scratch_sql("INSERT INTO attempts (kind, subject, count) VALUES"
		    " ('sign_in', 'account nobody@example.org', 100)");
	assert_problem(ask(ENTRY(session_sign_in), "Nobody@example.org",
			       ", \"password\": \"x\""),
		PROBLEM_RATE_LIMITED);
}

/* This test commits, because a failed try must count. It counts in the same way
 * everywhere, or the eleventh try would tell. */
TEST_COMMITTED(every_try_without_a_session_counts)
{
	static const char *const passwords[] = {GOOD_PASSWORD, NEW_PASSWORD};

	add_people();
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		sign_up(addresses[i], GOOD_PASSWORD);
		for (size_t k = 0; k < COUNT_OF(passwords); k++)
			sign_in_with(addresses[i], passwords[k], "");
		assert_int_equal(
			people_count("SELECT count FROM attempts WHERE kind = 'sign_in'"
				     " AND subject = 'account ' || lower('%s')",
				addresses[i]),
			2);
	}
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM sign_up_passwords");
	scratch_sql("DELETE FROM outbox");
	scratch_sql("DELETE FROM members");
}
