/*
 * approval_changed_test.c - an approval holds for what the member has read. These tests
 * commit.
 */
#include "services/events/handlers.h"
#include "services/projects/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/activity/approval_fixture.h"

static const struct op_entry get = {&op_me_approval_get, me_approval_get};

/* The id of the only request of a member that waits. */
static const char *
waiting_id(unsigned member)
{
	struct scratch_answer answer = by_browser(member, ENTRY(me_approval_list), NULL);

	scratch_expect(answer, "{'items.length': 1}");
	return scratch_string(&answer, "items.0.id");
}

/* Whether the page of a request shows this text. */
static bool
shows(unsigned member, const char *id, const char *text)
{
	struct scratch_answer answer = by_browser(member, get, item_json(id));

	assert_done(answer);
	return strstr(scratch_string(&answer, "content"), text) != NULL;
}

/* A draft of a member, with this number. */
static const char *
add_draft(unsigned number, unsigned author)
{
	post_add(number, author, "false");
	return scratch_id("post", number);
}

static const char *
publication_of(const char *post)
{
	return scratch_printf(
		"{\"id\": \"%s\", \"publishTo\": {\"public\": true}}", post);
}

TEST_COMMITTED(a_draft_that_changes_is_shown_again)
{
	const struct op_entry entry = ENTRY(post_audience);
	struct principal app = app_with(1, 301, "each"), own = browser_of(1);
	const char *draft = add_draft(100, 1);
	const char *json = publication_of(draft), *id;

	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(1);
	assert_true(shows(1, id, "Body: Body\n"));
	assert_done(call_by(&app, ENTRY(post_update),
		scratch_printf("{\"id\": \"%s\", \"body\": \"Buy coins\"}", draft)));
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_APPROVAL_CHANGED);
	/* A second click on the same page. */
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_APPROVAL_NOT_FOUND);
	assert_int_equal(asks_of(1), 0);
	id = waiting_id(1);
	assert_true(shows(1, id, "Body: Buy coins\n"));
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_NONE);
	assert_int_equal(asks_of(1), 1);
	people_expect_rows(1, "approvals WHERE status = 'approved' AND content = ''");
}

TEST_COMMITTED(a_copy_is_what_was_shown)
{
	const struct op_entry entry = ENTRY(post_copy);
	struct principal app = app_with(2, 302, "each"), own = browser_of(2);
	const char *draft = add_draft(200, 2);
	const char *json = item_json(draft), *id;

	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(2);
	assert_true(shows(2, id, "Title: Ask 200\n"));
	assert_done(call_by(&app, ENTRY(post_update),
		scratch_printf("{\"id\": \"%s\", \"title\": \"Coins\"}", draft)));
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(0, "posts WHERE author_id = '%s' AND id <> '%s'",
		scratch_uuid_text(2), scratch_uuid_text(200));
	id = waiting_id(2);
	assert_true(shows(2, id, "Title: Coins\n"));
}

TEST_COMMITTED(an_event_that_changes_is_shown_again)
{
	const struct op_entry entry = ENTRY(event_publish);
	struct principal app = app_with(3, 303, "each"), own = browser_of(3);
	struct scratch_answer draft = call_by(&app, ENTRY(event_create), JSON({
		"title": "A meeting",
		"description": "About looms",
		"startsAt": "2027-01-01T10:00:00Z",
		"endsAt": "2027-01-01T11:00:00Z",
		"timezone": "Europe/Berlin",
		"locationKind": "in_person",
		"location": "Hall 1"
	}));
	const char *event, *json, *id;

	assert_done(draft);
	event = scratch_string(&draft, "id");
	json = item_json(event);
	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(3);
	assert_true(shows(3, id, "Description: About looms\n"));
	assert_done(call_by(&app, ENTRY(event_update),
		scratch_printf("{\"id\": \"%s\", \"location\": \"My flat\"}", event)));
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_APPROVAL_CHANGED);
	id = waiting_id(3);
	assert_true(shows(3, id, "Location: My flat\n"));
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_NONE);
	assert_problem(
		call_by(&app, ENTRY(event_update),
			scratch_printf(
				"{\"id\": \"%s\", \"location\": \"Hall 2\"}", event)),
		PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(
		1, "events WHERE location = 'My flat' AND status = 'published'");
}

TEST_COMMITTED(a_draft_that_expires_later_is_shown_again)
{
	const struct op_entry entry = ENTRY(post_audience);
	struct principal app = app_with(4, 304, "each"), own = browser_of(4);
	const char *draft = add_draft(400, 4), *json = publication_of(draft);

	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	assert_done(call_by(&app, ENTRY(post_update),
		scratch_printf("{\"id\": \"%s\","
			       " \"expiresAt\": \"2127-01-01T00:00:00Z\"}",
			draft)));
	assert_int_equal(
		carry_out(&own, &entry, waiting_id(4), json), PROBLEM_APPROVAL_CHANGED);
}

/* Whatever a browser takes for the end of a line. */
TEST_COMMITTED(no_text_looks_like_a_line_of_the_request)
{
	static const char *const breaks[] = {"\\n", "\\r", "\\r\\n", "\\u000b", "\\u000c",
		"\\u0085", "\\u2028", "\\u2029"};
	const struct op_entry entry = ENTRY(post_create);
	struct principal app = app_with(6, 306, "each");

	for (size_t i = 0; i < COUNT_OF(breaks); i++) {
		const struct scratch_answer answer = call_by(&app, entry,
			scratch_printf("{\"kind\": \"idea\", \"title\": \"T\","
				       " \"body\": \"Mine.%sPublish to: public: no\","
				       " \"publishTo\": {\"public\": true}}",
				breaks[i]));

		if (answer.problem == PROBLEM_VALIDATION_FAILED)
			continue; /* a text may not contain it */
		assert_problem(answer, PROBLEM_AWAITING_APPROVAL);
		assert_true(shows(
			6, waiting_id(6), "Body: Mine.\n    Publish to: public: no\n"));
		scratch_sql("DELETE FROM approvals");
	}
}

TEST_COMMITTED(a_message_goes_to_the_member_who_was_shown)
{
	static const char json[] = JSON({
		"contextKind": "profile",
		"toHandle": "member-60",
		"message": "Hello.\nPublish to: public: no"
	});
	const struct op_entry entry = ENTRY(intro_create);
	struct principal app = app_with(5, 305, "each"), own = browser_of(5);
	const char *id;

	people_add(60);
	people_add(61);
	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(5);
	/* A line of a text is indented. */
	assert_true(shows(5, id, "Message: Hello.\n    Publish to: public: no\n"));
	scratch_sql("UPDATE profiles SET handle = 'renamed' WHERE handle = 'member-60'");
	scratch_sql(
		"UPDATE profiles SET handle = 'member-60' WHERE handle = 'member-61'");
	assert_int_equal(carry_out(&own, &entry, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(0, "intros");
}

/* Handles change hands, and names may be the same. */
static void
hand_over(unsigned from, unsigned to)
{
	scratch_sql("UPDATE profiles SET handle = 'former-%u' WHERE member_id = '%s'",
		from, scratch_uuid_text(from));
	scratch_sql("UPDATE profiles SET handle = 'sam' WHERE member_id = '%s'",
		scratch_uuid_text(to));
}

TEST_COMMITTED(a_place_on_a_roster_is_for_the_member_who_was_shown)
{
	const struct op_entry assign = ENTRY(project_assign);
	const struct op_entry remove = ENTRY(project_remove_handle);
	struct principal app = app_with(7, 307, "each"), own = browser_of(7);
	const char *json, *id;

	people_add(70);
	people_add(71);
	scratch_sql("UPDATE members SET name = 'Sam' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(70), scratch_uuid_text(71));
	hand_over(71, 70);
	scratch_sql("INSERT INTO projects (id, name, summary, description, stage,"
		    " visibility, member_count) VALUES ('%s', 'Night Loom', '', '',"
		    " 'idea', 'network', 1)",
		scratch_uuid_text(90));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(90), scratch_uuid_text(7));
	json = scratch_printf(
		JSON({"id": "%s", "handle": "sam"}), scratch_id("proj", 90));

	assert_problem(call_by(&app, assign, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(7);
	assert_true(
		shows(7, id, scratch_printf("Member id: %s\n", scratch_id("usr", 70))));
	hand_over(70, 71);
	assert_int_equal(carry_out(&own, &assign, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(1, "project_members");
	id = waiting_id(7);
	assert_true(
		shows(7, id, scratch_printf("Member id: %s\n", scratch_id("usr", 71))));
	assert_int_equal(carry_out(&own, &assign, id, json), PROBLEM_NONE);

	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'member')",
		scratch_uuid_text(90), scratch_uuid_text(70));
	scratch_sql("UPDATE projects SET member_count = 3");
	assert_problem(call_by(&app, remove, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(7);
	hand_over(71, 70);
	assert_int_equal(carry_out(&own, &remove, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(3, "project_members");
}

TEST_COMMITTED(an_invitation_of_a_team_is_for_the_people_who_were_shown)
{
	const struct op_entry invite = ENTRY(affiliation_invite_team);
	struct principal app = app_with(8, 308, "each"), own = browser_of(8);
	const char *json, *id;

	people_add(75);
	people_add(76);
	people_add_org(80, "public");
	people_join_as(80, 8, "owner");
	scratch_sql("INSERT INTO projects (id, name, member_count)"
		    " VALUES ('%s', 'Day Loom', 1)",
		scratch_uuid_text(91));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(91), scratch_uuid_text(75));
	scratch_sql("INSERT INTO affiliations (id, project_id, org_id, kind, status,"
		    " initiated_by, decided_at)"
		    " VALUES ('%s', '%s', '%s', 'program', 'active', 'org', now())",
		scratch_uuid_text(92), scratch_uuid_text(91), scratch_uuid_text(80));
	json = scratch_printf(JSON({"affiliation": "%s"}), scratch_id("aff", 92));

	assert_problem(call_by(&app, invite, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(8);
	assert_true(shows(8, id,
		scratch_printf("Invited: member-75 (%s)\n", scratch_id("usr", 75))));
	scratch_sql("INSERT INTO project_members (project_id, member_id)"
		    " VALUES ('%s', '%s')",
		scratch_uuid_text(91), scratch_uuid_text(76));
	assert_int_equal(carry_out(&own, &invite, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(0, "org_invitations");
	assert_int_equal(carry_out(&own, &invite, waiting_id(8), json), PROBLEM_NONE);
	people_expect_rows(2, "org_invitations");
}

/* The number of people stays the same. */
TEST_COMMITTED(an_accepted_affiliation_invites_the_people_who_were_shown)
{
	const struct op_entry accept = ENTRY(affiliation_accept);
	struct principal app = app_with(9, 309, "each"), own = browser_of(9);
	const char *json, *id;

	people_add_org(81, "public");
	people_join_as(81, 9, "owner");
	scratch_sql("INSERT INTO affiliations (id, project_id, org_id, kind, status,"
		    " initiated_by, requester_id)"
		    " VALUES ('%s', '%s', '%s', 'program', 'pending', 'project', '%s')",
		scratch_uuid_text(93), scratch_uuid_text(91), scratch_uuid_text(81),
		scratch_uuid_text(75));
	json = scratch_printf(
		JSON({"affiliation": "%s", "inviteTeam": true}), scratch_id("aff", 93));

	assert_problem(call_by(&app, accept, json), PROBLEM_AWAITING_APPROVAL);
	id = waiting_id(9);
	people_add(77);
	scratch_sql("UPDATE project_members SET member_id = '%s' WHERE member_id = '%s'",
		scratch_uuid_text(77), scratch_uuid_text(76));
	assert_int_equal(carry_out(&own, &accept, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(
		0, "org_invitations WHERE org_id = '%s'", scratch_uuid_text(81));
	assert_int_equal(carry_out(&own, &accept, waiting_id(9), json), PROBLEM_NONE);
	people_expect_rows(
		2, "org_invitations WHERE org_id = '%s'", scratch_uuid_text(81));
}
