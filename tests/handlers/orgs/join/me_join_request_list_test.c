#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_me_join_request_list, me_join_request_list};

/* Expects this number of requests in the list of each member. */
static void
expect_counts(const char *direction, const unsigned expected[PERSON_END])
{
	for (unsigned who = OWNER; who < PERSON_END; who++) {
		struct scratch_answer answer =
			people_call(&entry, who, JSON({"direction": "%s"}), direction);

		assert_int_equal(
			json_array_size(scratch_at(&answer, "items")), expected[who]);
	}
}

TEST(lists_what_waits_for_owners_and_admins_and_what_the_caller_sent)
{
	static const unsigned received[PERSON_END] = {[OWNER] = 1, [ADMIN] = 1};
	static const unsigned sent[PERSON_END] = {[REQUESTER] = 1};

	org_world("request");
	org_request(101, 10, STRANGER, "declined");
	expect_counts("received", received);
	expect_counts("sent", sent);
	scratch_expect(people_call(&entry, OWNER, "{}"),
		"{'items.0.id': '%s', 'items.0.orgSlug': 'org-10',"
		" 'items.0.orgName': '%s', 'items.0.message': 'Please'}",
		scratch_id("jreq", REQUEST), scratch_value("SELECT name FROM orgs"));
}

TEST(pages_through_several_organizations_newest_first)
{
	struct scratch_answer answer;

	org_world("request");
	people_add_org(11, "public");
	people_join_as(11, OWNER, "admin");
	people_add_org(12, "public");
	people_join_as(12, OWNER, "member");
	org_request(101, 11, STRANGER, "pending");
	org_request(102, 12, STRANGER, "pending");
	answer = people_call(&entry, OWNER, JSON({"limit": 1}));
	scratch_expect(answer, "{'items.0.id': '%s', 'items.length': 1}",
		scratch_id("jreq", 101));
	answer = people_call(&entry, OWNER, JSON({"limit": 1, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	scratch_expect(answer, "{'items.0.id': '%s', 'items.length': 1}",
		scratch_id("jreq", REQUEST));
}

TEST(hides_requests_of_suspended_members)
{
	static const unsigned none[PERSON_END] = {0};

	org_world("request");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(REQUESTER));
	expect_counts("received", none);
}
