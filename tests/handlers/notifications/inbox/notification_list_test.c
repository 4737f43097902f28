#include "proto/notices.h"
#include "tests/handlers/notifications/inbox_fixture.h"

static struct scratch_answer
list(unsigned member, const char *json)
{
	return inbox_call(member, ENTRY(notification_list), json);
}

static void
expect(unsigned member, const char *json, const char *titles)
{
	struct scratch_answer answer = list(member, json);

	assert_string_equal(
		scratch_numbers(&answer, "title", "Member 2 joined "), titles);
}

TEST(shows_what_happened_to_whom_and_where_to_read_it)
{
	struct scratch_answer answer;

	people_add_all(2);
	people_add_org(30, "unlisted");
	inbox_add(100, 1, "org_joined", "org", 30);
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.0.id': '%s', 'items.0.kind': 'org_joined',"
		" 'items.0.title': '%s', 'items.0.body': '%s',"
		" 'items.0.actor.userId': '%s', 'items.0.actor.handle': 'member-2',"
		" 'items.0.subject.type': 'org', 'items.0.subject.id': '%s',"
		" 'items.0.subject.slug': 'org-30'}",
		scratch_id("ntf", 100),
		scratch_printf(
			"Member 2 joined %s", scratch_value("SELECT name FROM orgs")),
		notice_infos[NOTICE_ORG_JOINED].body, scratch_id("usr", 2),
		scratch_id("org", 30));
	assert_non_null(
		strstr(scratch_string(&answer, "items.0.url"), "/v1/orgs/org-30"));
	assert_true(json_is_null(scratch_at(&answer, "items.0.readAt")));
}

TEST(lists_only_the_callers_own_newest_first_page_by_page)
{
	struct scratch_answer answer;

	people_add_all(3);
	for (unsigned org = 31; org <= 34; org++) {
		people_add_org(org, "public");
		scratch_sql(
			"UPDATE orgs SET name = '%u' WHERE slug = 'org-%u'", org, org);
		inbox_add(100 + org, org == 33 ? 3 : 1, "org_joined", "org", org);
	}
	expect(1, NULL, "34 32 31 ");
	expect(3, NULL, "33 ");
	answer = list(1, JSON({"limit": 2}));
	assert_string_equal(
		scratch_numbers(&answer, "title", "Member 2 joined "), "34 32 ");
	expect(1,
		scratch_printf(JSON({"limit": 2, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")),
		"31 ");
	scratch_sql("UPDATE inbox SET read_at = now() WHERE id = '%s'",
		scratch_uuid_text(132));
	expect(1, JSON({"unread": true}), "34 31 ");
	expect(1, JSON({"unread": false}), "34 32 31 ");
}

/* An ask of another member, a private project, an application of another member, a
 * suspended actor. */
TEST(says_nothing_of_what_the_caller_may_no_longer_see)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_as(2, "suspended");
	scratch_sql("INSERT INTO projects (id, name, visibility) VALUES"
		    " ('%s', 'Secret plan', 'private')",
		scratch_uuid_text(40));
	inbox_add(103, 1, "project_removed", "project", 40);
	inbox_add(102, 1, "org_joined", "org", 41);
	inbox_add(101, 1, "member_pending", "member", 2);
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.0.title': 'You were removed from a project',"
		" 'items.1.title': 'A member joined an organization',"
		" 'items.2.title': 'A member is waiting for approval'}");
	for (int i = 0; i < 3; i++) {
		static const char *const hidden[] = {"subject", "url", "actor"};

		for (size_t j = 0; j < COUNT_OF(hidden); j++)
			assert_true(json_is_null(scratch_at(
				&answer, scratch_printf("items.%d.%s", i, hidden[j]))));
	}
	scratch_sql(
		"INSERT INTO project_members (project_id, member_id) VALUES ('%s', '%s')",
		scratch_uuid_text(40), scratch_uuid_text(1));
	answer = list(1, NULL);
	scratch_expect(answer, "{'items.0.title': 'You were removed from Secret plan'}");
}

TEST(says_when_and_where_a_changed_event_takes_place)
{
	struct scratch_answer answer;

	people_add_all(2);
	scratch_sql("INSERT INTO events (id, host_id, title, description, starts_at,"
		    " ends_at, timezone, location_kind, location, join_url, scope,"
		    " status, published_at) VALUES ('%s', '%s', 'Dinner', '',"
		    " '2031-05-01 12:30Z', '2031-05-01 14:00Z', 'Europe/Berlin',"
		    " 'virtual', '', '', 'public', 'published', now())",
		scratch_uuid_text(70), scratch_uuid_text(2));
	inbox_add(102, 1, "event_updated", "event", 70);
	inbox_add(101, 1, "event_cancelled", "event", 70);
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.0.body': 'Open the event to see the changes."
		" The start is 1 May 2031, 12:30 UTC.',"
		" 'items.1.body': 'The event will not take place."
		" The start was 1 May 2031, 12:30 UTC.'}");

	scratch_sql("UPDATE events SET location_kind = 'in_person',"
		    " location = '12 Harbour Street.'");
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.0.body': 'Open the event to see the changes."
		" The start is 1 May 2031, 12:30 UTC. The place is 12 Harbour Street.',"
		" 'items.1.body': 'The event will not take place."
		" The start was 1 May 2031, 12:30 UTC.'}");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	answer = list(1, NULL);
	scratch_expect(answer, "{'items.0.body': 'Open the event to see the changes.'}");
}

/* Adds what members wrote: an application for an organization, and one for an account. */
static void
add_written(void)
{
	people_add_all(2);
	people_add_org(30, "public");
	scratch_sql("UPDATE members SET application = 'I weave.' WHERE id = '%s'",
		scratch_uuid_text(2));
	scratch_sql("UPDATE profiles SET headline = 'Weaver' WHERE member_id = '%s'",
		scratch_uuid_text(2));
	scratch_sql("INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		    " description, location, website, applicant_role, message)"
		    " VALUES ('%s', '%s', 'app', 'App', 'club', 'About', '', '', 'Chair',"
		    " 'Please')",
		scratch_uuid_text(50), scratch_uuid_text(2));
	scratch_sql("INSERT INTO org_join_requests (id, org_id, member_id, message)"
		    " VALUES ('%s', '%s', '%s', 'Let me in')",
		scratch_uuid_text(60), scratch_uuid_text(30), scratch_uuid_text(2));
	inbox_add(103, 1, "join_request_received", "org", 30);
	inbox_add(102, 1, "org_application_received", "org_application", 50);
	inbox_add(101, 1, "member_pending", "member", 2);
}

TEST(quotes_what_a_person_wrote_to_those_who_decide)
{
	struct scratch_answer answer;

	add_written();
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.0.detail': null, 'items.1.detail': null,"
		" 'items.2.detail': null}");
	people_join_as(30, 1, "admin");
	people_admin = 1;
	answer = list(1, NULL);
	people_admin = 0;
	assert_string_equal(
		scratch_string(&answer, "items.0.detail"), "Weaver\nLet me in");
	assert_string_equal(scratch_string(&answer, "items.1.detail"), "About\nPlease");
	assert_string_equal(scratch_string(&answer, "items.2.detail"), "I weave.");
	assert_non_null(strstr(
		scratch_string(&answer, "items.0.pageUrl"), "/orgs/org-30/requests"));
	assert_non_null(strstr(scratch_string(&answer, "items.1.pageUrl"), "/admin"));
}

TEST(tells_the_reason_of_a_refusal_to_the_applicant_alone)
{
	add_written();
	scratch_sql("UPDATE org_applications SET status = 'declined', decided_at = now(),"
		    " reason = 'Too small'");
	scratch_sql("DELETE FROM inbox");
	inbox_add(101, 1, "org_application_declined", "org_application", 50);
	inbox_add(102, 2, "org_application_declined", "org_application", 50);
	scratch_expect(list(1, NULL), "{'items.0.detail': null}");
	scratch_expect(list(2, NULL), "{'items.0.detail': 'Too small'}");
}

TEST(tells_why_an_event_is_cancelled_to_those_who_could_see_it)
{
	people_add_all(3);
	people_add_org(30, "public");
	people_join_as(30, 1, "member");
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location, join_url,"
		    " scope, status, published_at, cancel_reason)"
		    " VALUES ('%s', '%s', '%s', 'Lunch', '', now(), now() + '1 hour',"
		    " 'UTC', 'in_person', '', '', 'org_members', 'cancelled', now(),"
		    " 'Snow')",
		scratch_uuid_text(50), scratch_uuid_text(2), scratch_uuid_text(30));
	inbox_add(101, 1, "event_cancelled", "event", 50);
	inbox_add(102, 3, "event_cancelled", "event", 50);
	scratch_expect(list(1, NULL), "{'items.0.detail': 'Snow'}");
	scratch_expect(list(3, NULL), "{'items.0.detail': null}");
}

TEST(names_the_new_role_while_the_reader_has_one)
{
	people_add_all(2);
	people_add_org(30, "public");
	inbox_add(101, 1, "org_role_changed", "org", 30);
	scratch_expect(list(1, NULL),
		"{'items.0.body': 'Member 2 changed it to another role.'}");
	people_join_as(30, 1, "admin");
	scratch_expect(
		list(1, NULL), "{'items.0.body': 'Member 2 changed it to admin.'}");
}

TEST(has_words_for_every_kind)
{
	struct scratch_answer answer;

	people_add_all(2);
	for (unsigned kind = NOTICE_NONE + 1; kind < NOTICE_COUNT; kind++)
		inbox_add(100 + kind, 1, notice_infos[kind].kind,
			subject_infos[notice_infos[kind].subject].name, 99);
	answer = list(1, JSON({"limit": 100}));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), NOTICE_COUNT - 1);
	for (unsigned i = 0; i < NOTICE_COUNT - 1; i++) {
		const char *title =
			scratch_string(&answer, scratch_printf("items.%u.title", i));
		const char *body =
			scratch_string(&answer, scratch_printf("items.%u.body", i));

		assert_null(strpbrk(title, "{}"));
		assert_null(strpbrk(body, "{}"));
		assert_true(strlen(title) > 5 && strlen(body) > 5);
	}
}

/* A notice shows of a project what its reader may see now. */
TEST(names_projects_and_affiliations_to_those_who_may_know_them)
{
	struct scratch_answer answer;

	people_add_all(3);
	people_add_org(30, "public");
	people_join_as(30, 3, "owner");
	scratch_sql("INSERT INTO projects (id, name, visibility)"
		    " VALUES ('%s', 'Quiet', 'private')",
		scratch_uuid_text(40));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(40), scratch_uuid_text(2));
	scratch_sql(
		"INSERT INTO affiliations (id, project_id, org_id, kind, initiated_by,"
		" requester_id) VALUES ('%s', '%s', '%s', 'program', 'project', '%s')",
		scratch_uuid_text(50), scratch_uuid_text(40), scratch_uuid_text(30),
		scratch_uuid_text(2));
	for (unsigned member = 1; member <= 3; member++) {
		inbox_add(100 + member, member, "project_removed", "project", 40);
		inbox_add(
			200 + member, member, "affiliation_requested", "affiliation", 50);
	}
	answer = list(1, NULL);
	scratch_expect(answer,
		"{'items.1.title': 'You were removed from a project',"
		" 'items.1.subject': null}");
	assert_null(strstr(answer.text, "Quiet"));
	for (unsigned member = 2; member <= 3; member++) {
		answer = list(member, NULL);
		scratch_expect(
			answer, "{'items.1.title': 'You were removed from Quiet'}");
		assert_non_null(strstr(scratch_string(&answer, "items.0.title"),
			"requests an affiliation: Quiet and Org 30"));
		assert_non_null(strstr(scratch_string(&answer, "items.0.url"),
			scratch_printf(
				"/v1/project-affiliations/%s", scratch_id("aff", 50))));
	}
	scratch_sql("UPDATE affiliations SET status = 'declined', decided_at = now()");
	answer = list(3, NULL);
	assert_null(strstr(answer.text, "Quiet"));
}
