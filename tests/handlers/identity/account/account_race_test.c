/*
 * account_race_test.c - invariants of accounts under concurrent calls. These tests
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

TEST_COMMITTED(two_hundred_redemptions_of_a_code_for_ten_admit_ten)
{
	static struct crowd crowd = {.op = &op_account_sign_up,
		.handler = account_sign_up,
		.service = "identity",
		.count = 200,
		.connections = 40,
		.principals = principals};

	come_from_everywhere(crowd.count);
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('TEN', 10)");
	for (unsigned i = 0; i < crowd.count; i++)
		crowd.inputs[i] = scratch_printf(JSON_OF({
			"email": "race%u@example.org",
			"name": "Ada",
			"password": GOOD_PASSWORD,
			"inviteCode": "TEN"
		}),
			i);
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 10);
	crowd_expect(&crowd, PROBLEM_VALIDATION_FAILED, 190);
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 10);
	people_expect_rows(10, "invite_holds");
	people_expect_rows(10, "members");
}

/* A double click sends two sign-ups at the same moment. */
TEST_COMMITTED(sign_ups_at_once_with_one_password_are_one_account)
{
	struct crowd crowd = {.op = &op_account_sign_up,
		.handler = account_sign_up,
		.service = "identity",
		.count = MANY,
		.principals = principals};

	scratch_empty("members, invite_codes, attempts");
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('ONE', 1)");
	come_from_everywhere(MANY);
	for (unsigned i = 0; i < MANY; i++)
		crowd.inputs[i] = JSON_OF({
			"email": "double@example.org",
			"name": "Ada",
			"password": GOOD_PASSWORD,
			"inviteCode": "ONE"
		});
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, MANY);
	people_expect_rows(MANY, "mail_tokens");
	assert_int_equal(
		people_count("SELECT count(DISTINCT password_hash) FROM mail_tokens"), 1);
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), 1);
}

static atomic_int rows_held;

/* Counts hashes during which the row of member 1 is locked. */
static void
look_for_lock(void)
{
	PGconn *other = PQconnectdb(scratch_url());
	PGresult *result = PQexec(other,
		"SELECT FROM kith.members WHERE email = 'member1@example.org'"
		" FOR NO KEY UPDATE NOWAIT");

	rows_held += PQresultStatus(result) != PGRES_TUPLES_OK;
	PQclear(result);
	PQfinish(other);
}

/* A stranger who signs up with a member's address must not delay the member's writes. */
TEST_COMMITTED(a_sign_up_hashes_while_it_holds_no_members_row)
{
	struct crowd crowd = {.op = &op_account_sign_up,
		.handler = account_sign_up,
		.service = "identity",
		.count = 1,
		.principals = principals};

	scratch_empty("members, invite_codes, attempts");
	people_add(1);
	come_from_everywhere(1);
	crowd.inputs[0] = JSON_OF({
		"email": "member1@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD
	});
	hashes_made = hashes_compared = rows_held = 0;
	before_hash = look_for_lock;
	for (int i = 0; i < 2; i++)
		crowd_call(&crowd);
	before_hash = NULL;
	crowd_expect(&crowd, PROBLEM_NONE, 1);
	assert_int_equal(hashes_made, 2);
	assert_int_equal(hashes_compared, 2);
	assert_int_equal(rows_held, 0);
}

static void
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};

	scratch_sql("SET ROLE kith_identity");
	sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

/* The sweep and the link both release the same use: it is counted once. */
TEST_COMMITTED(sweeping_and_verifying_at_once_lose_no_use)
{
	struct crowd crowd = {.op = &op_account_verify_email,
		.handler = account_verify_email,
		.service = "identity",
		.count = MANY,
		.principals = principals};
	pthread_t verifying;

	scratch_empty("members, invite_codes");
	scratch_sql(
		"INSERT INTO invite_codes (code, max_uses, uses) VALUES ('MANY', %d, %d)",
		MANY, MANY);
	for (unsigned i = 0; i < MANY; i++) {
		const char *token = scratch_printf("held-%u", i);

		people_add_unverified(10 + i);
		people_add_mail_token(10 + i, "verify_email", token, "1 hour");
		scratch_sql(
			"INSERT INTO invite_holds (id, code, member_id, taken_at) VALUES"
			" ('%s', 'MANY', '%s', now() - interval '25 hours')",
			scratch_uuid_text(100 + i), scratch_uuid_text(10 + i));
		scratch_sql(
			"UPDATE mail_tokens SET invite_code = 'MANY', invite_hold = '%s'"
			" WHERE member_id = '%s'",
			scratch_uuid_text(100 + i), scratch_uuid_text(10 + i));
		crowd.inputs[i] = scratch_printf(JSON({"token": "%s"}), token);
	}
	assert_int_equal(pthread_create(&verifying, NULL, run_crowd, &crowd), 0);
	for (int i = 0; i < 20; i++)
		sweep();
	pthread_join(verifying, NULL);
	sweep();
	crowd_expect(&crowd, PROBLEM_NONE, MANY);
	assert_int_equal(people_count("SELECT uses FROM invite_codes"), MANY);
	people_expect_rows(0, "invite_holds");
	people_expect_rows(MANY, "members WHERE status = 'active'");
}

/* Deletes the accounts of members from 1 on, who know their password. Each call has an
 * address of its own, because the limit of tries per address would serialize them. */
static void
delete_all_at_once(struct crowd *crowd, unsigned count)
{
	*crowd = (struct crowd){.op = &op_account_delete,
		.handler = account_delete,
		.service = "identity",
		.count = count,
		.principals = principals};
	for (unsigned i = 0; i < count; i++) {
		principals[i] = people_principal(i + 1);
		principals[i].address =
			arena_text(scratch_arena(), scratch_printf("198.51.%u.1", i));
		crowd->inputs[i] = JSON_OF({"password": GOOD_PASSWORD});
	}
	crowd_call(crowd);
}

TEST_COMMITTED(of_administrators_who_leave_at_once_one_stays)
{
	static struct crowd crowd;

	for (int round = 0; round < 5; round++) {
		scratch_empty("members, invite_codes, attempts");
		for (unsigned i = 1; i <= MANY; i++)
			add_knowing(i);
		scratch_sql("UPDATE members SET role = 'admin'");
		delete_all_at_once(&crowd, MANY);
		crowd_expect(&crowd, PROBLEM_NONE, MANY - 1);
		crowd_expect(&crowd, PROBLEM_LAST_ADMIN, 1);
		people_expect_rows(1, "members WHERE role = 'admin'");
	}
}

TEST_COMMITTED(of_owners_who_leave_at_once_one_stays)
{
	static struct crowd crowd;

	for (int round = 0; round < 5; round++) {
		scratch_empty("members, invite_codes, attempts, orgs");
		people_add_org(500, "public");
		people_add_org(501, "public");
		for (unsigned i = 1; i <= MANY; i++) {
			add_knowing(i);
			people_join(i % 2 ? 500 : 501, i);
			people_join(i % 2 ? 501 : 500, i);
		}
		scratch_sql("UPDATE org_members SET role = 'owner'");
		scratch_sql("UPDATE orgs SET member_count = %d", MANY);
		delete_all_at_once(&crowd, MANY);
		crowd_expect(&crowd, PROBLEM_NONE, MANY - 1);
		crowd_expect(&crowd, PROBLEM_LAST_OWNER, 1);
		people_expect_rows(2,
			"orgs o WHERE member_count"
			" = 1 AND EXISTS (SELECT FROM org_members r"
			" WHERE r.org_id = o.id)");
	}
}

/* Adds members 1 to `count` as leads of both projects. */
static void
add_leads(unsigned count)
{
	scratch_empty("members, invite_codes, attempts, projects");
	for (unsigned project = 600; project <= 601; project++)
		scratch_sql("INSERT INTO projects (id, name, member_count)"
			    " VALUES ('%s', 'Project %u', %u)",
			scratch_uuid_text(project), project, count);
	for (unsigned i = 1; i <= count; i++) {
		add_knowing(i);
		for (unsigned project = 600; project <= 601; project++)
			scratch_sql("INSERT INTO project_members (project_id, member_id,"
				    " role) VALUES ('%s', '%s', 'lead')",
				scratch_uuid_text(project), scratch_uuid_text(i));
	}
}

TEST_COMMITTED(of_leads_who_leave_at_once_one_stays)
{
	static struct crowd crowd;

	for (int round = 0; round < 20; round++) {
		const unsigned count = round % 2 == 0 ? 2 : MANY;

		add_leads(count);
		delete_all_at_once(&crowd, count);
		crowd_expect(&crowd, PROBLEM_NONE, count - 1);
		crowd_expect(&crowd, PROBLEM_LAST_LEAD, 1);
		people_expect_rows(2,
			"projects p WHERE member_count"
			" = 1 AND (SELECT count(*) FROM project_members r"
			" WHERE r.project_id = p.id AND r.role = 'lead') = 1");
	}
}

TEST_COMMITTED(one_code_of_the_app_signs_in_once)
{
	struct crowd crowd = {.op = &op_session_sign_in,
		.handler = session_sign_in,
		.service = "identity",
		.count = MANY,
		.principals = principals};
	const char *secret;

	scratch_empty("members, invite_codes, attempts");
	come_from_everywhere(MANY);
	add_knowing(1);
	secret = begin_totp(1);
	assert_done(confirm_totp(1, code_at(secret, -1)));
	for (unsigned i = 0; i < MANY; i++)
		crowd.inputs[i] = scratch_printf(JSON_OF({
			"email": "member1@example.org",
			"password": GOOD_PASSWORD,
			"totp": "%s"
		}),
			code_at(secret, 1));
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 1);
	crowd_expect(&crowd, PROBLEM_INVALID_CREDENTIALS, MANY - 1);
}

TEST_COMMITTED(tokens_made_at_once_are_twenty_at_most)
{
	static struct crowd crowd = {.op = &op_token_create,
		.handler = token_create,
		.service = "identity",
		.count = 30,
		.connections = MANY,
		.principals = principals};

	scratch_empty("members, invite_codes, attempts");
	people_add(1);
	for (unsigned i = 0; i < crowd.count; i++) {
		principals[i] = people_principal(1);
		crowd.inputs[i] = JSON({"name": "a", "scopes": ["profile"]});
	}
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 20);
	crowd_expect(&crowd, PROBLEM_VALIDATION_FAILED, 10);
}
