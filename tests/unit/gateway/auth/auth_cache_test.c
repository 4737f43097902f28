/*
 * auth_cache_test.c - when identity resolves a token, and when the cached answer is used.
 */
#include <unistd.h>

#include "gateway/auth/auth.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/auth/auth_scene.h"

TEST(remembers_an_answer_of_either_kind)
{
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(answers, 2);
	assert_int_equal(last_problem, PROBLEM_NONE);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	answer_unknown(1);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 4);
	assert_int_equal(sent_count, 2);
}

TEST(forgets_an_answer_after_a_second)
{
	uint8_t hash[HASH_SIZE] = {1};
	struct principal principal = {.membership = MEMBERSHIP_ACTIVE};

	token_cache_store(gateway.tokens, hash, PROBLEM_NONE, &principal, 1000, 0);
	assert_non_null(token_cache_find(gateway.tokens, hash, 999));
	assert_null(token_cache_find(gateway.tokens, hash, 1000));
}

/* The member that answer() names. */
static struct uuid
the_member(void)
{
	struct uuid member;

	assert_true(id_parse("usr_00000000000000000000000001",
		strlen("usr_00000000000000000000000001"), "usr", &member));
	return member;
}

TEST(forgets_at_once_whose_credentials_changed)
{
	struct uuid member = the_member();

	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	revocations_note(gateway.revocations, &member);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	assert_int_equal(answers, 1);
	answer_unknown(1);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 2);
}

TEST(keeps_what_it_knows_of_others)
{
	struct uuid other = the_member();

	other.bytes[15] ^= 1;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	revocations_note(gateway.revocations, &other);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	assert_int_equal(answers, 2);
}

TEST(forgets_everybody_when_it_cannot_know_whose_credentials_changed)
{
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	revocations_note(gateway.revocations, NULL);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	answer(1, "token", NULL);
	assert_int_equal(answers, 2);
}

/* Identity may read the credential before the change and answer after it. */
TEST(believes_no_answer_that_was_asked_for_before_the_change)
{
	struct uuid member = the_member();

	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	revocations_note(gateway.revocations, &member);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	answer(0, "token", NULL);
	assert_int_equal(answers, 1);
	answer_unknown(1);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 3);
}

TEST(holds_no_more_than_its_table)
{
	uint8_t hash[HASH_SIZE] = {0};
	struct principal principal = {.client = {GIVEN, 3, "cli"}};
	const struct token_entry *last;

	for (uint32_t i = 0; i < 20000; i++) {
		memcpy(hash, &i, sizeof(i));
		token_cache_store(gateway.tokens, hash, PROBLEM_NONE, &principal,
			1000 + (int64_t)i, 0);
	}
	last = token_cache_find(gateway.tokens, hash, 1);
	assert_non_null(last);
	assert_string_equal(last->principal.client.data, "cli");
}

TEST(asks_once_for_requests_that_come_together)
{
	for (int i = 0; i < 5; i++)
		resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	assert_int_equal(answers, 0);
	answer(0, "token", NULL);
	assert_int_equal(answers, 5);
}

TEST(does_not_remember_that_identity_was_away)
{
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	sent[0].done(sent[0].data, &(struct bus_result){BUS_UNAVAILABLE, NULL, 0});
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	sent[1].done(sent[1].data, &(struct bus_result){BUS_EXPIRED, NULL, 0});
	assert_int_equal(last_problem, PROBLEM_TIMEOUT);
}

/* ---- refreshing ahead -------------------------------------------------------------- */

/* Caches a token for some time, with a member or with a problem. */
static void
remember_for(enum problem problem, int64_t ms)
{
	const struct principal principal = {
		.member = the_member(), .membership = MEMBERSHIP_ACTIVE};
	uint8_t hash[HASH_SIZE];

	secret_hash(TOKEN("kith_pat_"), strlen(TOKEN("kith_pat_")), hash);
	token_cache_store(gateway.tokens, hash, problem, &principal,
		clock_monotonic_ms() + ms, revocations_now(gateway.revocations));
}

/* Uses a token repeatedly just before its entry expires; a busy machine may miss that
 * moment. */
static void
use_ahead(enum problem problem, int times)
{
	int64_t began_ms;

	for (int tries = 0;; tries++) {
		assert_true(tries < 20);
		began_ms = clock_monotonic_ms();
		remember_for(problem, TOKEN_AHEAD_MS);
		for (int i = 0; i < times; i++)
			resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
		if (clock_monotonic_ms() - began_ms < TOKEN_AHEAD_MS)
			return;
		end();
		begin();
	}
}

TEST(asks_again_while_a_token_is_used_and_has_nobody_wait)
{
	use_ahead(PROBLEM_NONE, 5);
	assert_int_equal(answers, 5);
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(sent_count, 1);
	answer(0, "token", NULL);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(last_principal.credential_kind, CREDENTIAL_TOKEN);
	assert_int_equal(answers, 6);
	assert_int_equal(sent_count, 1);
}

TEST(learns_ahead_that_a_token_has_ended)
{
	use_ahead(PROBLEM_NONE, 1);
	answer_unknown(0);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 2);
	assert_int_equal(sent_count, 1);
}

TEST(asks_ahead_about_nothing_else)
{
	remember_for(PROBLEM_NONE, TOKEN_LIFE_MS);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 0);
	use_ahead(PROBLEM_INVALID_TOKEN, 1);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(sent_count, 0);
}

/* Waits until the entry of a refreshed token has expired. */
static void
wait_until_forgotten(void)
{
	usleep((TOKEN_AHEAD_MS + 1) * 1000);
}

TEST(waits_for_what_was_asked_ahead_once_a_token_is_forgotten)
{
	use_ahead(PROBLEM_NONE, 1);
	wait_until_forgotten();
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	assert_int_equal(answers, 1);
	answer(0, "token", NULL);
	assert_int_equal(answers, 2);
	assert_int_equal(last_problem, PROBLEM_NONE);
}

TEST(believes_a_token_no_longer_because_it_could_not_ask_ahead)
{
	use_ahead(PROBLEM_NONE, 1);
	sent[0].done(sent[0].data, &(struct bus_result){BUS_UNAVAILABLE, NULL, 0});
	assert_int_equal(answers, 1);
	wait_until_forgotten();
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(answers, 1);
	assert_int_equal(sent_count, 2);
	answer_unknown(1);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
}

TEST(believes_nothing_that_was_asked_ahead_of_a_change)
{
	const struct uuid member = the_member();

	use_ahead(PROBLEM_NONE, 1);
	revocations_note(gateway.revocations, &member);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	answer(0, "token", NULL);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(answers, 1);
	assert_int_equal(sent_count, 2);
	answer_unknown(1);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 3);
}

/* ---- guesses ----------------------------------------------------------------------- */

/* A token that was not used before; the number is its last characters. */
static void
guess(unsigned number)
{
	sent_count = 0;
	resolve(arena_printf(arena, "Bearer kith_pat_%043u", number), SURFACE_REST);
	if (sent_count == 1)
		answer_unknown(0);
}

/* Makes as many guesses as an address has anonymous requests. */
static void
guess_all(void)
{
	for (unsigned number = 0; number < 100; number++)
		guess(number);
	sent_count = 0;
	answers = 0;
}

/* Begins to resolve the token of a number. */
static void
ask(unsigned number)
{
	resolve(arena_printf(arena, "Bearer kith_ses_%043u", number), SURFACE_REST);
}

TEST(asks_for_any_number_of_tokens_of_an_address_that_guesses_nothing)
{
	for (unsigned number = 0; number < 10; number++)
		ask(number);
	assert_int_equal(sent_count, 10);
	while (sent_count > 0)
		answer_unknown(--sent_count);
	assert_int_equal(answers, 10);
}

TEST(asks_for_one_token_at_a_time_of_an_address_that_guesses)
{
	guess_all();
	for (unsigned number = 0; number < 4; number++)
		ask(number);
	ask(2);
	assert_int_equal(sent_count, 1);
	answer_unknown(0);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(sent_count, 2);
	answer(1, "session", NULL);
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(sent_count, 3);
	/* The answer ends both requests of the third token, one of which was queued. */
	answer_unknown(2);
	assert_int_equal(answers, 3);
	assert_int_equal(sent_count, 4);
	answer_unknown(3);
	assert_int_equal(answers, 5);
	assert_int_equal(sent_count, 4);
}

TEST(forgets_who_went_while_it_waited_for_its_turn)
{
	guess_all();
	for (unsigned number = 0; number < 3; number++)
		ask(number);
	auth_cancel(&gateway, last_request);
	answer_unknown(0);
	answer_unknown(1);
	assert_int_equal(sent_count, 2);
	assert_int_equal(answers, 2);
}

TEST(goes_on_asking_for_a_member_behind_the_address_of_a_guesser)
{
	remember_for(PROBLEM_NONE, -TOKEN_LIFE_MS);
	guess_all();
	ask(0);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	answer(1, "token", NULL);
	assert_int_equal(last_problem, PROBLEM_NONE);
	answer_unknown(0);
}

/* The case without other requests for the token. */
TEST(goes_on_with_those_behind_a_token_that_was_asked_about_ahead)
{
	guess_all();
	remember_for(PROBLEM_NONE, TOKEN_AHEAD_MS);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	ask(0);
	assert_int_equal(sent_count, 1);
	answer(0, "token", NULL);
	assert_int_equal(sent_count, 2);
	answer_unknown(1);
	assert_int_equal(answers, 2);
}
