#include "tests/handlers/identity/activity/activity_fixture.h"

#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/task_fixture.h"

static const struct op_entry list = {&op_me_activity_list, me_activity_list};
static const struct op_entry ask = {&op_post_create, post_create};
static const struct op_entry entry_create = {&op_progress_create, progress_create};
static const struct op_entry entry_audience = {&op_progress_audience, progress_audience};
static const struct op_entry close_ask = {&op_post_close, post_close};

static struct scratch_answer
listed(unsigned member, const char *json)
{
	const struct principal caller = browser_of(member);

	return scratch_call(&list, &caller, json);
}

TEST_COMMITTED(names_the_client_and_the_record)
{
	struct principal app, token, browser;

	people_add(1);
	browser = browser_of(1);
	token = token_of(1, 201);
	app = app_of(1, 301, "registered");
	assert_done(scratch_call(&ask, &browser, DRAFT_ASK));
	assert_done(scratch_call(&ask, &token, DRAFT_ASK));
	assert_done(scratch_call(&ask, &app, PUBLIC_ASK));
	scratch_expect(listed(1, NULL),
		"{'items.length': 3, 'items.0.clientKind': 'app',"
		" 'items.0.clientName': 'Helper', 'items.0.clientId': '%s',"
		" 'items.0.via': 'tool', 'items.0.operation': 'post_create',"
		" 'items.0.about': 'An ask', 'items.0.outward': true,"
		" 'items.1.clientKind': 'token', 'items.1.clientName': 'Script',"
		" 'items.1.clientId': '%s', 'items.1.outward': false,"
		" 'items.2.clientKind': 'browser', 'items.2.clientId': null,"
		" 'items.2.via': 'page', 'items.2.about': 'A draft'}",
		scratch_id("cli", 301), scratch_id("pat", 201));
}

TEST_COMMITTED(filters_by_client)
{
	scratch_expect(
		listed(1, scratch_printf("{\"client\": \"%s\"}", scratch_id("cli", 301))),
		"{'items.length': 1, 'items.0.clientKind': 'app'}");
	scratch_expect(listed(1, JSON({"client": "browser"})),
		"{'items.length': 1, 'items.0.clientKind': 'browser'}");
	scratch_expect(listed(1, JSON({"client": "cli_unknown"})), "{'items.length': 0}");
}

/* Whatever it asks for. */
TEST_COMMITTED(shows_an_app_only_its_own)
{
	const struct principal app = app_of(1, 301, "registered");
	static const char *const asked[] = {
		NULL, JSON({"client": "browser"}), JSON({"client": "cli_unknown"})};

	for (size_t i = 0; i < COUNT_OF(asked); i++)
		scratch_expect(scratch_call(&list, &app, asked[i]),
			"{'items.length': 1, 'items.0.clientKind': 'app',"
			" 'items.0.clientName': 'Helper'}");
}

TEST_COMMITTED(tells_how_to_undo_and_whether_it_was_done)
{
	struct principal caller;
	struct scratch_answer answer;
	const char *id;

	people_add(2);
	caller = browser_of(2);
	answer = scratch_call(&ask, &caller, PUBLIC_ASK);
	assert_done(answer);
	id = scratch_string(&answer, "id");
	scratch_expect(listed(2, NULL),
		"{'items.length': 1, 'items.0.undo.operation': 'post_close',"
		" 'items.0.undo.method': 'POST', 'items.0.undo.path':"
		" '/v1/posts/%s/close', 'items.0.undo.body': null,"
		" 'items.0.undo.done': false}",
		id);
	assert_done(scratch_call(
		&close_ask, &caller, scratch_printf("{\"id\": \"%s\"}", id)));
	scratch_expect(listed(2, NULL),
		"{'items.length': 2, 'items.0.operation': 'post_close',"
		" 'items.0.undo': null, 'items.1.undo.done': true}");
}

/* Calls an operation on the record `id` with further input. */
static void
change(const struct op_entry *entry, unsigned member, const char *id, const char *more)
{
	const struct principal caller = browser_of(member);

	assert_done(scratch_call(
		entry, &caller, scratch_printf("{\"id\": \"%s\", %s}", id, more)));
}

TEST_COMMITTED(an_undo_belongs_to_the_last_of_equal_changes)
{
	static const char public[] = "\"publishTo\": {\"public\": true}";
	static const char private[] = "\"publishTo\": {\"public\": false}";
	struct scratch_answer answer;
	struct principal caller;
	const char *id;

	people_add(7);
	caller = browser_of(7);
	answer = scratch_call(
		&entry_create, &caller, JSON({"kind": "learning", "title": "An entry"}));
	assert_done(answer);
	id = scratch_string(&answer, "id");
	change(&entry_audience, 7, id, public);
	change(&entry_audience, 7, id, public);
	scratch_expect(listed(7, NULL),
		"{'items.length': 3, 'items.0.undo.done': false, 'items.1.undo': null,"
		" 'items.2.undo.done': false}");
	change(&entry_audience, 7, id, private);
	change(&entry_audience, 7, id, private);
	change(&entry_audience, 7, id, public);
	scratch_expect(listed(7, NULL),
		"{'items.length': 6, 'items.0.undo.done': false, 'items.1.undo': null,"
		" 'items.2.undo': null, 'items.3.undo.done': true, 'items.4.undo': null,"
		" 'items.5.undo.done': false}");
}

TEST_COMMITTED(shows_nobody_elses)
{
	people_add(3);
	scratch_expect(listed(3, NULL), "{'items.length': 0}");
	scratch_expect(
		listed(3, scratch_printf("{\"client\": \"%s\"}", scratch_id("cli", 301))),
		"{'items.length': 0}");
}

TEST_COMMITTED(records_nothing_of_a_refused_write)
{
	struct principal caller = browser_of(3);

	assert_problem(scratch_call(&close_ask, &caller,
			       scratch_printf("{\"id\": \"%s\"}", scratch_id("post", 9))),
		PROBLEM_POST_NOT_FOUND);
	scratch_expect(listed(3, NULL), "{'items.length': 0}");
}

/* Adds rows of a client as if it had written them before. */
static void
add_rows(unsigned member, const char *client, bool outward, int count)
{
	scratch_sql("INSERT INTO activity (id, member_id, at, client_kind, client,"
		    " client_name, via, operation, about, outward) SELECT"
		    " gen_random_uuid(), '%s', now() - interval '1 hour', 'app', '%s',"
		    " '', 'tool', 'post_create', '', %s FROM generate_series(1, %d)",
		scratch_uuid_text(member), client, outward ? "true" : "false", count);
}

/* What is too much is deleted in one of 16 writes. */
TEST_COMMITTED(bounds_each_client_and_its_outward_acts)
{
	struct principal app;

	people_add(4);
	app = app_of(4, 304, "registered");
	add_rows(4, "other", false, 7);
	add_rows(4, scratch_id("cli", 304), true, 20);
	add_rows(4, scratch_id("cli", 304), false, 2000);
	for (int i = 0; i < 200; i++) {
		scratch_sql("DELETE FROM creations"); /* the quota of a day */
		assert_done(scratch_call(&ask, &app, DRAFT_ASK));
	}
	scratch_sql("SELECT 1 / (count(*) BETWEEN 500 AND 700)::integer FROM activity"
		    " WHERE client = '%s' AND NOT outward",
		scratch_id("cli", 304));
	people_expect_rows(
		20, "activity WHERE client = '%s' AND outward", scratch_id("cli", 304));
	people_expect_rows(7, "activity WHERE client = 'other'");
}

TEST_COMMITTED(bounds_a_member_with_many_clients)
{
	struct principal caller;

	people_add(6);
	caller = browser_of(6);
	for (int i = 0; i < 51; i++)
		add_rows(6, scratch_printf("former%d", i), false, 400);
	for (int i = 0; i < 200; i++) {
		scratch_sql("DELETE FROM creations"); /* the quota of a day */
		assert_done(scratch_call(&ask, &caller, DRAFT_ASK));
	}
	scratch_sql("SELECT 1 / (count(*) BETWEEN 20000 AND 20199)::integer"
		    " FROM activity WHERE member_id = '%s'",
		scratch_uuid_text(6));
	people_expect_rows(200,
		"activity WHERE client_kind = 'browser' AND"
		" member_id = '%s'",
		scratch_uuid_text(6));
}

TEST_COMMITTED(forgets_after_90_days)
{
	people_add(5);
	scratch_sql("DELETE FROM activity");
	add_rows(5, "old", false, 2);
	scratch_sql("UPDATE activity SET at = now() - interval '91 days'");
	add_rows(5, "new", false, 1);
	task_run(sweep_once);
	people_expect_rows(1, "activity");
}

TEST_COMMITTED(ends_with_the_account)
{
	add_rows(5, "new", false, 1);
	people_end_account(5);
	people_expect_rows(0, "activity WHERE member_id = '%s'", scratch_uuid_text(5));
}
