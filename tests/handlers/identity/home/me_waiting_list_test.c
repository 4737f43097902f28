#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_waiting_list, me_waiting_list};

/* "intro 2, join_request 1" */
static const char *
waiting_of(const struct scratch_answer *answer)
{
	const json_t *items = scratch_at(answer, "items");
	const char *list = "";

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		list = scratch_printf("%s%s%s %lld", list, i == 0 ? "" : ", ",
			json_string_value(json_object_get(item, "kind")),
			(long long)json_integer_value(json_object_get(item, "count")));
	}
	return list;
}

static void
intro_add(unsigned number, unsigned sender, const char *status)
{
	scratch_sql("INSERT INTO intros (id, sender_id, recipient_id, context_kind,"
		    " context_id, message, status, created_at) VALUES ('%s', '%s', '%s',"
		    " 'profile', '%s', 'Hello', '%s', now() + %u * interval '1 ms')",
		scratch_uuid_text(number), scratch_uuid_text(sender),
		scratch_uuid_text(1), scratch_uuid_text(1), status, number);
}

static void
join_request_add(unsigned number, unsigned org, unsigned member)
{
	scratch_sql("INSERT INTO org_join_requests (id, org_id, member_id, message)"
		    " VALUES ('%s', '%s', '%s', '')",
		scratch_uuid_text(number), scratch_uuid_text(org),
		scratch_uuid_text(member));
}

TEST(counts_introductions_and_join_requests)
{
	struct scratch_answer answer;

	people_add_all(4);
	people_add_as(5, "suspended");
	people_add_org(50, "public");
	people_add_org(51, "public");
	people_join_as(50, 1, "admin");
	people_join_as(51, 1, "member");
	intro_add(60, 2, "pending");
	intro_add(61, 3, "pending");
	intro_add(62, 4, "expired");
	intro_add(63, 5, "pending");
	join_request_add(70, 50, 2);
	join_request_add(71, 51, 2);
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "intro 2, join_request 1");
	scratch_expect(answer,
		"{'items.0.subjectId': '%s', 'items.0.title': 'Member 3',"
		" 'items.0.orgSlug': null, 'items.1.title': 'Member 2',"
		" 'items.1.orgSlug': 'org-50', 'items.1.subjectId': null}",
		scratch_id("intro", 61));
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "");
}

TEST(lists_affiliations_for_the_party_that_decides)
{
	struct scratch_answer answer;

	people_add_all(2);
	people_add_org(50, "public");
	people_join_as(50, 1, "owner");
	scratch_sql("INSERT INTO projects (id, name) VALUES ('%s', 'Loom')",
		scratch_uuid_text(80));
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(80), scratch_uuid_text(2));
	scratch_sql(
		"INSERT INTO affiliations (id, project_id, org_id, kind, initiated_by,"
		" requester_id) VALUES ('%s', '%s', '%s', 'community', 'project', '%s')",
		scratch_uuid_text(81), scratch_uuid_text(80), scratch_uuid_text(50),
		scratch_uuid_text(2));
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "affiliation 1");
	scratch_expect(answer, "{'items.0.subjectId': '%s', 'items.0.title': 'Loom'}",
		scratch_id("aff", 81));
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "");
	scratch_sql("UPDATE affiliations SET initiated_by = 'org'");
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "");
	scratch_sql("UPDATE affiliations SET requester_id = '%s'", scratch_uuid_text(1));
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "");
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "affiliation 1");
}

TEST(lists_own_asks_that_expire_within_a_week)
{
	struct scratch_answer answer;

	people_add_all(2);
	for (unsigned ask = 100; ask < 103; ask++)
		post_add(ask, 1, "true");
	scratch_sql("UPDATE posts SET expires_at = now() + interval '6 days'"
		    " WHERE title <> 'Ask 102'");
	scratch_sql("UPDATE posts SET expires_at = now() + interval '8 days'"
		    " WHERE title = 'Ask 101'");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "post_expiring 1");
	assert_string_equal(scratch_string(&answer, "items.0.title"), "Ask 100");
}

TEST(shows_administrators_what_waits_for_them)
{
	struct principal admin = people_principal(1);
	struct scratch_answer answer;

	people_add_all(2);
	people_add_as(3, "pending");
	people_add_as(4, "pending");
	admin.admin = true;
	admin.scopes |= SCOPE_ADMIN;
	answer = scratch_call(&entry, &admin, "{}");
	assert_string_equal(waiting_of(&answer), "member 2");
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "");
}

TEST(lists_invitations_to_the_callers_address)
{
	struct scratch_answer answer;

	people_add_all(2);
	people_add_org(50, "unlisted");
	scratch_sql("INSERT INTO org_invitations (id, org_id, email, role, hash,"
		    " to_stranger, expires_at) VALUES ('%s', '%s', 'Member1@example.org',"
		    " 'member', sha256('x'), false, now() + interval '1 day')",
		scratch_uuid_text(90), scratch_uuid_text(50));
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "org_invitation 1");
	assert_string_equal(scratch_string(&answer, "items.0.orgSlug"), "org-50");
	answer = people_call(&entry, 2, "{}");
	assert_string_equal(waiting_of(&answer), "");
	scratch_sql("UPDATE org_invitations SET invited_by = '%s'", scratch_uuid_text(2));
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "org_invitation 1");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "");
}

TEST(counts_up_to_a_hundred)
{
	struct scratch_answer answer;

	people_add_all(130);
	for (unsigned i = 2; i <= 120; i++)
		intro_add(1000 + i, i, "pending");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(waiting_of(&answer), "intro 100");
}
