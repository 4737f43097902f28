/*
 * authority_test.c - a write is refused when its caller has lost the permission after the
 * gateway checked it. These tests commit.
 *
 * In each race the change of authority is a session of the database's owner, which writes
 * the same rows as the operation. The write is the real operation, and the test sees it
 * wait for that session.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "common/run/run.h"
#include "services/content/handlers.h"
#include "services/orgs/handlers.h"
#include "tests/handlers/identity/account_fixture.h"
#include "tests/support/race.h"

#include "tests/handlers/identity/counted_argon2.h"

#define WAITING_MS_MAX 5000

static const char MINT[] = JSON({"name": "spare key", "scopes": ["network:read"]});
static const char ASK[] = JSON(
	{"kind": "idea", "title": "An ask", "body": "", "publishTo": {"public": true}});
static const char RENAME[] = JSON({"headline": "Weaver"});

static const struct op_entry mint = {&op_token_create, token_create};
static const struct op_entry ask = {&op_post_create, post_create};
static const struct op_entry update = {&op_me_update, me_update};
static const struct op_entry set_role = {
	&op_admin_member_set_role, admin_member_set_role};
static const struct op_entry suspend = {&op_admin_member_suspend, admin_member_suspend};
static const struct op_entry create_org = {&op_org_create, org_create};
static const struct op_entry own[] = {{&op_me_get, me_get}};

/* A call in a separate thread. */
struct late {
	const struct op_entry *entry;
	struct principal principal;
	const char *json, *if_match;
	pthread_t thread;
	enum problem problem;
};

static void *
run_late(void *data)
{
	struct late *late = data;
	struct arena *arena = arena_new(16384);
	struct buffer input = {.arena = arena};
	struct db *db = db_new(scratch_url(), service_names[late->entry->op->service]);
	const char *fault = NULL;
	struct call call = {
		.op = late->entry->op,
		.arena = arena,
		.principal = late->principal,
		.request_id = arena_text(arena, "late"),
		.db = db,
	};

	if (late->if_match != NULL)
		call.if_match = arena_text(arena, late->if_match);
	json_to_wire(&input, json_parse(arena, late->json, strlen(late->json), &fault));
	run_call(&call, late->entry->handler, input.data, input.size);
	late->problem = call.outcome.problem;
	db_free(db);
	arena_free(arena);
	return NULL;
}

/* Whether a transaction soon waits for a row lock. */
static bool
it_waits(void)
{
	const struct timespec pause = {.tv_nsec = 2000000};
	int64_t give_up_ms = clock_monotonic_ms() + WAITING_MS_MAX;

	while (clock_monotonic_ms() < give_up_ms) {
		if (people_count("SELECT count(*) FROM pg_stat_activity"
				 " WHERE datname = current_database()"
				 " AND wait_event_type = 'Lock'"
				 " AND backend_type = 'client backend'") > 0)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* Returns the result of a call that begins before `change`, statements of one
 * transaction, is committed. */
static enum problem
call_during(struct late *late, const char *change)
{
	PGconn *connection = PQconnectdb(scratch_url());

	const char *const steps[] = {"SET search_path = kith", "BEGIN", change};
	bool waits;

	scratch_sign_in(&late->principal);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		PGresult *result = PQexec(connection, steps[i]);

		assert_int_not_equal(PQresultStatus(result), PGRES_FATAL_ERROR);
		PQclear(result);
	}
	assert_int_equal(pthread_create(&late->thread, NULL, run_late, late), 0);
	waits = it_waits();
	PQclear(PQexec(connection, "COMMIT"));
	PQfinish(connection);
	pthread_join(late->thread, NULL);
	assert_true(waits);
	return late->problem;
}

/* Member 1, in SQL. */
#define FIRST "'00000000-0000-7000-8000-000000000001'"

static void
prepare(void)
{
	scratch_sql("SET client_min_messages = error");
	scratch_empty("members, orgs");
	people_add_all(4);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(3), scratch_uuid_text(4));
}

static struct principal
admin_principal(unsigned number)
{
	const struct uuid id = scratch_uuid(number);

	return scratch_admin(&id);
}

static const struct test_scene prepare_scene = {.before = prepare};

TEST_IN(prepare_scene, a_session_that_a_new_password_has_ended_makes_no_token)
{
	const struct principal stale = people_principal(1);

	scratch_sign_in(&stale);
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	scratch_sql("UPDATE mail_tokens SET name = NULL, password_hash = NULL,"
		    " application = NULL");
	assert_done(call_anonymously(ENTRY(password_reset),
		JSON_OF({"token": "link", "password": GOOD_PASSWORD})));
	assert_problem(scratch_call(&mint, &stale, MINT), PROBLEM_INVALID_TOKEN);
	people_expect_rows(0, "credentials WHERE kind = 'token'");
}

TEST_IN(prepare_scene, a_token_made_while_the_password_changes_does_not_stay)
{
	struct late late = {
		.entry = &mint, .principal = people_principal(1), .json = MINT};

	assert_int_equal(
		call_during(&late,
			"UPDATE members SET password_hash = '$argon2id$x'"
			" WHERE id = " FIRST "; UPDATE credentials SET revoked_at = now()"
			" WHERE member_id = " FIRST),
		PROBLEM_INVALID_TOKEN);
	people_expect_rows(0, "credentials WHERE kind = 'token'");
}

TEST_IN(prepare_scene, an_expired_credential_writes_nothing)
{
	const struct principal stale = people_principal(1);

	scratch_sign_in(&stale);
	scratch_sql("UPDATE credentials SET expires_at = now() - interval '1 second'");
	assert_problem(scratch_call(&ask, &stale, ASK), PROBLEM_INVALID_TOKEN);
	people_expect_rows(0, "posts");
}

TEST_IN(prepare_scene, a_credential_of_another_member_writes_nothing)
{
	const struct principal owner = people_principal(2);
	struct principal thief = people_principal(1);

	thief.credential = owner.credential;
	scratch_sign_in(&owner);
	assert_problem(scratch_call(&ask, &thief, ASK), PROBLEM_INVALID_TOKEN);
}

TEST_IN(prepare_scene, a_demoted_administrator_makes_no_accomplice)
{
	struct late late = {.entry = &set_role,
		.principal = admin_principal(3),
		.json = scratch_printf(
			JSON({"id": "%s", "role": "admin"}), scratch_id("usr", 2))};

	assert_int_equal(
		call_during(&late,
			scratch_printf(
				"UPDATE members SET role = 'member' WHERE id = '%s'",
				scratch_uuid_text(3))),
		PROBLEM_ADMIN_REQUIRED);
	/* The same a moment later, with the authority that a gateway may still have
	 * cached. */
	assert_problem(scratch_call(&set_role, &late.principal, late.json),
		PROBLEM_ADMIN_REQUIRED);
	assert_problem(scratch_call(&create_org, &late.principal,
			       JSON({"slug": "guild", "name": "Guild"})),
		PROBLEM_ADMIN_REQUIRED);
	assert_string_equal(scratch_value("SELECT role FROM members WHERE id = '%s'",
				    scratch_uuid_text(2)),
		"member");
}

TEST_IN(prepare_scene, a_demoted_administrator_goes_on_as_a_member)
{
	struct principal stale = admin_principal(1);

	assert_done(scratch_call(&ask, &stale, ASK));
}

TEST_IN(prepare_scene, a_suspended_member_writes_nothing_through_any_service)
{
	struct late late = {.entry = &ask, .principal = people_principal(1), .json = ASK};

	assert_int_equal(
		call_during(&late,
			"UPDATE members SET status = 'suspended' WHERE id = " FIRST),
		PROBLEM_MEMBERSHIP_SUSPENDED);
	assert_problem(scratch_call(&update, &late.principal, RENAME),
		PROBLEM_MEMBERSHIP_SUSPENDED);
	people_expect_rows(0, "posts");
}

/* A transaction with If-Match sees the state of before it got the lock. */
TEST_IN(prepare_scene, a_session_that_ends_writes_nothing_with_if_match)
{
	struct late late = {.entry = &update,
		.principal = people_principal(1),
		.json = RENAME,
		.if_match = "*"};

	run_register(own, COUNT_OF(own));
	assert_int_equal(
		call_during(&late,
			"SELECT FROM members WHERE id = " FIRST " FOR NO KEY UPDATE;"
			" UPDATE credentials SET revoked_at = now()"
			" WHERE member_id = " FIRST),
		PROBLEM_INVALID_TOKEN);
	people_expect_rows(0, "profiles WHERE headline <> ''");
}

TEST_IN(prepare_scene,
	a_repeated_request_is_answered_although_it_has_ended_its_credential)
{
	static const struct op_entry sign_out = {&op_session_sign_out, session_sign_out};
	const struct principal caller = people_principal(1);
	const struct scratch_options key = {.idempotency_key = "once"};
	struct scratch_answer answer;

	for (int i = 0; i < 2; i++) {
		answer = scratch_call_with(&sign_out, &caller, NULL, &key);
		assert_done(answer);
		assert_int_equal(answer.call->outcome.replayed, i == 1);
	}
	assert_problem(scratch_call(&sign_out, &caller, NULL), PROBLEM_INVALID_TOKEN);
}

/* The deadlock timeout is a minute here: see main(). */
TEST_IN(prepare_scene, nobody_waits_in_a_circle)
{
	const struct principal third = admin_principal(3), fourth = admin_principal(4);

	const char *at_third = scratch_printf(JSON({"id": "%s"}), scratch_id("usr", 3));
	const char *at_fourth = scratch_printf(JSON({"id": "%s"}), scratch_id("usr", 4));
	struct racer racers[] = {
		{.entry = &suspend, .principal = third, .json = at_fourth},
		{.entry = &suspend, .principal = fourth, .json = at_third},
		{.entry = &update, .principal = third, .json = RENAME},
		{.entry = &update, .principal = third, .json = RENAME},
		{.entry = &mint, .principal = fourth, .json = MINT},
		{.entry = &ask, .principal = third, .json = ASK},
		{.entry = &ask, .principal = fourth, .json = ASK},
		{.entry = &ask, .principal = fourth, .json = ASK},
	};
	int64_t begin_ms = clock_monotonic_ms();

	race_open(racers, COUNT_OF(racers));
	for (int round = 0; round < 20; round++) {
		scratch_sql("UPDATE members SET status = 'active'");
		race_run(racers, COUNT_OF(racers));
		/* The first one has suspended the other. */
		assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
		assert_int_equal(race_count(racers, 2, PROBLEM_MEMBERSHIP_SUSPENDED), 1);
		scratch_sql("DELETE FROM credentials WHERE kind = 'token'");
	}
	race_close(racers, COUNT_OF(racers));
	assert_true(clock_monotonic_ms() - begin_ms < 30000);
}

int
main(void)
{
	setenv("KITH_RATE_LIMITS", "off", 1);
	scratch_open(NULL);
	scratch_sql("DO $$ BEGIN EXECUTE format('ALTER DATABASE %%I SET deadlock_timeout"
		    " = ''60s''', current_database()); END $$");
	return test_main();
}
