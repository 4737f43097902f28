/*
 * sign_in_race_test.c - passwords and limits of tries under concurrent calls. These tests
 * commit.
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/totp_fixture.h"

#include "tests/handlers/identity/counted_argon2.h"
#include "tests/handlers/identity/race_scene.h"

#define MANY 8

/* Each refusal commits its count. */
TEST_COMMITTED(wrong_passwords_sent_at_once_are_all_counted)
{
	struct crowd crowd = {.op = &op_password_change,
		.handler = password_change,
		.service = "identity",
		.count = 16,
		.principals = principals};

	scratch_empty("members, invite_codes, attempts");
	add_knowing(1);
	for (unsigned i = 0; i < crowd.count; i++) {
		principals[i] = people_principal(1);
		crowd.inputs[i] = JSON_OF({"current": "wrong", "new": NEW_PASSWORD});
	}
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_INVALID_CREDENTIALS, 10);
	crowd_expect(&crowd, PROBLEM_RATE_LIMITED, 6);
}

/* Each call has an address and an account of its own. */
TEST_COMMITTED(tries_sent_at_once_from_one_network_are_all_counted)
{
	struct crowd crowd = {.op = &op_session_sign_in,
		.handler = session_sign_in,
		.service = "identity",
		.count = 16,
		.principals = principals};

	scratch_empty("members, invite_codes, attempts");
	scratch_sql("INSERT INTO attempts (kind, subject, count) VALUES"
		    " ('sign_in', 'network 2001:db8:1::/48', 590)");
	for (unsigned i = 0; i < crowd.count; i++) {
		principals[i] = scratch_anonymous();
		principals[i].address = arena_text(
			scratch_arena(), scratch_printf("2001:db8:1:%x::1", i));
		crowd.inputs[i] = scratch_printf(
			JSON({"email": "e%u@example.org", "password": "wrong"}), i);
	}
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_INVALID_CREDENTIALS, 10);
	crowd_expect(&crowd, PROBLEM_RATE_LIMITED, 6);
	people_expect_rows(31, "attempts");
}

/* Waits until so many sessions of these tables wait for a lock. */
static void
await_waiting(unsigned count)
{
	const struct timespec pause = {.tv_nsec = 5000000L};

	for (int i = 0; i < 2000; i++) {
		if (people_count(
			    "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"
			    " AND pid IN (SELECT pid FROM pg_locks"
			    " WHERE relation = 'members'::regclass)") == (long)count)
			return;
		nanosleep(&pause, NULL);
	}
	fail_msg("not all came to the lock");
}

/* Runs sign-ins and a password change that have all compared the old password and are
 * about to write. `change_first` says which of them locks the member's row first. */
static void
change_beside_sign_ins(bool change_first)
{
	static struct principal owner;
	static struct crowd crowds[2];
	const unsigned first = change_first ? 1 : 0;
	pthread_t threads[2];

	crowds[0] = (struct crowd){.op = &op_session_sign_in,
		.handler = session_sign_in,
		.service = "identity",
		.count = MANY,
		.principals = principals};
	crowds[1] = (struct crowd){.op = &op_password_change,
		.handler = password_change,
		.service = "identity",
		.count = 1,
		.principals = &owner,
		.signed_in = true};
	for (unsigned i = 0; i < MANY; i++)
		crowds[0].inputs[i] = JSON_OF(
			{"email": "member1@example.org", "password": GOOD_PASSWORD});
	owner = people_principal(1);
	scratch_sign_in(&owner);
	crowds[1].inputs[0] = JSON_OF({"current": GOOD_PASSWORD, "new": NEW_PASSWORD});
	scratch_sql("BEGIN");
	scratch_sql("SELECT FROM members FOR UPDATE");
	for (unsigned i = 0; i < 2; i++) {
		const unsigned which = (first + i) % 2;

		assert_int_equal(
			pthread_create(&threads[which], NULL, run_crowd, &crowds[which]),
			0);
		await_waiting(i == 0 ? crowds[which].count : MANY + 1);
	}
	scratch_sql("COMMIT");
	for (unsigned i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(crowds[1].problems[0], PROBLEM_NONE);
	assert_int_equal(crowd_answered(&crowds[0], PROBLEM_NONE) +
			crowd_answered(&crowds[0], PROBLEM_INVALID_CREDENTIALS),
		MANY);
}

/* No session of the old password survives the change. */
TEST_COMMITTED(no_session_of_the_old_password_outlives_its_change)
{
	for (int round = 0; round < 4; round++) {
		scratch_empty("members, invite_codes, attempts");
		come_from_everywhere(MANY);
		add_knowing(1);
		change_beside_sign_ins(round % 2 == 0);
		/* The session that changed the password remains. */
		people_expect_rows(0,
			"credentials WHERE revoked_at IS NULL AND id <> '%s'",
			scratch_uuid_text(1));
	}
}
