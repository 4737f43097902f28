#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_get, affiliation_get};

TEST(shows_everybody_their_side)
{
	static const struct {
		unsigned caller;
		const char *side; /* NULL = no affiliation party, and no terms */
	} table[] = {
		{LEAD, "team"},
		{TEAM_MEMBER, NULL},
		{OWNER, "org"},
		{ORG_ADMIN, "org"},
		{ORG_MEMBER, NULL},
		{STRANGER, NULL},
		{PLATFORM_ADMIN, NULL},
		{20, "both"},
	};

	affiliation_world("network", "active", "project");
	people_add(20);
	project_put(PROJECT, 20, "lead");
	people_join_as(ORG, 20, "admin");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct scratch_answer answer = people_call(
			&entry, table[i].caller, "%s", affiliation_id_json(AFFILIATION));

		assert_done(answer);
		if (table[i].side != NULL) {
			scratch_expect(answer,
				"{'viewerSide': '%s', 'terms': 'Secret terms',"
				" 'termsUpdatedAt': '2026-01-01T00:01:10.000Z'}",
				table[i].side);
			continue;
		}
		scratch_expect(answer,
			"{'viewerSide': null, 'terms': null, 'termsUpdatedAt': null}");
		assert_null(strstr(answer.text, "Secret"));
	}
}

TEST(shows_the_message_to_the_parties)
{
	static const bool shown[PERSON_END] = {
		[LEAD] = true, [TEAM_MEMBER] = true, [OWNER] = true, [ORG_ADMIN] = true};
	static const unsigned callers[] = {LEAD, TEAM_MEMBER, OWNER, ORG_ADMIN,
		ORG_MEMBER, STRANGER, PLATFORM_ADMIN};

	affiliation_world("network", "declined", "project");
	scratch_sql("UPDATE affiliations SET message = 'Our raise'");
	for (size_t i = 0; i < COUNT_OF(callers); i++) {
		scratch_expect(people_call(&entry, callers[i], "%s",
				       affiliation_id_json(AFFILIATION)),
			"{'message': '%s'}", shown[callers[i]] ? "Our raise" : "");
	}
}

/* An affiliation of a private project: its roster and the organization's owners and
 * admins always see it. */
TEST(hides_those_of_private_projects_from_the_organizations_other_members)
{
	static const char *const states[] = {"pending", "declined", "cancelled", "ended"};
	static const enum problem expected[PERSON_END] = {
		[ORG_MEMBER] = PROBLEM_AFFILIATION_NOT_FOUND,
		[STRANGER] = PROBLEM_AFFILIATION_NOT_FOUND};

	project_world("private");
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		scratch_sql("SAVEPOINT state");
		project_affiliate(AFFILIATION, PROJECT, ORG, states[i], "project");
		people_expect(
			&entry, affiliation_id_json(AFFILIATION), expected, PERSON_END);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

/* The organization has not agreed, or does not any more. */
TEST(tells_others_of_an_unlisted_organization_only_while_it_is_affiliated)
{
	static const struct op_entry list = {
		&op_project_affiliation_list, project_affiliation_list};
	static const char *const states[] = {"pending", "declined", "cancelled", "ended"};
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_AFFILIATION_NOT_FOUND};
	const char *json =
		scratch_printf(JSON({"project": "%s"}), scratch_id("proj", PROJECT));

	affiliation_world("network", "active", "project");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_done(
		people_call(&entry, STRANGER, "%s", affiliation_id_json(AFFILIATION)));
	scratch_expect(
		people_call(&list, STRANGER, "%s", json), "{'items.0.viewerSide': null}");
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		scratch_sql("DELETE FROM affiliations");
		project_affiliate(AFFILIATION, PROJECT, ORG, states[i], "project");
		people_expect(
			&entry, affiliation_id_json(AFFILIATION), expected, PERSON_END);
		scratch_expect(
			people_call(&list, STRANGER, "%s", json), "{'items.length': 0}");
		scratch_expect(people_call(&list, TEAM_MEMBER, "%s", json),
			"{'items.0.status': '%s'}", states[i]);
	}
}

/* The organization's other members see an active affiliation and no more, because the
 * messages of the request may name the project's people. */
TEST(tells_the_organizations_other_members_nothing_of_a_private_project)
{
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_AFFILIATION_NOT_FOUND,
	};
	struct scratch_answer answer;

	affiliation_world("private", "active", "project");
	scratch_sql("UPDATE projects SET summary = 'Summary of 50', stage = 'launched';"
		    " UPDATE affiliations SET message = 'Project 50 by Member 1'");
	people_expect(&entry, affiliation_id_json(AFFILIATION), expected, PERSON_END);
	answer = people_call(&entry, ORG_MEMBER, "%s", affiliation_id_json(AFFILIATION));
	scratch_expect(answer,
		"{'status': 'active', 'project.name': 'A private project',"
		" 'message': '', 'requester': null, 'terms': null}");
	assert_null(strstr(answer.text, "of 50"));
	assert_null(strstr(answer.text, "launched"));
	assert_null(strstr(answer.text, "Member 1"));
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'message': 'Project 50 by Member 1', 'requester.name': 'Member 1'}");
	project_put(PROJECT, ORG_MEMBER, "member");
	scratch_expect(
		people_call(&entry, ORG_MEMBER, "%s", affiliation_id_json(AFFILIATION)),
		"{'project.name': 'Project 50', 'requester.name': 'Member 1'}");
}

/* After the end, the organization sees only the id of a private project. */
TEST(tells_nothing_of_a_private_project_when_it_is_over)
{
	affiliation_world("private", "ended", "project");
	scratch_sql("UPDATE projects SET summary = 'Summary of 50', stage = 'launched'");
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'project.id': '%s', 'project.name': 'A private project',"
		" 'project.summary': '', 'project.stage': 'idea',"
		" 'project.memberCount': 0, 'terms': 'Secret terms'}",
		scratch_id("proj", PROJECT));
	scratch_expect(people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION)),
		"{'project.name': 'Project 50'}");
	scratch_sql("UPDATE projects SET visibility = 'network'");
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'project.name': 'Project 50'}");
}

TEST(names_those_who_would_be_invited_while_it_is_pending)
{
	affiliation_world("network", "pending", "project");
	project_put(PROJECT, ORG_MEMBER, "member"); /* is in the organization already */
	people_add_as(20, "suspended");
	project_put(PROJECT, 20, "member");
	people_add(21); /* is invited already */
	project_put(PROJECT, 21, "member");
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, role, hash, invited_by,"
		" to_stranger, expires_at) VALUES (gen_random_uuid(), '%s',"
		" 'MEMBER21@example.org', 'member', sha256('x'), '%s', false,"
		" now() + interval '1 day')",
		scratch_uuid_text(ORG), scratch_uuid_text(OWNER));
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'joiningMembers.length': 2, 'joiningMembers.0.handle': 'member-1',"
		" 'joiningMembers.1.handle': 'member-2'}");
	scratch_expect(people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION)),
		"{'joiningMembers': null}");
	scratch_sql("UPDATE affiliations SET status = 'active', decided_at = now()");
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'joiningMembers': null}");
}

TEST(forgets_a_requester_who_is_suspended)
{
	affiliation_world("network", "active", "org");
	scratch_expect(people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION)),
		"{'requester.name': 'Member 3'}");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	scratch_expect(people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION)),
		"{'requester': null}");
}

/* The message of a pending request is what a suspended member wrote. */
TEST(hides_the_request_of_a_suspended_member)
{
	affiliation_world("network", "pending", "project");
	scratch_sql("UPDATE affiliations SET message = 'Look here'");
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'message': 'Look here', 'project.name': 'Project 50'}");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(LEAD));
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'message': '', 'project.name': 'A private project',"
		" 'requester': null, 'joiningMembers': null}");
}

TEST(hides_the_message_of_a_deleted_account)
{
	affiliation_world("network", "active", "project");
	scratch_sql("UPDATE affiliations SET message = 'Look here', requester_id = NULL");
	scratch_expect(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"{'message': '', 'requester': null}");
}

TEST(finds_nothing_under_other_ids)
{
	affiliation_world("network", "active", "org");
	project_expect_all(
		&entry, affiliation_id_json(71), PROBLEM_AFFILIATION_NOT_FOUND);
	project_expect_all(&entry,
		scratch_printf(
			JSON({"affiliation": "%s"}), scratch_id("proj", AFFILIATION)),
		PROBLEM_AFFILIATION_NOT_FOUND);
}
