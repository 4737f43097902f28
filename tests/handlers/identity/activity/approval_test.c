/*
 * approval_test.c - outward acts of apps and tokens. These tests commit.
 */
#include "tests/handlers/identity/activity/approval_fixture.h"
#include "tests/support/race.h"

#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/task_fixture.h"

static const struct op_entry ask = {&op_post_create, post_create};
static const struct op_entry invite_many = {
	&op_org_invitation_create_many, org_invitation_create_many};
static const struct op_entry introduce = {&op_intro_create, intro_create};
static const struct op_entry list = {&op_me_approval_list, me_approval_list};
static const struct op_entry get = {&op_me_approval_get, me_approval_get};
static const struct op_entry approve = {&op_me_approval_approve, me_approval_approve};
static const struct op_entry decline = {&op_me_approval_decline, me_approval_decline};
static const struct op_entry set_token = {&op_token_approval_set, token_approval_set};
static const struct op_entry revoke_app = {&op_app_revoke, app_revoke};
static const struct op_entry revoke_token = {&op_token_revoke, token_revoke};

TEST_COMMITTED(an_app_asks_after_five_acts_a_day)
{
	struct principal app;

	people_add(1);
	app = app_of(1, 301, "registered");
	for (int i = 0; i < 5; i++)
		assert_done(call_by(&app, ask, PUBLIC_ASK));
	for (int i = 0; i < 3; i++)
		assert_problem(call_by(&app, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	assert_int_equal(asks_of(1), 5);
	assert_int_equal(waiting_of(1), 3);
	assert_done(call_by(&app, ask, DRAFT_ASK));
	scratch_sql("UPDATE act_counts SET recent = ARRAY(SELECT t - interval '25 hours'"
		    " FROM unnest(recent) AS t)");
	assert_done(call_by(&app, ask, PUBLIC_ASK));
	assert_int_equal(asks_of(1), 6);
}

TEST_COMMITTED(forty_simultaneous_calls_have_five_effects)
{
	struct racer racers[40];
	struct principal app;

	people_add(2);
	app = app_of(2, 302, "registered");
	for (size_t i = 0; i < COUNT_OF(racers); i++)
		racers[i] = (struct racer){
			.entry = &ask, .principal = app, .json = PUBLIC_ASK};
	race_open(racers, COUNT_OF(racers));
	race_run(racers, COUNT_OF(racers));
	race_close(racers, COUNT_OF(racers));
	assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_NONE), 5);
	assert_int_equal(asks_of(2), 5);
	assert_int_equal(waiting_of(2), 25);
	assert_int_equal(race_count(racers, COUNT_OF(racers), PROBLEM_RATE_LIMITED), 10);
}

TEST_COMMITTED(ten_thousand_calls_that_must_be_asked_have_no_effect)
{
	struct principal app;

	people_add(3);
	app = app_of(3, 303, "registered");
	set_approval(3, 303, "each");
	scratch_sql("DELETE FROM outbox");
	for (int i = 0; i < 10000; i++) {
		struct scratch_answer answer = call_by(&app, ask, PUBLIC_ASK);

		assert_true(answer.problem == PROBLEM_AWAITING_APPROVAL ||
			answer.problem == PROBLEM_RATE_LIMITED);
		if (i % 500 == 499) {
			scratch_begin();
			scratch_rollback();
			app = app_of(3, 303, "registered");
		}
	}
	assert_int_equal(asks_of(3), 0);
	assert_int_equal(waiting_of(3), 25);
	people_expect_rows(1, "outbox WHERE topic = 'mail'");
	people_expect_rows(0, "outbox WHERE topic <> 'mail'");
}

TEST_COMMITTED(the_defaults_differ_by_client)
{
	struct principal fixed, token;

	people_add(4);
	people_add(40);
	fixed = app_of(4, 304, "fixed");
	token = token_of(40, 204);
	for (int i = 0; i < 7; i++) {
		assert_done(call_by(&fixed, ask, PUBLIC_ASK));
		assert_done(call_by(&token, ask, PUBLIC_ASK));
	}
	set_approval(4, 304, "each");
	assert_problem(call_by(&fixed, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	assert_done(by_browser(40, set_token,
		scratch_printf("{\"id\": \"%s\", \"approval\": \"each\"}",
			scratch_id("pat", 204))));
	assert_problem(call_by(&token, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	set_approval(4, 304, "never");
	assert_done(call_by(&fixed, ask, PUBLIC_ASK));
}

TEST_COMMITTED(each_address_counts)
{
	struct principal app;

	people_add(5);
	people_add_org(50, "public");
	people_join_as(50, 5, "owner");
	app = app_of(5, 305, "registered");
	assert_problem(call_by(&app, invite_many, JSON({
		"slug": "org-50",
		"emails": [
			"a@example.com", "b@example.com", "c@example.com",
			"d@example.com", "e@example.com", "f@example.com"
		]
	})),
		PROBLEM_AWAITING_APPROVAL);
	assert_done(call_by(&app, invite_many, JSON({
		"slug": "org-50",
		"emails": [
			"a@example.com", "b@example.com", "c@example.com", "d@example.com"
		]
	})));
	assert_done(call_by(&app, ask, PUBLIC_ASK));
	assert_problem(call_by(&app, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(4, "org_invitations");
}

TEST_COMMITTED(the_member_reads_what_will_happen)
{
	struct principal app;
	struct scratch_answer answer;

	people_add(6);
	people_add(60);
	app = app_of(6, 306, "registered");
	set_approval(6, 306, "each");
	assert_problem(call_by(&app, introduce, JSON({
		"contextKind": "profile",
		"toHandle": "member-60",
		"message": "Shall we talk?"
	})),
		PROBLEM_AWAITING_APPROVAL);
	answer = by_browser(6, list, NULL);
	scratch_expect(answer,
		"{'items.length': 1, 'items.0.status': 'awaiting_approval',"
		" 'items.0.what': '@member-60 gets this message:"
		" \u201cShall we talk?\u201d', 'items.0.clientName': 'Helper',"
		" 'items.0.operation': 'intro_create'}");
	answer = by_browser(6, get, newest(6));
	assert_non_null(
		strstr(scratch_string(&answer, "content"), "Message: Shall we talk?\n"));
	people_expect_rows(0, "intros");
}

TEST_COMMITTED(only_a_request_that_would_succeed_waits)
{
	struct principal app = app_of(6, 306, "registered");

	assert_problem(call_by(&app, introduce, JSON({
		"contextKind": "profile",
		"toHandle": "nobody",
		"message": "Hello"
	})),
		PROBLEM_MEMBER_NOT_FOUND);
	assert_int_equal(waiting_of(6), 1);
}

TEST_COMMITTED(the_session_of_the_member_carries_it_out_once)
{
	struct principal app, own, stranger;
	const char *id;
	struct scratch_answer answer;

	people_add(7);
	people_add(8);
	app = app_of(7, 307, "registered");
	set_approval(7, 307, "each");
	assert_problem(call_by(&app, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	answer = by_browser(7, list, NULL);
	id = scratch_string(&answer, "items.0.id");
	own = browser_of(7);
	stranger = browser_of(8);
	assert_problem(by_browser(8, approve, newest(7)), PROBLEM_APPROVAL_NOT_FOUND);
	assert_problem(by_browser(8, decline, newest(7)), PROBLEM_APPROVAL_NOT_FOUND);
	assert_problem(by_browser(8, get, newest(7)), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(
		carry_out(&stranger, &ask, id, PUBLIC_ASK), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(
		carry_out(&app, &ask, id, PUBLIC_ASK), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(
		carry_out(&own, &ask, id, DRAFT_ASK), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(asks_of(7), 0);
	assert_int_equal(carry_out(&own, &ask, id, PUBLIC_ASK), PROBLEM_NONE);
	assert_int_equal(
		carry_out(&own, &ask, id, PUBLIC_ASK), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(asks_of(7), 1);
	people_expect_rows(1,
		"activity WHERE member_id = '%s' AND operation = 'post_create'"
		" AND client_kind = 'app' AND via = 'tool' AND outward",
		scratch_uuid_text(7));
}

TEST_COMMITTED(a_request_with_a_key_waits_once)
{
	const struct scratch_options key = {.idempotency_key = "request:one"};
	struct principal app;
	struct scratch_answer first, second;

	people_add(9);
	app = app_of(9, 309, "registered");
	set_approval(9, 309, "each");
	first = scratch_call_with(&ask, &app, PUBLIC_ASK, &key);
	second = scratch_call_with(&ask, &app, PUBLIC_ASK, &key);
	assert_problem(first, PROBLEM_AWAITING_APPROVAL);
	assert_problem(second, PROBLEM_AWAITING_APPROVAL);
	assert_int_equal(waiting_of(9), 1);
	assert_problem(scratch_call_with(&ask, &app, JSON({
		"kind": "idea",
		"title": "Another",
		"body": "",
		"publishTo": {"public": true}
	}),
			       &key),
		PROBLEM_IDEMPOTENCY_MISMATCH);
	assert_done(by_browser(9, decline, newest(9)));
	assert_problem(scratch_call_with(&ask, &app, PUBLIC_ASK, &key),
		PROBLEM_APPROVAL_DECLINED);
	assert_int_equal(waiting_of(9), 0);
	assert_int_equal(asks_of(9), 0);
}

TEST_COMMITTED(requests_end_with_their_app_or_token)
{
	struct principal app, token;

	people_add(10);
	app = app_of(10, 310, "registered");
	token = token_of(10, 210);
	set_approval(10, 310, "each");
	scratch_sql("UPDATE credentials SET approval = 'each' WHERE id = '%s'",
		scratch_uuid_text(210));
	assert_problem(call_by(&app, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&token, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	assert_done(by_browser(10, revoke_app,
		scratch_printf("{\"clientId\": \"%s\"}", scratch_id("cli", 310))));
	assert_int_equal(waiting_of(10), 1);
	assert_done(by_browser(10, revoke_token,
		scratch_printf("{\"id\": \"%s\"}", scratch_id("pat", 210))));
	assert_int_equal(waiting_of(10), 0);
}

TEST_COMMITTED(requests_expire)
{
	struct principal app;
	const char *json, *id;
	struct principal own;
	struct scratch_answer answer;

	people_add(11);
	app = app_of(11, 311, "registered");
	set_approval(11, 311, "each");
	assert_problem(call_by(&app, ask, PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	json = newest(11);
	answer = by_browser(11, list, NULL);
	id = scratch_string(&answer, "items.0.id");
	scratch_sql("UPDATE approvals SET expires_at = now() WHERE member_id = '%s'",
		scratch_uuid_text(11));
	own = browser_of(11);
	assert_problem(by_browser(11, approve, json), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(
		carry_out(&own, &ask, id, PUBLIC_ASK), PROBLEM_APPROVAL_NOT_FOUND);
	scratch_expect(by_browser(11, list, NULL), "{'items.length': 0}");
	task_run(sweep_once);
	assert_int_equal(waiting_of(11), 0);
}

TEST_COMMITTED(a_member_has_fifty_that_wait)
{
	struct principal app;

	people_add(12);
	for (unsigned i = 0; i < 3; i++) {
		app = app_of(12, 320 + i, "registered");
		set_approval(12, 320 + i, "each");
		for (int k = 0; k < 26; k++)
			call_by(&app, ask, PUBLIC_ASK);
	}
	assert_int_equal(waiting_of(12), 50);
	people_expect_rows(0, "approvals WHERE client = '%s'", scratch_id("cli", 322));
}

TEST_COMMITTED(a_members_apps_ask_two_hundred_times_a_day)
{
	struct principal app;

	people_add(13);
	app = app_of(13, 330, "registered");
	set_approval(13, 330, "each");
	for (int i = 0; i <= BOUND_APPROVALS_A_DAY; i++) {
		assert_problem(call_by(&app, ask, PUBLIC_ASK),
			i < BOUND_APPROVALS_A_DAY ? PROBLEM_AWAITING_APPROVAL
						  : PROBLEM_RATE_LIMITED);
		scratch_sql("UPDATE approvals SET status = 'declined'");
	}
}
