/*
 * recovery_queue_test.c - somebody who uses a stolen credential without a pause cannot
 * delay what gives the account back to its owner. These tests commit.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/handlers/identity/account_fixture.h"
#include "tests/support/race.h"

#define WRITERS 16
#define HEAD_START_US 200000

static atomic_bool over;

/* Locks the member's row as each write of it does, for 100 ms at a time. */
static void *
write_on(void *data)
{
	PGconn *connection = PQconnectdb(scratch_url());

	(void)data;
	while (!atomic_load(&over)) {
		PQclear(PQexec(connection,
			"BEGIN; SET LOCAL search_path = kith;"
			" SELECT pg_advisory_xact_lock_shared(hashtextextended("
			"'00000000-0000-7000-8000-000000000001', 5208));"
			" SELECT FROM members"
			" WHERE id = '00000000-0000-7000-8000-000000000001' FOR SHARE;"
			" SELECT pg_sleep(0.1); COMMIT"));
	}
	PQfinish(connection);
	return NULL;
}

static void
expect_done_meanwhile(const struct op_entry *entry, const char *json)
{
	const struct uuid admin = scratch_uuid(2);
	struct racer racer = {.entry = entry,
		.principal = entry->op->guard == GUARD_ADMIN ? scratch_admin(&admin)
							     : scratch_anonymous(),
		.json = json};
	pthread_t writers[WRITERS];

	atomic_store(&over, false);
	race_open(&racer, 1);
	for (size_t i = 0; i < WRITERS; i++) {
		assert_int_equal(pthread_create(&writers[i], NULL, write_on, NULL), 0);
		usleep(HEAD_START_US / WRITERS);
	}
	race_run(&racer, 1);
	atomic_store(&over, true);
	for (size_t i = 0; i < WRITERS; i++)
		pthread_join(writers[i], NULL);
	race_close(&racer, 1);
	assert_int_equal(racer.problem, PROBLEM_NONE);
}

static void
prepare(void)
{
	scratch_sql("SET client_min_messages = error");
	scratch_empty("members");
	people_add(1);
}

static const struct test_scene member_scene = {.before = prepare};

TEST_IN(member_scene, a_reset_by_mail_gets_its_turn)
{
	static const struct op_entry entry = {&op_password_reset, password_reset};

	people_add_mail_token(1, "reset_password", "go", "1 hour");
	expect_done_meanwhile(
		&entry, JSON_OF({"token": "go", "password": GOOD_PASSWORD}));
}

TEST_IN(member_scene, the_link_of_a_new_address_gets_its_turn)
{
	static const struct op_entry entry = {
		&op_account_verify_email, account_verify_email};

	scratch_sql("INSERT INTO mail_tokens (id, member_id, kind, hash, email,"
		    " expires_at) VALUES (new_id(), '%s', 'change_email', sha256('go'),"
		    " 'new@example.org', now() + interval '1 hour')",
		scratch_uuid_text(1));
	expect_done_meanwhile(&entry, JSON({"token": "go"}));
}

TEST_IN(member_scene, the_link_that_undoes_a_second_factor_gets_its_turn)
{
	static const struct op_entry entry = {&op_totp_undo, totp_undo};

	scratch_sql("INSERT INTO totp (member_id, secret, confirmed_at, undo_hash)"
		    " VALUES ('%s', decode(repeat('00', 48), 'hex'), now(),"
		    " sha256('go'))",
		scratch_uuid_text(1));
	expect_done_meanwhile(&entry, JSON({"token": "go"}));
}

TEST_IN(member_scene, the_operators_removal_of_a_second_factor_gets_its_turn)
{
	static const struct op_entry entry = {&op_totp_reset, totp_reset};

	scratch_sql("INSERT INTO totp (member_id, secret, confirmed_at)"
		    " VALUES ('%s', decode(repeat('00', 48), 'hex'), now())",
		scratch_uuid_text(1));
	expect_done_meanwhile(&entry, JSON({"email": "member1@example.org"}));
}

TEST_IN(member_scene, the_suspension_of_an_administrator_gets_its_turn)
{
	static const struct op_entry entry = {
		&op_admin_member_suspend, admin_member_suspend};

	people_add(2);
	scratch_sql("UPDATE members SET role = 'admin'");
	expect_done_meanwhile(
		&entry, scratch_printf(JSON({"id": "%s"}), scratch_id("usr", 1)));
	people_expect_rows(1, "members WHERE status = 'suspended'");
}
