#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {
	&op_admin_org_application_approve, admin_org_application_approve};

TEST(makes_the_organization_and_its_owner)
{
	struct scratch_answer answer;

	org_world("request");
	application_add(50, STRANGER, "pending");
	answer = application_call(&entry, 50);
	scratch_expect(answer, "{'status': 'approved'}");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	people_expect_rows(1,
		"orgs o JOIN org_members v ON v.org_id = o.id JOIN org_applications p"
		" ON p.organization_id = o.id WHERE o.slug = 'app-50'"
		" AND o.kind = 'club' AND o.description = 'About'"
		" AND o.location = 'Here' AND o.join_policy = 'request'"
		" AND o.website = 'https://example.org'"
		" AND v.role = 'owner' AND v.member_id = '%s' AND o.member_count = 1",
		scratch_uuid_text(STRANGER));
	assert_int_equal(people_notices("org_application_approved", STRANGER), 1);
	people_expect_rows(1, "audit WHERE action = 'org_application.approve'");
	org_expect_sound();
	scratch_sql("SET CONSTRAINTS ALL IMMEDIATE");
}

TEST(ends_the_callers_notification_of_the_application)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	people_tell(PLATFORM_ADMIN, "org_application_received", 50, STRANGER);
	assert_done(application_call(&entry, 50));
	assert_int_equal(people_unread(PLATFORM_ADMIN), 0);
}

TEST(approving_again_changes_nothing)
{
	struct scratch_answer first, second;

	org_world("request");
	application_add(50, STRANGER, "pending");
	first = application_call(&entry, 50);
	second = application_call(&entry, 50);
	assert_string_equal(first.text, second.text);
	people_expect_rows(2, "orgs");
	assert_int_equal(people_notices_in_all("org_application_approved"), 1);
}

TEST(refuses_what_was_declined_and_who_is_suspended)
{
	struct scratch_answer answer;

	org_world("request");
	application_add(50, STRANGER, "declined");
	answer = application_call(&entry, 50);
	assert_problem(answer, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the application is declined and cannot become approved");
	application_add(51, STRANGER, "pending");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_problem(application_call(&entry, 51), PROBLEM_MEMBER_SUSPENDED);
	people_expect_rows(1, "orgs");
}

TEST(refuses_applications_that_are_not_there)
{
	org_world("request");
	assert_problem(application_call(&entry, 99), PROBLEM_ORG_APPLICATION_NOT_FOUND);
	assert_problem(people_call(&entry, PLATFORM_ADMIN, JSON({"id": "%s"}),
			       scratch_id("evt", 1)),
		PROBLEM_ORG_APPLICATION_NOT_FOUND);
}
