#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {
	&op_admin_org_application_decline, admin_org_application_decline};

TEST(stores_the_reason_frees_the_slug_and_tells)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	scratch_expect(
		people_call(&entry, PLATFORM_ADMIN, JSON({"id": "%s", "reason": "%s"}),
			scratch_id("oapp", 50), scratch_text(500)),
		"{'status': 'declined', 'reason': '%s', 'organizationId': null}",
		scratch_text(500));
	people_expect_rows(0, "org_slugs WHERE slug = 'app-50'");
	assert_int_equal(people_notices("org_application_declined", STRANGER), 1);
	people_expect_rows(1, "audit WHERE action = 'org_application.decline'");
	org_expect_sound();
}

TEST(ends_the_callers_notification_of_the_application)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	people_tell(PLATFORM_ADMIN, "org_application_received", 50, STRANGER);
	assert_done(application_call(&entry, 50));
	assert_int_equal(people_unread(PLATFORM_ADMIN), 0);
}

TEST(declining_again_keeps_the_first_reason)
{
	struct scratch_answer first, second;

	org_world("request");
	application_add(50, STRANGER, "pending");
	first = application_call(&entry, 50);
	scratch_expect(first, "{'reason': ''}");
	second = people_call(&entry, PLATFORM_ADMIN,
		JSON({"id": "%s", "reason": "Other"}), scratch_id("oapp", 50));
	assert_string_equal(first.text, second.text);
	assert_int_equal(people_notices_in_all("org_application_declined"), 1);
}

TEST(refuses_what_was_approved_and_what_is_not_there)
{
	org_world("request");
	application_add(50, STRANGER, "approved");
	assert_problem(application_call(&entry, 50), PROBLEM_INVALID_TRANSITION);
	assert_problem(application_call(&entry, 99), PROBLEM_ORG_APPLICATION_NOT_FOUND);
	people_expect_fault(
		people_call(&entry, PLATFORM_ADMIN, JSON({"id": "%s", "reason": "%s"}),
			scratch_id("oapp", 50), scratch_text(501)),
		"#/reason", FAULT_TOO_LONG);
}
