/*
 * attempt_test.c - which counters a failed try adds to. Most of these tests commit,
 * because a failed try must count.
 */
#include "services/identity/sign_in/attempt.h"
#include "tests/handlers/identity/account_fixture.h"

TEST_COMMITTED(counts_an_ipv6_network_as_one_address)
{
	static const char *const addresses[] = {
		"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"};
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};

	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct principal nobody = scratch_anonymous();

		nobody.address = arena_text(scratch_arena(), addresses[i]);
		scratch_call(&entry, &nobody,
			scratch_printf(
				JSON({"email": "e%zu@example.org", "password": "x"}), i));
	}
	assert_int_equal(people_count("SELECT count FROM attempts WHERE subject ="
				      " 'address 2001:db8:1:2::/64'"),
		2);
	scratch_sql("DELETE FROM attempts");
}

/* Makes a failed try at an account from an address. */
static enum problem
try_from(const char *address, const char *email)
{
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	return scratch_call(&entry, &nobody,
		scratch_printf(
			JSON_OF({"email": "%s", "password": GOOD_PASSWORD}), email))
		.problem;
}

static long
counted(const char *subject)
{
	return people_count(
		"SELECT COALESCE(sum(count), 0) FROM attempts WHERE subject = '%s'",
		subject);
}

/* Sets a counter to `count` tries. */
static void
set_counter(const char *subject, int count)
{
	scratch_sql("INSERT INTO attempts (kind, subject, count)"
		    " VALUES ('sign_in', '%s', %d)",
		subject, count);
}

TEST_COMMITTED(refuses_a_network_that_tries_from_many_addresses)
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

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		set_counter(cases[i].network, 598);
		assert_int_equal(try_from(cases[i].inside[0], "a@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		assert_int_equal(try_from(cases[i].inside[1], "b@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		assert_int_equal(try_from(cases[i].inside[2], "c@example.org"),
			PROBLEM_RATE_LIMITED);
		assert_int_equal(counted(cases[i].network), 601);
		/* A try that the network's limit refuses is counted by no other
		 * counter. */
		people_expect_rows(7, "attempts");
		assert_int_equal(counted("account c@example.org"), 0);
		assert_int_equal(try_from(cases[i].outside, "c@example.org"),
			PROBLEM_INVALID_CREDENTIALS);
		scratch_sql("DELETE FROM attempts");
	}
}

TEST_COMMITTED(an_address_over_its_limit_counts_for_nobody_else)
{
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

/* A success gives the try back to every counter, even if the network's was filled
 * meanwhile. */
TEST(forgives_a_right_try_everywhere)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	const struct text email = arena_text(scratch_arena(), "a@example.org");

	call.principal.address = arena_text(scratch_arena(), "192.0.2.7");
	set_counter("network 192.0.2.0/24", 700);
	set_counter("address 192.0.2.7/32", 12);
	set_counter("account a@example.org", 3);
	set_counter("pair a@example.org 192.0.2.7/32", 8);
	attempt_forgive(&call, "sign_in", &email);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_int_equal(counted("network 192.0.2.0/24"), 699);
	assert_int_equal(counted("address 192.0.2.7/32"), 11);
	assert_int_equal(counted("account a@example.org"), 2);
	assert_int_equal(counted("pair a@example.org 192.0.2.7/32"), 7);
}

TEST_COMMITTED(ten_tries_at_an_account_from_one_address_leave_the_others_theirs)
{
	set_counter("pair a@example.org 192.0.2.7/32", 9);
	assert_int_equal(
		try_from("192.0.2.7", "a@example.org"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(try_from("192.0.2.7", "A@example.org"), PROBLEM_RATE_LIMITED);
	/* The refused try does not count for the account. */
	assert_int_equal(counted("account a@example.org"), 1);
	assert_int_equal(
		try_from("192.0.2.8", "a@example.org"), PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(
		try_from("192.0.2.7", "b@example.org"), PROBLEM_INVALID_CREDENTIALS);
	scratch_sql("DELETE FROM attempts");
}

/* Member 1 signed in from this address at that time. */
static void
add_known(const char *address, const char *ago)
{
	scratch_sql("INSERT INTO known_addresses (id, member_id, address, signed_in_at)"
		    " VALUES (gen_random_uuid(), '%s', '%s', now() - interval '%s')",
		scratch_uuid_text(1), address, ago);
}

TEST_COMMITTED(strangers_cannot_lock_the_owner_out)
{
	static const char owner[] = "member1@example.org";

	add_knowing(1);
	add_known("192.0.2.7/32", "89 days");
	add_known("192.0.2.8/32", "91 days");
	add_known("2001:db8:1:2::/64", "1 day");
	set_counter("account member1@example.org", 99);
	set_counter("network 192.0.2.0/24", 600);
	assert_int_equal(try_from("198.51.100.1", "nobody@example.org"),
		PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_with(owner, NEW_PASSWORD, ""),
		PROBLEM_RATE_LIMITED); /* by the limit of the network around 192.0.2.1 */
	scratch_sql("UPDATE attempts SET count = 100 WHERE subject ="
		    " 'account member1@example.org'");
	set_counter("account member1@example.org network 192.0.2.0/24", 100);
	assert_int_equal(try_from("198.51.100.1", owner), PROBLEM_RATE_LIMITED);
	assert_int_equal(try_from("192.0.2.8", owner), PROBLEM_RATE_LIMITED);
	scratch_sql("UPDATE attempts SET count = 700 WHERE subject LIKE 'network%%'");
	assert_int_equal(try_from("192.0.2.7", owner), PROBLEM_NONE);
	assert_int_equal(try_from("2001:db8:1:2::99", owner), PROBLEM_NONE);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
}

/* The mails to an address are limited instead. */
TEST_COMMITTED(strangers_cannot_keep_an_owner_from_asking_for_a_link)
{
	static const struct op_entry asks[] = {{&op_password_forgot, password_forgot},
		{&op_account_resend_verification, account_resend_verification}};
	struct principal nobody = scratch_anonymous();

	scratch_sql(
		"INSERT INTO attempts (kind, subject, count) SELECT kind, subject, 100"
		" FROM unnest(ARRAY['forgot', 'resend']) AS kind,"
		" unnest(ARRAY['account a@example.org',"
		" 'pair b@example.org 192.0.2.7/32']) AS subject");
	nobody.address = arena_text(scratch_arena(), "192.0.2.7");
	for (size_t i = 0; i < COUNT_OF(asks); i++) {
		assert_done(scratch_call(
			&asks[i], &nobody, JSON({"email": "a@example.org"})));
		assert_problem(
			scratch_call(&asks[i], &nobody, JSON({"email": "b@example.org"})),
			PROBLEM_RATE_LIMITED);
	}
	scratch_sql("DELETE FROM attempts");
}

/* Other people may share the owner's address. */
TEST_COMMITTED(a_known_address_has_ten_tries_like_any_other)
{
	add_knowing(1);
	add_known("192.0.2.7/32", "1 day");
	set_counter("pair member1@example.org 192.0.2.7/32", 10);
	assert_int_equal(
		try_from("192.0.2.7", "member1@example.org"), PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
}

/* A known address of one member says nothing about another member. */
TEST_COMMITTED(an_address_is_known_to_one_account_alone)
{
	add_knowing(1);
	people_add(2);
	add_known("192.0.2.7/32", "1 day");
	set_counter("account member2@example.org", 100);
	assert_int_equal(
		try_from("192.0.2.7", "member2@example.org"), PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
}
