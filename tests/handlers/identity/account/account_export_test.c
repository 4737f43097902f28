#include "tests/handlers/identity/export_fixture.h"
#include "tests/handlers/identity/totp_fixture.h"

/* Adds members 1 and 2 with records of their own. */
static void
add_two(void)
{
	add_knowing(1);
	people_add(2);
	people_add_org(3, "public");
	people_join(3, 1);
	people_join(3, 2);
	add_credential(20, 1, "session", "first", "1 day");
	add_credential(21, 1, "token", "second", "1 day");
	add_credential(22, 2, "token", "theirs", "1 day");
	scratch_sql("UPDATE credentials SET revoked_at = now() WHERE id = '%s'",
		scratch_uuid_text(20));
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body, tags, target_count)"
		" VALUES ('%s', '%s', 'idea', 'Mine', 'My words', '{a,b}', 1),"
		" ('%s', '%s', 'idea', 'Theirs', 'Their words', '{}', 0)",
		scratch_uuid_text(30), scratch_uuid_text(1), scratch_uuid_text(31),
		scratch_uuid_text(2));
	scratch_sql(
		"INSERT INTO post_targets (post_id, org_id, author_id, kind, created_at)"
		" VALUES ('%s', '%s', '%s', 'idea', now())",
		scratch_uuid_text(30), scratch_uuid_text(3), scratch_uuid_text(1));
}

/* Adds the remaining kinds of records of member 1. */
static void
add_more(void)
{
	scratch_sql("INSERT INTO inbox (id, recipient, kind, subject_type, dedupe) VALUES"
		    " ('%s', '%s', 'account_approved', 'member', '%s')",
		scratch_uuid_text(40), scratch_uuid_text(1), scratch_uuid_text(40));
	scratch_sql("INSERT INTO projects (id, name) VALUES ('%s', 'Loom')",
		scratch_uuid_text(50));
	scratch_sql(
		"INSERT INTO project_members (project_id, member_id, role, title) VALUES"
		" ('%s', '%s', 'lead', 'Weaver')",
		scratch_uuid_text(50), scratch_uuid_text(1));
	scratch_sql("INSERT INTO progress (id, author_id, kind, title, project_id) VALUES"
		    " ('%s', '%s', 'learning', 'Learned it', '%s')",
		scratch_uuid_text(51), scratch_uuid_text(1), scratch_uuid_text(50));
	scratch_sql(
		"INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		" description, location, website, applicant_role, message) VALUES"
		" ('%s', '%s', 'guild', 'Guild', 'club', '', '', '', 'Weaver', 'Please')",
		scratch_uuid_text(53), scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO org_join_requests (id, org_id, member_id, message) VALUES"
		" ('%s', '%s', '%s', 'Let me join')",
		scratch_uuid_text(54), scratch_uuid_text(3), scratch_uuid_text(1));
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, role, hash, to_stranger,"
		" expires_at) VALUES ('%s', '%s', 'MEMBER1@example.org', 'admin',"
		" sha256('i'), false, now())",
		scratch_uuid_text(55), scratch_uuid_text(3));
	scratch_sql("INSERT INTO reports (id, reporter, subject_type, subject_id, reason)"
		    " VALUES ('%s', '%s', 'post', '%s', 'It is rude')",
		scratch_uuid_text(52), scratch_uuid_text(1), scratch_uuid_text(31));
	scratch_sql("INSERT INTO known_addresses (id, member_id, address) VALUES"
		    " ('%s', '%s', '192.0.2.7/32')",
		scratch_uuid_text(56), scratch_uuid_text(1));
}

TEST(holds_everything_of_the_caller_and_nothing_of_others)
{
	struct scratch_answer answer;

	add_two();
	add_more();
	scratch_sql("UPDATE members SET application = 'Let me in'");
	assert_done(confirm_totp(1, code_at(begin_totp(1), 0)));
	answer = export_of(1);
	scratch_expect(answer,
		"{'account.email': 'member1@example.org',"
		" 'account.profile.handle': 'member-1',"
		" 'details.application': 'Let me in', 'details.hasPassword': true}");
	assert_true(json_is_string(scratch_at(&answer, "details.secondFactorSince")));
	scratch_expect(answer,
		"{'credentials.length': 2, 'credentials.0.kind': 'session',"
		" 'credentials.1.name': 'second', 'organizations.0.slug': 'org-3',"
		" 'posts.length': 1, 'posts.0.body': 'My words',"
		" 'posts.0.orgs.0': 'org-3', 'progress.0.title': 'Learned it',"
		" 'progress.0.projectId': '%s', 'projects.0.title': 'Weaver',"
		" 'orgApplications.0.message': 'Please',"
		" 'joinRequests.0.message': 'Let me join',"
		" 'invitations.0.role': 'admin',"
		" 'knownAddresses.0.address': '192.0.2.7/32',"
		" 'reports.0.reason': 'It is rude',"
		" 'notifications.0.kind': 'account_approved',"
		" 'audit.0.action': 'totp.enable'}",
		scratch_id("proj", 50));
	assert_null(strstr(answer.text, "Theirs"));
	assert_null(strstr(answer.text, "theirs"));
	assert_null(strstr(answer.text, "$argon2id$"));
}

TEST(somebody_who_did_nothing_gets_empty_lists)
{
	people_add_as(1, "pending");
	scratch_expect(export_of(1), "{'posts': [], 'details.secondFactorSince': null}");
}

TEST(an_event_that_the_member_cannot_see_any_more_has_no_title)
{
	people_add(1);
	people_add(2);
	people_add_org(3, "unlisted");
	people_join(3, 1);
	people_join(3, 2);
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location,"
		    " join_url, scope, status, published_at) VALUES"
		    " ('%s', '%s', '%s', 'Secret plan', '',"
		    " now() + interval '1 day', now() + interval '2 days', 'UTC',"
		    " 'in_person', '', '', 'org_members', 'published', now())",
		scratch_uuid_text(60), scratch_uuid_text(2), scratch_uuid_text(3));
	scratch_sql("INSERT INTO event_rsvps (event_id, member_id, status, ticket,"
		    " event_starts_at, event_created_at) SELECT id, '%s', 'going', 1,"
		    " starts_at, created_at FROM events",
		scratch_uuid_text(1));
	scratch_expect(export_of(1), "{'rsvps.0.title': 'Secret plan'}");
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(1));
	scratch_expect(export_of(1),
		"{'rsvps.0.title': null, 'rsvps.0.startsAt': null,"
		" 'rsvps.0.status': 'going'}");
}

/* The managers of the organization change the event after its creator has left. */
TEST(an_event_of_an_organization_is_exported_to_members_of_it)
{
	struct scratch_answer answer;

	people_add(1);
	people_add_org(3, "unlisted");
	people_join(3, 1);
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location,"
		    " join_url, scope, status, published_at) VALUES"
		    " ('%s', '%s', '%s', 'Secret plan', '',"
		    " now() + interval '1 day', now() + interval '2 days', 'UTC',"
		    " 'in_person', '', '', 'public', 'published', now())",
		scratch_uuid_text(60), scratch_uuid_text(1), scratch_uuid_text(3));
	scratch_expect(export_of(1), "{'events.0.title': 'Secret plan'}");
	scratch_sql("DELETE FROM org_members");
	answer = export_of(1);
	assert_int_equal(json_array_size(json_object_get(answer.output, "events")), 0);
}

/* The parts form one record, and a reader must be able to tell that it is complete. */
TEST(every_list_comes_once_in_the_order_of_the_record)
{
	struct scratch_answer answer;
	const char *name;
	json_t *value;
	size_t i = 0;

	people_add(1);
	answer = export_of(1);
	json_object_foreach(answer.output, name, value)
	{
		assert_string_equal(name, account_export_record.fields[i++].name);
		assert_non_null(value);
	}
	assert_int_equal(i, account_export_record.count);
}

TEST(an_app_cannot_take_it)
{
	people_add(1);
	assert_problem(
		call_as_app(1, ENTRY(account_export), NULL), PROBLEM_INSUFFICIENT_SCOPE);
}
