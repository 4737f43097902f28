/* Some tests commit, because they check what a failed sign-in leaves behind. */
#include "tests/handlers/identity/identity_fixture.h"

#include <argon2.h>

#include "services/identity/sign_in/attempt.h"
#include "tests/handlers/identity/race_scene.h"

static struct scratch_answer
sign_in(const char *email, const char *password)
{
	return call_anonymously(ENTRY(session_sign_in),
		scratch_printf(JSON({"email": "%s", "password": "%s"}), email, password));
}

TEST(starts_a_session)
{
	struct scratch_answer answer;
	const char *token;

	add_with_password("Ada@example.org");
	answer = sign_in("ADA@example.org", GOOD_PASSWORD);
	assert_done(answer);
	token = scratch_string(&answer, "token");
	assert_int_equal(strncmp(token, "kith_ses_", 9), 0);
	assert_int_equal(strlen(token), 9 + 43);
	scratch_expect(
		answer, "{'account.email': 'Ada@example.org', 'account.profile': null}");
	people_expect_rows(1,
		"credentials WHERE hash ="
		" sha256('%s') AND kind = 'session' AND scopes = 63 AND"
		" expires_at = now() + interval '30 days' AND"
		" absolute_expires_at = now() + interval '90 days' AND"
		" user_agent = 'test' AND address = '192.0.2.1'",
		token);
	people_expect_rows(1,
		"audit WHERE action ="
		" 'session.sign_in' AND actor = subject_id AND detail"
		" ->> 'address' = '192.0.2.1' AND request_id = 'test'");
}

TEST(says_nothing_about_which_part_is_wrong)
{
	struct scratch_answer wrong, nobody, without;

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
	people_expect_rows(0, "credentials");
}

TEST(tells_of_an_unverified_address_to_who_knows_the_password)
{
	assert_done(call_anonymously(ENTRY(account_sign_up), JSON_OF({
		"email": "ada@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD
	})));
	assert_problem(
		sign_in("ada@example.org", GOOD_PASSWORD), PROBLEM_EMAIL_NOT_VERIFIED);
	assert_problem(sign_in("ada@example.org", "another elephant dances"),
		PROBLEM_INVALID_CREDENTIALS);
}

TEST(lets_pending_and_suspended_members_in)
{
	add_with_password("ada@example.org");
	scratch_sql("UPDATE members SET status = 'pending'");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	scratch_sql("UPDATE members SET status = 'suspended'");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
}

TEST(brings_an_old_hash_up_to_date)
{
	char weak[128];

	people_add(1);
	assert_int_equal(
		argon2id_hash_encoded(1, 64, 1, GOOD_PASSWORD, strlen(GOOD_PASSWORD),
			"saltsaltsaltsalt", 16, 32, weak, sizeof(weak)),
		ARGON2_OK);
	scratch_sql("UPDATE members SET password_hash = '%s'", weak);
	assert_done(sign_in("member1@example.org", GOOD_PASSWORD));
	people_expect_rows(1,
		"members WHERE password_hash LIKE '$argon2id$v=19$m=47104,t=1,p=1$%%'");
	assert_done(sign_in("member1@example.org", GOOD_PASSWORD));
}

TEST_COMMITTED(the_eleventh_wrong_try_is_refused_even_if_right)
{
	add_with_password("limits@example.org");
	for (int i = 0; i < 10; i++)
		assert_problem(sign_in("limits@example.org", "wrong but long enough"),
			PROBLEM_INVALID_CREDENTIALS);
	scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
	assert_problem(
		sign_in("Limits@example.org", GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
	people_expect_rows(1,
		"attempts WHERE subject = 'pair limits@example.org 192.0.2.1/32'"
		" AND count = 11");
	scratch_sql("DELETE FROM attempts");
}

TEST_COMMITTED(a_right_try_does_not_count)
{
	add_with_password("often@example.org");
	for (int i = 0; i < 12; i++)
		assert_done(sign_in("often@example.org", GOOD_PASSWORD));
	assert_int_equal(people_count("SELECT sum(count) FROM attempts"), 0);
	scratch_sql("DELETE FROM attempts");
}

TEST_COMMITTED(remembers_the_addresses_of_the_latest_hundred_sign_ins)
{
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};
	const char *id;

	scratch_sql("DELETE FROM known_addresses");
	add_with_password("nomad@example.org");
	id = scratch_value("SELECT id FROM members WHERE email = 'nomad@example.org'");
	scratch_sql("INSERT INTO known_addresses (id, member_id, address, signed_in_at)"
		    " SELECT gen_random_uuid(), '%s', '10.0.0.' || n || '/32',"
		    " now() - n * interval '1 minute' FROM generate_series(1, 100) AS n",
		id);
	for (int i = 0; i < 2; i++) {
		/* The new address comes first, then the one that would be forgotten
		 * next. */
		struct principal nobody = scratch_anonymous();

		nobody.address = arena_text(
			scratch_arena(), i == 0 ? "2001:db8:1:2::3" : "10.0.0.99");
		assert_done(scratch_call(&entry, &nobody, JSON_OF({
			"email": "nomad@example.org",
			"password": GOOD_PASSWORD
		})));
		people_expect_rows(100, "known_addresses");
	}
	assert_string_equal(
		scratch_value("SELECT string_agg(address, ' ' ORDER BY signed_in_at DESC)"
			      " FROM (SELECT * FROM known_addresses"
			      " ORDER BY signed_in_at DESC LIMIT 3) AS latest"),
		"10.0.0.99/32 2001:db8:1:2::/64 10.0.0.1/32");
	people_expect_rows(0, "known_addresses WHERE address = '10.0.0.100/32'");
	scratch_sql("DELETE FROM attempts");
}

#define FIREFOX "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
#define FIREFOX_NEXT \
	"Mozilla/5.0 (X11; Linux x86_64; rv:141.0.2) Gecko/20100101 Firefox/141.0.2"
#define SAFARI \
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 " \
	"(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
#define CHROME \
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like " \
	"Gecko) Chrome/142.0.0.0 Safari/537.36"

static void
sign_in_from(const char *email, const char *program, const char *address)
{
	const struct op_entry entry = {&op_session_sign_in, session_sign_in};
	struct principal nobody = scratch_anonymous();

	nobody.user_agent = arena_text(scratch_arena(), program);
	nobody.address = arena_text(scratch_arena(), address);
	assert_done(scratch_call(&entry, &nobody,
		scratch_printf(
			JSON({"email": "%s", "password": "%s"}), email, GOOD_PASSWORD)));
}

TEST(mails_about_a_sign_in_from_a_new_browser_and_network)
{
	static const struct {
		const char *program, *address;
		long mails; /* so far */
	} steps[] = {
		{FIREFOX, "192.0.2.7", 0},            /* the first after the sign-up */
		{FIREFOX, "192.0.2.7", 0},            /* nothing is new */
		{FIREFOX_NEXT, "2001:db8:1::7", 0},   /* a new network */
		{SAFARI, "192.0.2.200", 0},           /* a new browser */
		{CHROME, "198.51.100.1", 1},          /* both */
		{CHROME, "203.0.113.1", 1},           /* a new network again */
		{"curl/8.5.0", "2001:db8:1:9::1", 1}, /* the same /48 */
		{"", "2001:db8:2::1", 2},             /* no browser, a new network */
		{"", "2001:db8:3::1", 3},             /* no name says nothing */
		{"curl/9.0", "2001:db8:4::1", 3},
	};

	add_with_password("ada@example.org");
	add_with_password("eve@example.org");
	sign_in_from("eve@example.org", CHROME, "198.51.100.1");
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		sign_in_from("ada@example.org", steps[i].program, steps[i].address);
		people_expect_rows(steps[i].mails,
			"outbox WHERE payload ->> 'template' = 'new_sign_in'"
			" AND payload ->> 'toAddress' = 'ada@example.org'");
	}
	people_expect_rows(1,
		"outbox WHERE payload ->> 'note' ="
		" 'Chrome on Windows, from the network address 198.51.100.1'"
		" AND payload ->> 'toAddress' = 'ada@example.org'");
}

TEST(mails_about_twenty_sign_ins_in_a_day)
{
	add_with_password("ada@example.org");
	sign_in_from("ada@example.org", FIREFOX, "192.0.2.7");
	for (int i = 1; i <= 21; i++)
		sign_in_from("ada@example.org", "", scratch_printf("10.1.%d.1", i));
	people_expect_rows(20, "outbox WHERE payload ->> 'template' = 'new_sign_in'");
	people_expect_rows(21, "credentials WHERE address LIKE '10.1.%%'");

	scratch_sql("UPDATE creations SET created_at = created_at - interval '1 day'");
	sign_in_from("ada@example.org", "", "10.1.22.1");
	people_expect_rows(21, "outbox WHERE payload ->> 'template' = 'new_sign_in'");
}

TEST(mails_nobody_about_the_first_sign_in_that_is_known)
{
	add_with_password("ada@example.org");
	sign_in_from("ada@example.org", FIREFOX, "192.0.2.7");
	scratch_sql("DELETE FROM credentials");
	sign_in_from("ada@example.org", CHROME, "198.51.100.1");
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'new_sign_in'");
}

/* The user agent is text of a stranger. */
TEST(writes_no_unknown_user_agent_into_the_mail)
{
	add_with_password("ada@example.org");
	sign_in_from("ada@example.org", FIREFOX, "192.0.2.7");
	sign_in_from("ada@example.org", "Call us at www.example.com", "198.51.100.1");
	people_expect_rows(1,
		"outbox WHERE payload ->> 'note' ="
		" 'An unknown program, from the network address 198.51.100.1'");
}

/* Adds sessions of ada, the latest of which began `latest` minutes ago. */
static void
have_sessions(const char *program, int count, int latest, const char *revoked_at)
{
	scratch_sql("INSERT INTO credentials (id, member_id, kind, hash, scopes,"
		    " user_agent, created_at, revoked_at, expires_at,"
		    " absolute_expires_at) SELECT gen_random_uuid(), m.id, 'session',"
		    " sha256(('%s' || n)::bytea), 63, '%s' || n,"
		    " now() - (%d + n) * interval '1 minute', %s,"
		    " now() + interval '1 day', now() + interval '1 day'"
		    " FROM members m, generate_series(0, %d) AS n"
		    " WHERE m.email = 'ada@example.org'",
		program, program, latest, revoked_at, count - 1);
}

static long
count_live(const char *condition)
{
	return people_count("SELECT count(*) FROM credentials c"
			    " JOIN members m ON m.id = c.member_id"
			    " WHERE m.email = 'ada@example.org' AND c.kind = 'session'"
			    " AND c.revoked_at IS NULL AND %s",
		condition);
}

TEST(ends_the_oldest_sessions_of_a_member_who_has_too_many)
{
	add_with_password("ada@example.org");
	have_sessions("live", 150, 1, "NULL");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("true"), 100);
	assert_int_equal(count_live("user_agent = 'live98'"), 1);
	assert_int_equal(count_live("user_agent = 'live99'"), 0);
	assert_int_equal(count_live("user_agent = 'test'"), 1);
	people_expect_rows(51, "credentials WHERE revoked_at = now()");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("true"), 100);
	people_expect_rows(52, "credentials WHERE revoked_at = now()");
}

TEST(keeps_an_old_session_that_was_used_lately)
{
	add_with_password("ada@example.org");
	have_sessions("live", 150, 1, "NULL");
	scratch_sql("UPDATE credentials SET last_used_at = created_at");
	scratch_sql("UPDATE credentials SET last_used_at = now()"
		    " WHERE user_agent = 'live149'");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("user_agent = 'live149'"), 1);
	assert_int_equal(count_live("user_agent = 'live98'"), 0);
}

/* A session that is in use stays, however many later ones have ended. */
TEST(stores_a_bounded_number_of_ended_sessions)
{
	add_with_password("ada@example.org");
	have_sessions("ended", 300, 1, "now()");
	have_sessions("live", 5, 1000, "NULL");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("true"), 6);
	people_expect_rows(200, "credentials WHERE revoked_at IS NOT NULL");
	people_expect_rows(0, "credentials WHERE user_agent = 'ended200'");
}

/* Another release has left many, of which each sign-in ends some. */
TEST(works_off_too_many_sessions)
{
	add_with_password("ada@example.org");
	have_sessions("live", 1500, 1, "NULL");
	assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("true"), 601);
	for (int i = 0; i < 2; i++)
		assert_done(sign_in("ada@example.org", GOOD_PASSWORD));
	assert_int_equal(count_live("true"), 100);
}

TEST(a_wrong_password_ends_no_session)
{
	add_with_password("ada@example.org");
	have_sessions("live", 150, 1, "NULL");
	assert_problem(sign_in("ada@example.org", "another elephant dances"),
		PROBLEM_INVALID_CREDENTIALS);
	assert_int_equal(count_live("true"), 150);
}

#define MANY 8

/* Sign-ins at the same time end and delete the same old sessions, and none fails. */
TEST_COMMITTED(sign_ins_at_once_bound_the_sessions_together)
{
	struct crowd crowd = {.op = &op_session_sign_in,
		.handler = session_sign_in,
		.service = "identity",
		.count = MANY,
		.principals = principals};

	scratch_empty("members, attempts");
	come_from_everywhere(MANY);
	add_with_password("ada@example.org");
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes,"
		" created_at, revoked_at, expires_at, absolute_expires_at)"
		" SELECT gen_random_uuid(), m.id, 'session',"
		" sha256(n::text::bytea), 63, now() - n * interval '1 second',"
		" CASE WHEN n %% 3 > 0 THEN now() END, now() + interval '1 day',"
		" now() + interval '1 day' FROM members m, generate_series(1, 600) AS n");
	for (unsigned i = 0; i < MANY; i++)
		crowd.inputs[i] =
			JSON_OF({"email": "ada@example.org", "password": GOOD_PASSWORD});
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, MANY);
	assert_in_range(
		people_count("SELECT count(*) FROM credentials WHERE revoked_at IS NULL"),
		100, 100 + MANY);
	assert_in_range(people_count("SELECT count(*) FROM credentials"
				     " WHERE revoked_at IS NOT NULL"),
		200, 300 + MANY);
	scratch_empty("members, attempts");
}
