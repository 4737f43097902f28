/*
 * former_race_test.c - a member writes through every service while its account ends, and
 * nothing of it remains. These tests commit.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "common/json/json.h"
#include "services/content/handlers.h"
#include "services/orgs/handlers.h"
#include "tests/handlers/identity/account_fixture.h"

#include "tests/handlers/identity/counted_argon2.h"

#define ROUNDS 25
#define OPEN_ORG 500
#define OWN_ORG 502
#define OWNER 400

static const struct op_entry writers[] = {
	{&op_post_create, post_create},
	{&op_progress_create, progress_create},
	{&op_org_join, org_join},
	{&op_org_join, org_join},
	{&op_org_invitation_create, org_invitation_create},
	{&op_org_application_create, org_application_create},
	{&op_report_create, report_create},
	{&op_token_create, token_create},
	{&op_password_forgot, password_forgot},
};

/* At the same indexes; NULL where the input depends on the writer. */
static const char *const inputs[] = {
	JSON({
		"kind": "idea",
		"title": "An ask",
		"body": "",
		"publishTo": {"public": true}
	}),
	JSON({"kind": "learning", "title": "An entry", "publishTo": {"public": true}}),
	JSON({"slug": "org-500"}),
	JSON({"slug": "org-501"}),
	JSON({"slug": "org-502", "email": "guest@example.org"}),
	JSON({
		"slug": "guild",
		"name": "Guild",
		"kind": "club",
		"applicantRole": "Weaver",
		"message": "Please"
	}),
	NULL,
	JSON({"name": "a", "scopes": ["profile"]}),
	NULL,
};

#define WRITERS COUNT_OF(writers)

/* A writer in a separate thread. */
static struct loop_of {
	const struct op_entry *entry;
	const char *json;
	struct principal principal;
	pthread_t thread;
	struct db *db;
	enum problem last;
} loops[WRITERS];

static atomic_bool ended;
static atomic_uint writing;

static const char *
input_of(size_t place, unsigned member)
{
	if (writers[place].handler == report_create)
		return scratch_printf(
			JSON({"subjectType": "member", "subjectId": "%s", "reason": "x"}),
			scratch_id("usr", OWNER));
	if (writers[place].handler == password_forgot)
		return scratch_printf(JSON({"email": "member%u@example.org"}), member);
	return inputs[place];
}

static enum problem
write_once(struct loop_of *loop, struct arena *arena)
{
	struct buffer input = {.arena = arena};
	const char *fault;
	struct call call = {
		.op = loop->entry->op,
		.arena = arena,
		.principal = loop->principal,
		.request_id = arena_text(arena, "race"),
		.db = loop->db,
	};

	json_to_wire(&input, json_parse(arena, loop->json, strlen(loop->json), &fault));
	run_call(&call, loop->entry->handler, input.data, input.size);
	return call.outcome.problem;
}

/* Writes repeatedly, and a few times more after the account has ended. */
static void *
keep_writing(void *data)
{
	struct arena *arena = arena_new(16384);
	struct loop_of *loop = data;

	write_once(loop, arena);
	writing++;
	for (int more = 3; more > 0; more -= ended) {
		loop->last = write_once(loop, arena);
		arena_reset(arena);
	}
	arena_free(arena);
	return NULL;
}

static void
begin_writing(unsigned member)
{
	ended = false;
	writing = 0;
	for (size_t i = 0; i < WRITERS; i++) {
		struct loop_of *loop = &loops[i];

		loop->entry = &writers[i];
		loop->principal = people_principal(member);
		loop->json = input_of(i, member);
		scratch_sign_in(&loop->principal);
		assert_int_equal(
			pthread_create(&loop->thread, NULL, keep_writing, loop), 0);
	}
	while (writing < WRITERS)
		sched_yield();
}

/* A deadlock is found soon and ends one of the transactions, so a few attempts may be
 * needed. */
static void
end_account(unsigned member)
{
	enum problem problem = PROBLEM_SERVICE_UNAVAILABLE;

	while (problem == PROBLEM_SERVICE_UNAVAILABLE)
		problem = call_as(member, ENTRY(account_delete),
			JSON_OF({"password": GOOD_PASSWORD}))
				  .problem;
	assert_int_equal(problem, PROBLEM_NONE);
	ended = true;
	for (size_t i = 0; i < WRITERS; i++)
		pthread_join(loops[i].thread, NULL);
}

/* The tables and conditions of rows that a former member would leave. */
static const char *const places[][2] = {
	{"posts", "author_id"},
	{"progress", "author_id"},
	{"org_members", "member_id"},
	{"org_join_requests", "member_id"},
	{"org_applications", "applicant_id"},
	{"org_invitations", "status = 'pending' AND invited_by"},
	{"credentials", "member_id"},
	{"mail_tokens", "member_id"},
};

static void
expect_nothing_left(unsigned round)
{
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const long left = people_count("SELECT count(*) FROM %s WHERE %s IN"
					       " (SELECT id FROM members"
					       " WHERE former_at IS NOT NULL)",
			places[i][0], places[i][1]);

		if (left != 0)
			fail_msg("round %u left %ld of %s", round, left, places[i][0]);
	}
	people_expect_rows(0,
		"orgs o WHERE member_count <>"
		" (SELECT count(*) FROM org_members r WHERE r.org_id = o.id)");
	/* A request for a password reset is answered the same with and without an
	 * account. */
	for (size_t i = 0; i < WRITERS; i++) {
		const enum problem last = loops[i].last;
		const bool forgot = writers[i].handler == password_forgot;

		if ((last == PROBLEM_NONE) != forgot || last == PROBLEM_INTERNAL_ERROR)
			fail_msg("round %u: %s was answered %s", round,
				writers[i].op->name, problems[last].code);
	}
	assert_int_equal(loops[0].last, PROBLEM_INVALID_TOKEN);
}

static void
set_up_orgs(void)
{
	people_add(OWNER);
	for (unsigned org = OPEN_ORG; org <= OWN_ORG; org++) {
		people_add_org(org, "public");
		people_join(org, OWNER);
	}
	scratch_sql("UPDATE org_members SET role = 'owner'");
	scratch_sql("UPDATE orgs SET member_count = 1, join_policy = CASE slug"
		    " WHEN 'org-500' THEN 'open' ELSE 'request' END");
}

TEST_COMMITTED(nothing_that_is_written_while_an_account_ends_stays)
{
	set_up_orgs();
	for (unsigned member = 1; member <= ROUNDS; member++) {
		add_knowing(member);
		people_join(OWN_ORG, member);
		scratch_sql(
			"UPDATE org_members SET role = 'admin' WHERE member_id = '%s'",
			scratch_uuid_text(member));
		scratch_sql("UPDATE orgs SET member_count = member_count + 1"
			    " WHERE slug = 'org-502'");
		begin_writing(member);
		end_account(member);
		expect_nothing_left(member);
	}
}

/* The deadlock timeout, which is a second by default. */
static void
open_loops(void)
{
	scratch_sql("DO $$ BEGIN EXECUTE format('ALTER DATABASE %%I SET deadlock_timeout"
		    " = ''10ms''', current_database()); END $$");
	for (size_t i = 0; i < WRITERS; i++)
		loops[i].db =
			db_new(scratch_url(), service_names[writers[i].op->service]);
}

static void
close_loops(void)
{
	for (size_t i = 0; i < WRITERS; i++)
		db_free(loops[i].db);
}

int
main(void)
{
	int failed;

	setenv("KITH_RATE_LIMITS", "off", 1);
	scratch_open("identity");
	open_loops();
	failed = test_main();
	close_loops();
	return failed;
}
