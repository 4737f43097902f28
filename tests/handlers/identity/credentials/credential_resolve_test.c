#include "tests/handlers/identity/identity_fixture.h"

/* Adds a credential whose token is `word`. */
static void
add_credential(const char *word, const char *kind, int scopes, const char *rest)
{
	scratch_sql("INSERT INTO credentials (id, member_id, name, kind, hash, scopes,"
		    " expires_at, absolute_expires_at, last_used_at)"
		    " VALUES ('%s', '%s', 'Named', '%s', sha256('%s'), %d, %s)",
		scratch_uuid_text(20), scratch_uuid_text(1), kind, word, scopes, rest);
}

static struct scratch_answer
resolve(const char *word)
{
	uint8_t hash[HASH_SIZE];

	secret_hash(word, strlen(word), hash);
	return call_anonymously(ENTRY(credential_resolve),
		scratch_printf(JSON({"hash": "%s"}),
			hex_encode(scratch_arena(), hash, sizeof(hash))));
}

#define FRESH "now() + interval '1 day', now() + interval '80 days', now()"

TEST(answers_whom_a_token_stands_for)
{
	people_add(1);
	add_credential("word", "token", 63, FRESH);
	scratch_expect(resolve("word"),
		"{'member': '%s', 'credential': '%s', 'membership': 'active',"
		" 'kind': 'token', 'client': null, 'audience': null}",
		scratch_id("usr", 1), scratch_id("ses", 20));
}

TEST(the_scope_admin_counts_only_while_the_member_is_one)
{
	struct scratch_answer answer;

	people_add(1);
	add_credential("word", "session", SCOPE_ALL, FRESH);
	answer = resolve("word");
	assert_int_equal(json_integer_value(scratch_at(&answer, "scopes")),
		SCOPE_ALL & ~SCOPE_ADMIN);
	assert_true(json_is_false(scratch_at(&answer, "admin")));
	scratch_sql("UPDATE members SET role = 'admin'");
	answer = resolve("word");
	assert_int_equal(json_integer_value(scratch_at(&answer, "scopes")), SCOPE_ALL);
	assert_true(json_is_true(scratch_at(&answer, "admin")));
}

TEST(tells_of_every_state_of_membership)
{
	static const char *const states[] = {"pending", "suspended"};

	people_add(1);
	add_credential("word", "session", 63, FRESH);
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		struct scratch_answer answer;

		scratch_sql("UPDATE members SET status = '%s'", states[i]);
		answer = resolve("word");
		assert_string_equal(scratch_string(&answer, "membership"), states[i]);
	}
}

TEST(use_extends_a_session_at_most_once_a_minute)
{
	people_add(1);
	add_credential("word", "session", 63,
		"now() + interval '1 day', now() + interval '80 days',"
		" now() - interval '59 seconds'");
	assert_done(resolve("word"));
	people_expect_rows(0, "credentials WHERE last_used_at = now()");
	scratch_sql(
		"UPDATE credentials SET last_used_at = now() - interval '61 seconds'");
	assert_done(resolve("word"));
	people_expect_rows(1,
		"credentials WHERE last_used_at ="
		" now() AND expires_at = now() + interval '30 days'");
}

TEST(a_session_ends_after_ninety_days_and_a_token_is_not_extended)
{
	people_add(1);
	add_credential("word", "session", 63,
		"now() + interval '1 day', now() + interval '2 days', NULL");
	assert_done(resolve("word"));
	people_expect_rows(1, "credentials WHERE expires_at = now() + interval '2 days'");
	scratch_sql("DELETE FROM credentials");
	add_credential("pat", "token", 63,
		"now() + interval '1 day', now() + interval '1 day',"
		" NULL");
	assert_done(resolve("pat"));
	people_expect_rows(1,
		"credentials WHERE expires_at ="
		" now() + interval '1 day' AND last_used_at = now()");
}

TEST(refuses_what_is_unknown_revoked_or_expired)
{
	people_add(1);
	add_credential("word", "session", 63, FRESH);
	assert_problem(resolve("another"), PROBLEM_INVALID_TOKEN);
	scratch_sql("UPDATE credentials SET expires_at = now()");
	assert_problem(resolve("word"), PROBLEM_INVALID_TOKEN);
	scratch_sql("UPDATE credentials SET expires_at = now() + interval '1 day',"
		    " revoked_at = now()");
	assert_problem(resolve("word"), PROBLEM_INVALID_TOKEN);
	assert_problem(
		call_anonymously(ENTRY(credential_resolve),
			"{\"hash\": \"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
			"zzzzzzzzzzzzzzzz\"}"),
		PROBLEM_INVALID_TOKEN);
}

/* Resolves the session again, as if this time had passed since the last use and the last
 * sign of a visit. */
static void
resolve_after(const char *time)
{
	scratch_sql("UPDATE credentials SET last_used_at = now() - interval '%s'", time);
	scratch_sql("UPDATE visits SET seen_at = now() - interval '%s'", time);
	assert_done(resolve("word"));
}

TEST(notes_a_visit_at_most_once_in_ten_minutes)
{
	people_add(1);
	add_credential("word", "session", 63,
		"now() + interval '1 day', now() + interval '80 days', NULL");
	scratch_sql("UPDATE credentials SET last_used_at = now()");
	assert_done(resolve("word"));
	people_expect_rows(1, "visits WHERE seen_at = now() AND previous_at IS NULL");
	resolve_after("9 minutes");
	people_expect_rows(1, "visits WHERE seen_at = now() - interval '9 minutes'");
	resolve_after("11 minutes");
	people_expect_rows(1, "visits WHERE seen_at = now() AND previous_at IS NULL");
}

TEST(a_visit_begins_an_hour_after_the_one_before)
{
	people_add(1);
	add_credential("word", "session", 63,
		"now() + interval '1 day', now() + interval '80 days', NULL");
	assert_done(resolve("word"));
	resolve_after("2 days");
	people_expect_rows(1, "visits WHERE previous_at = now() - interval '2 days'");
	resolve_after("30 minutes");
	people_expect_rows(1,
		"visits WHERE previous_at = now() - interval '2 days'"
		" AND seen_at = now()");
}

TEST(the_use_of_a_token_is_no_visit)
{
	people_add(1);
	add_credential("word", "token", 63,
		"now() + interval '1 day', now() + interval '80 days', NULL");
	assert_done(resolve("word"));
	people_expect_rows(0, "visits");
}
