/*
 * known_origin_test.c - strangers who use up the limit of an account do not lock its
 * owner out at a known address or network. These tests commit.
 */
#include "tests/handlers/identity/account_fixture.h"

#define OWNER "member1@example.org"

static struct scratch_answer
sign_in_from(const char *address, const char *password)
{
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	return scratch_call(&ENTRY(session_sign_in), &nobody,
		scratch_printf(
			"{\"email\": \"" OWNER "\", \"password\": \"%s\"}", password));
}

/* Sets the counter of strangers to its limit, as 100 tries from 16 addresses do. */
static void
flood(void)
{
	scratch_sql("INSERT INTO attempts (kind, subject, count) VALUES"
		    " ('sign_in', 'account " OWNER "', 100)"
		    " ON CONFLICT ON CONSTRAINT attempts_pkey DO UPDATE SET count = 100");
	assert_problem(sign_in_from("203.0.113.99", GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
}

static void
forget(void)
{
	scratch_sql("DELETE FROM attempts");
	scratch_sql("DELETE FROM members");
	scratch_sql("DELETE FROM outbox");
}

TEST_COMMITTED(a_flood_of_strangers_leaves_the_known_networks_their_tries)
{
	static const struct {
		const char *known, *near, *far;
	} cases[] = {
		{"192.0.2.7", "192.0.2.250", "192.0.3.7"},
		{"2001:db8:1:2::7", "2001:db8:1:ffff::9", "2001:db8:2:2::7"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		add_knowing(1);
		assert_done(sign_in_from(cases[i].known, GOOD_PASSWORD));
		flood();
		assert_done(sign_in_from(cases[i].known, GOOD_PASSWORD));
		assert_done(sign_in_from(cases[i].near, GOOD_PASSWORD));
		assert_problem(
			sign_in_from(cases[i].far, GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
		scratch_sql("UPDATE known_addresses SET signed_in_at ="
			    " now() - interval '91 days'");
		assert_problem(
			sign_in_from(cases[i].near, GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
		forget();
	}
}

/* A hundred guesses of the neighbours do not lock out the known address itself. */
TEST_COMMITTED(a_known_network_has_a_limit_of_its_own)
{
	add_knowing(1);
	assert_done(sign_in_from("192.0.2.7", GOOD_PASSWORD));
	flood();
	scratch_sql("UPDATE attempts SET count = 99 WHERE subject LIKE '%%network 192%%'"
		    " OR subject = 'account " OWNER "'");
	scratch_sql("INSERT INTO attempts (kind, subject, count) VALUES"
		    " ('sign_in', 'account " OWNER " network 192.0.2.0/24', 99)");
	assert_problem(
		sign_in_from("192.0.2.8", NEW_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(sign_in_from("192.0.2.9", GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
	assert_done(sign_in_from("192.0.2.7", GOOD_PASSWORD));
	/* The tries there were no strangers' tries. */
	assert_done(sign_in_from("203.0.113.1", GOOD_PASSWORD));
	forget();
}
