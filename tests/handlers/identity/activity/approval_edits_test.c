/*
 * approval_edits_test.c - what others already see. These tests commit.
 */
#include "services/events/handlers.h"
#include "services/orgs/handlers.h"
#include "services/projects/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/activity/approval_fixture.h"

static const struct op_entry edit = {&op_post_update, post_update};

static const char *
input_of(const char *prefix, unsigned number, const char *rest)
{
	return scratch_printf("{\"id\": \"%s\", %s}", scratch_id(prefix, number), rest);
}

TEST_COMMITTED(an_edit_of_a_published_ask_waits)
{
	struct principal app = app_with(1, 301, "each");

	people_add_org(50, "public");
	people_join(50, 1);
	post_add(100, 1, "false");
	assert_done(call_by(&app, edit, input_of("post", 100, "\"title\": \"One\"")));
	scratch_sql("UPDATE posts SET is_public = true");
	assert_problem(call_by(&app, edit, input_of("post", 100, "\"title\": \"Two\"")),
		PROBLEM_AWAITING_APPROVAL);
	scratch_sql("UPDATE posts SET is_public = false");
	post_publish_to(100, 50);
	assert_problem(call_by(&app, edit, input_of("post", 100, "\"title\": \"Two\"")),
		PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(1, "posts WHERE title = 'One'");
}

TEST_COMMITTED(an_edit_does_not_count_as_an_outward_act)
{
	struct principal app = app_with(2, 302, "above");

	post_add(200, 2, "true");
	for (int i = 0; i < 12; i++)
		assert_done(
			call_by(&app, edit, input_of("post", 200, "\"title\": \"One\"")));
	for (int i = 0; i < 5; i++)
		assert_done(call_by(&app, ENTRY(post_create), PUBLIC_ASK));
	assert_done(call_by(&app, edit, input_of("post", 200, "\"title\": \"Two\"")));
	assert_problem(
		call_by(&app, ENTRY(post_create), PUBLIC_ASK), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(1, "act_counts WHERE cardinality(recent) = 5");
}

/* A team or an organization sees a private project as well. */
TEST_COMMITTED(each_change_of_a_project_waits)
{
	struct principal app = app_with(3, 303, "above");
	struct scratch_answer made = call_by(&app, ENTRY(project_create),
		JSON({"name": "Loom", "visibility": "private"}));
	const char *id;

	assert_done(made);
	id = scratch_string(&made, "id");
	set_approval(3, 303, "each");
	assert_problem(call_by(&app, ENTRY(project_update),
			       scratch_printf("{\"id\": \"%s\","
					      " \"summary\": \"Wool\"}",
				       id)),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&app, ENTRY(project_create),
			       JSON({"name": "Mill", "visibility": "private"})),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&app, ENTRY(project_delete), item_json(id)),
		PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(1, "projects WHERE summary = ''");
}

TEST_COMMITTED(an_entry_of_a_project_waits)
{
	struct principal app = app_with(6, 306, "above");
	struct scratch_answer made = call_by(&app, ENTRY(project_create),
		JSON({"name": "Loom", "visibility": "private"}));
	const char *json;

	assert_done(made);
	json = scratch_printf("{\"kind\": \"learning\", \"title\": \"Wool\","
			      " \"projectId\": \"%s\"}",
		scratch_string(&made, "id"));
	assert_done(call_by(&app, ENTRY(progress_create), json));
	set_approval(6, 306, "each");
	assert_problem(
		call_by(&app, ENTRY(progress_create), json), PROBLEM_AWAITING_APPROVAL);
	assert_done(call_by(&app, ENTRY(progress_create),
		JSON({"kind": "learning", "title": "A note of my own"})));
	people_expect_rows(2, "progress");
}

static struct scratch_answer
make_draft(const struct principal *app, const char *more)
{
	return call_by(app, ENTRY(event_create),
		scratch_printf("{\"title\": \"Looms\","
			       " \"startsAt\": \"2099-03-01T10:00:00Z\","
			       " \"endsAt\": \"2099-03-01T11:00:00Z\"%s}",
			more));
}

/* The other admins of the organization see the draft. */
TEST_COMMITTED(a_draft_of_an_organizations_event_waits)
{
	struct principal app = app_with(7, 307, "each");

	people_add_org(70, "public");
	people_join_as(70, 7, "owner");
	assert_done(make_draft(&app, ""));
	assert_problem(
		make_draft(&app, ", \"orgSlug\": \"org-70\""), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(1, "events");
}

/* The administrator does not see the organization, but its admins see the draft. */
TEST_COMMITTED(a_draft_of_another_host_waits)
{
	struct principal app = app_with(8, 308, "each");
	struct scratch_answer draft;
	const char *json;

	people_add_org(80, "unlisted");
	people_add(81);
	people_join_as(80, 81, "owner");
	draft = by_browser(81, ENTRY(event_create), JSON({
		"title": "Looms",
		"startsAt": "2099-03-01T10:00:00Z",
		"endsAt": "2099-03-01T11:00:00Z",
		"orgSlug": "org-80"
	}));
	assert_done(draft);
	json = scratch_printf("{\"id\": \"%s\", \"location\": \"My flat\"}",
		scratch_string(&draft, "id"));
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(8));
	scratch_sql("UPDATE credentials SET scopes = 63 WHERE kind = 'oauth'");
	app.admin = true;
	app.scopes |= SCOPE_ADMIN;
	assert_problem(
		call_by(&app, ENTRY(event_update), json), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(0, "events WHERE location = 'My flat'");
}

TEST_COMMITTED(profiles_requests_and_reports_wait)
{
	struct principal app = app_with(4, 304, "each");

	people_add_org(40, "public");
	people_add(41);
	assert_problem(call_by(&app, ENTRY(me_update), JSON({"headline": "Buy coins"})),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&app, ENTRY(org_join),
			       JSON({"slug": "org-40", "message": "Buy coins"})),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&app, ENTRY(report_create),
			       scratch_printf("{\"subjectType\": \"member\","
					      " \"subjectId\": \"%s\","
					      " \"reason\": \"Buy coins\"}",
				       scratch_id("usr", 41))),
		PROBLEM_AWAITING_APPROVAL);
	assert_problem(call_by(&app, ENTRY(account_update), JSON({"name": "Your bank"})),
		PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(0, "org_members WHERE org_id = '%s'", scratch_uuid_text(40));
	people_expect_rows(0, "org_join_requests");
	people_expect_rows(0, "reports");
	assert_int_equal(waiting_of(4), 4);
}

TEST_COMMITTED(an_image_from_an_address_waits_before_it_is_fetched)
{
	const struct op_entry from_url = ENTRY(post_photo_set_from_url);
	const struct op_entry upload = ENTRY(post_photo_set);
	const char *json;
	struct principal app = app_with(5, 305, "each");

	post_add(500, 5, "false");
	json = input_of("post", 500, "\"url\": \"https://example.org/a.png\"");
	assert_int_equal(try_out(&app, &from_url, json), PROBLEM_NONE);
	assert_int_equal(waiting_of(5), 0);
	scratch_sql("UPDATE posts SET is_public = true");
	assert_int_equal(try_out(&app, &from_url, json), PROBLEM_AWAITING_APPROVAL);
	assert_int_equal(waiting_of(5), 1);
	assert_int_equal(try_out(&app, &upload, item_json(scratch_id("post", 500))),
		PROBLEM_APPROVAL_UNAVAILABLE);
	assert_int_equal(waiting_of(5), 1);
}
