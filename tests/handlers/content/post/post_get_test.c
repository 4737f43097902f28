#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_post_get, post_get};

static enum problem
get_as(unsigned member, unsigned number)
{
	return people_call(&entry, member, "%s", post_id_json(number)).problem;
}

/* 1 wrote everything; 2 is in the organization, 3 is not. */
static void
add_people(void)
{
	people_add_all(3);
	people_add_org(10, "public");
	people_add_org(11, "unlisted");
	people_join(10, 1);
	people_join(10, 2);
	people_join(11, 1);
}

TEST(shows_a_public_ask_to_everybody)
{
	add_people();
	post_add(100, 1, "true");
	scratch_expect(people_call(&entry, 3, "%s", post_id_json(100)),
		"{'id': '%s', 'createdAt': '2026-01-01T00:01:40.000Z', 'canEdit': false}",
		scratch_id("post", 100));
}

TEST(shows_an_ask_without_targets_to_its_author_alone)
{
	add_people();
	post_add(100, 1, "false");
	assert_int_equal(get_as(1, 100), PROBLEM_NONE);
	assert_int_equal(get_as(2, 100), PROBLEM_POST_NOT_FOUND);
}

TEST(shows_an_ask_of_an_organization_to_its_members)
{
	add_people();
	post_add(100, 1, "false");
	post_publish_to(100, 10);
	assert_int_equal(get_as(1, 100), PROBLEM_NONE);
	assert_int_equal(get_as(2, 100), PROBLEM_NONE);
	assert_int_equal(get_as(3, 100), PROBLEM_POST_NOT_FOUND);
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(2));
	assert_int_equal(get_as(2, 100), PROBLEM_POST_NOT_FOUND);
}

TEST(names_an_unlisted_organization_to_its_members_only)
{
	add_people();
	post_add(100, 1, "true");
	post_publish_to(100, 10);
	post_publish_to(100, 11);
	scratch_expect(people_call(&entry, 1, "%s", post_id_json(100)),
		"{'targets.orgs.length': 2}");
	scratch_expect(people_call(&entry, 2, "%s", post_id_json(100)),
		"{'targets.orgs.length': 1, 'targets.orgs.0.slug': 'org-10'}");
}

TEST(shows_closed_and_expired_asks)
{
	add_people();
	post_add(100, 1, "true");
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now(),"
		    " expires_at = now() - interval '1 day'");
	scratch_expect(people_call(&entry, 2, "%s", post_id_json(100)),
		"{'status': 'closed', 'expired': true}");
}

TEST(hides_what_a_suspended_member_wrote)
{
	add_people();
	post_add(100, 1, "true");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	assert_int_equal(get_as(2, 100), PROBLEM_POST_NOT_FOUND);
}

TEST(answers_not_found_for_what_is_no_ask)
{
	add_people();
	assert_int_equal(get_as(1, 999), PROBLEM_POST_NOT_FOUND);
	assert_problem(people_call(&entry, 1, JSON({"id": "%s"}), scratch_id("evt", 1)),
		PROBLEM_POST_NOT_FOUND);
	assert_problem(people_call(&entry, 1, JSON({"id": "../../etc"})),
		PROBLEM_POST_NOT_FOUND);
}
