#include "tests/handlers/notifications/intro_fixture.h"

static const struct op_entry entry = {&op_intro_get, intro_get};

TEST(shows_a_request_to_the_two_whom_it_concerns)
{
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_INTRO_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INTRO_NOT_FOUND};

	intro_world();
	people_expect(&entry, intro_id_json(INTRO), expected, PERSON_END);
	scratch_expect(people_call(&entry, SENDER, "%s", intro_id_json(INTRO)),
		"{'direction': 'sent'}");
	scratch_expect(people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		"{'direction': 'received'}");
	assert_problem(people_call(&entry, SENDER, "%s", intro_id_json(INTRO + 1)),
		PROBLEM_INTRO_NOT_FOUND);
}

TEST(shows_an_address_only_of_a_request_that_was_accepted)
{
	static const char *const states[] = {
		"pending", "declined", "expired", "accepted"};

	intro_world();
	for (unsigned i = 0; i < COUNT_OF(states); i++) {
		intro_add(101 + i, SENDER, STRANGER, states[i], "2 days");
		for (unsigned who = SENDER; who <= STRANGER; who += STRANGER - SENDER) {
			struct scratch_answer answer =
				people_call(&entry, who, "%s", intro_id_json(101 + i));

			assert_string_equal(scratch_string(&answer, "status"), states[i]);
			if (strcmp(states[i], "accepted") != 0)
				assert_true(json_is_null(scratch_at(&answer, "email")));
			else
				scratch_expect(answer, "{'email': '%s'}",
					who == SENDER ? "member3@example.org"
						      : "member1@example.org");
		}
	}
}

TEST(reads_expired_from_the_moment_on)
{
	intro_world();
	scratch_sql("UPDATE intros SET created_at = now() - interval '14 days',"
		    " expires_at = now()");
	scratch_expect(people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		"{'status': 'expired'}");
	scratch_sql("UPDATE intros SET expires_at = now() + interval '1 microsecond'");
	scratch_expect(people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		"{'status': 'pending'}");
}

/* The recipient wrote the ask, and the sender has left the organization that may see
 * it. */
TEST(keeps_the_title_of_an_ask_from_who_may_no_longer_see_it)
{
	intro_world();
	people_add_org(30, "unlisted");
	people_join(30, SENDER);
	post_add(200, RECIPIENT, "false");
	post_publish_to(200, 30);
	scratch_sql("UPDATE intros SET context_kind = 'post', context_id = '%s'",
		scratch_uuid_text(200));
	scratch_expect(people_call(&entry, SENDER, "%s", intro_id_json(INTRO)),
		"{'contextTitle': 'Ask 200'}");
	scratch_sql("DELETE FROM org_members");
	scratch_expect(people_call(&entry, SENDER, "%s", intro_id_json(INTRO)),
		"{'contextTitle': null, 'contextId': '%s'}", scratch_id("post", 200));
	scratch_expect(people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO)),
		"{'contextTitle': 'Ask 200'}");
}

TEST(names_the_organizations_of_both_up_to_a_bound)
{
	struct scratch_answer answer;

	intro_world();
	for (unsigned org = 20; org < 20 + INTRO_ORGS_MAX + 1; org++) {
		people_add_org(org, "unlisted");
		people_join_as(org, SENDER, "member");
	}
	people_join_as(21, RECIPIENT, "member");
	people_add_org(50, "public");
	people_join_as(50, RECIPIENT, "member");
	answer = people_call(&entry, RECIPIENT, "%s", intro_id_json(INTRO));
	scratch_expect(answer, "{'sharedOrgs.length': 1, 'sharedOrgs.0.slug': 'org-21'}");
	for (unsigned org = 20; org < 20 + INTRO_ORGS_MAX + 1; org++) {
		if (org != 21)
			people_join_as(org, RECIPIENT, "member");
	}
	answer = people_call(&entry, SENDER, "%s", intro_id_json(INTRO));
	assert_int_equal(
		json_array_size(scratch_at(&answer, "sharedOrgs")), INTRO_ORGS_MAX);
}
