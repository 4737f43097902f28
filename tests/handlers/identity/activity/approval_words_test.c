/*
 * approval_words_test.c - a request that waits names whom and what it is about. These
 * tests commit.
 */
#include "common/secret/secret.h"
#include "services/orgs/handlers.h"
#include "services/projects/handlers.h"
#include "tests/handlers/identity/activity/approval_fixture.h"

#define OWNER 1
#define OTHER 2

static struct principal
owners_app(void)
{
	static struct principal app;

	if (app.membership != MEMBERSHIP_NONE)
		return app;
	people_add_all(OTHER);
	people_add_org(70, "public");
	people_join_as(70, OWNER, "owner");
	app = app_of(OWNER, 301, "registered");
	set_approval(OWNER, 301, "each");
	return app;
}

static const char *
latest(const char *column)
{
	return scratch_value("SELECT %s FROM approvals ORDER BY created_at DESC, id DESC"
			     " LIMIT 1",
		column);
}

static void
expect_words(struct op_entry entry, const char *json, const char *words)
{
	struct principal app = owners_app();

	assert_problem(call_by(&app, entry, json), PROBLEM_AWAITING_APPROVAL);
	assert_string_equal(latest("words"), words);
}

TEST_COMMITTED(answers_to_a_request_to_join_tell_them_apart)
{
	const char *one;

	owners_app();
	scratch_sql("INSERT INTO org_join_requests (id, org_id, member_id, message)"
		    " VALUES ('%s', '%s', '%s', 'I weave.')",
		scratch_uuid_text(80), scratch_uuid_text(70), scratch_uuid_text(OTHER));
	one = scratch_printf(
		JSON({"slug": "org-70", "id": "%s"}), scratch_id("jreq", 80));
	expect_words(ENTRY(org_join_request_approve), one,
		"Member 2 (@member-2) becomes a member of org-70 and is told.");
	assert_non_null(strstr(latest("content"), "Message: I weave.\n"));
	expect_words(ENTRY(org_join_request_decline), one,
		"Member 2 (@member-2) is told that the request to join org-70 is "
		"declined.");
	expect_words(ENTRY(org_join_request_respond),
		scratch_printf(
			JSON({"slug": "org-70", "id": "%s", "decision": "approve"}),
			scratch_id("jreq", 80)),
		"Member 2 (@member-2) gets your answer to the request to join org-70: "
		"approve.");
}

TEST_COMMITTED(an_invitation_names_the_organization_and_hides_its_secret)
{
	static const struct op_entry get = {&op_org_get, org_get};
	uint8_t hash[HASH_SIZE];

	run_register(&get, 1);
	owners_app();
	people_add_org(71, "public");
	people_join_as(71, OTHER, "owner");
	secret_hash("go", 2, hash);
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, role, hash, invited_by,"
		" to_stranger, expires_at) VALUES ('%s', '%s', 'member1@example.org',"
		" 'member', '\\x%s', '%s', false, now() + interval '1 day')",
		scratch_uuid_text(81), scratch_uuid_text(71),
		hex_encode(scratch_arena(), hash, HASH_SIZE), scratch_uuid_text(OTHER));
	expect_words(ENTRY(org_invitation_accept), "{\"token\": \"go\"}",
		"You join the organization Org 71 as member.");
	assert_string_equal(latest("content"), "Name: Org 71\nSlug: org-71\n");
}

TEST_COMMITTED(removals_and_deletions_name_what_goes)
{
	people_expect_rows(2, "members");
	people_join_as(70, OTHER, "member");
	expect_words(ENTRY(org_member_remove),
		scratch_printf(JSON({"slug": "org-70", "userId": "%s"}),
			scratch_id("usr", OTHER)),
		"Member 2 (@member-2) is removed from org-70 and is told.");
	scratch_sql("INSERT INTO projects (id, name, summary, description, stage,"
		    " visibility, member_count) VALUES ('%s', 'Night Loom', '', '',"
		    " 'idea', 'private', 2)",
		scratch_uuid_text(90));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead'), ('%s', '%s', 'member')",
		scratch_uuid_text(90), scratch_uuid_text(OWNER), scratch_uuid_text(90),
		scratch_uuid_text(OTHER));
	expect_words(ENTRY(project_remove),
		scratch_printf(JSON({"id": "%s", "userId": "%s"}), scratch_id("proj", 90),
			scratch_id("usr", OTHER)),
		"Member 2 (@member-2) of Night Loom is removed from the project and is "
		"told.");
	expect_words(ENTRY(project_delete), item_json(scratch_id("proj", 90)),
		"The project Night Loom is deleted.");
	people_expect_rows(1, "projects");
}

/* The letter a of the first address is Cyrillic. */
TEST_COMMITTED(addresses_are_shown_as_they_are_stored)
{
	expect_words(ENTRY(org_invitation_create_many), JSON({
		"slug": "org-70",
		"emails": ["ben@l\u0430b.example", "eve@lab.example"]
	}),
		"ben@xn--lb-7kc.example, eve@lab.example get an invitation to org-70.");
	assert_non_null(strstr(
		latest("content"), "Emails: ben@xn--lb-7kc.example, eve@lab.example\n"));
	expect_words(ENTRY(org_invitation_create),
		JSON({"slug": "org-70", "email": "ben@l\u0430b.example"}),
		"ben@xn--lb-7kc.example gets an invitation to org-70.");
	assert_non_null(strstr(latest("content"), "Email: ben@xn--lb-7kc.example\n"));
	expect_words(ENTRY(me_update),
		JSON({"links": {"home": "https://l\u0430b.example/"}}),
		"Other members will see your changed profile.");
	assert_non_null(strstr(latest("content"), "https://xn--lb-7kc.example/"));
}

/* The inviter may renew the invitation with another role while the request waits. */
TEST_COMMITTED(an_invitation_is_accepted_with_the_role_that_was_shown)
{
	const struct op_entry accept = ENTRY(me_org_invitation_accept);
	const char *json = scratch_printf(JSON({"id": "%s"}), scratch_id("oinv", 83)),
		   *id;
	struct principal own = browser_of(OWNER);

	owners_app();
	people_add_org(73, "public");
	people_join_as(73, OTHER, "owner");
	scratch_sql("INSERT INTO org_invitations (id, org_id, email, role, hash,"
		    " invited_by, to_stranger, expires_at) VALUES ('%s', '%s',"
		    " 'member1@example.org', 'member', sha256('y'), '%s', false,"
		    " now() + interval '1 day')",
		scratch_uuid_text(83), scratch_uuid_text(73), scratch_uuid_text(OTHER));
	expect_words(accept, json, "You join the organization Org 73 as member.");
	id = latest("wire_id('apr', id)");
	scratch_sql("UPDATE org_invitations SET role = 'admin'");
	assert_int_equal(carry_out(&own, &accept, id, json), PROBLEM_APPROVAL_CHANGED);
	people_expect_rows(0, "org_members WHERE role = 'admin'");
	assert_string_equal(
		latest("words"), "You join the organization Org 73 as admin.");
}
