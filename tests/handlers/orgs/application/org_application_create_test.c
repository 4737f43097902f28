#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {&op_org_application_create, org_application_create};

TEST(answers_the_whole_record_and_tells_the_administrators)
{
	org_world("request");
	scratch_expect(
		people_call(&entry, STRANGER,
			"{'slug': 'wanted', 'name': 'Wanted', 'kind': 'accelerator',"
			" 'description': 'About', 'location': 'Here',"
			" 'website': 'https://example.org', 'applicantRole': 'Chair',"
			" 'message': 'Please'}"),
		"{'slug': 'wanted', 'name': 'Wanted', 'kind': 'accelerator',"
		" 'description': 'About', 'location': 'Here',"
		" 'website': 'https://example.org', 'applicantRole': 'Chair',"
		" 'message': 'Please', 'status': 'pending', 'reason': '',"
		" 'applicant.userId': '%s', 'applicant.name': 'Member 4',"
		" 'applicant.email': 'member4@example.org',"
		" 'applicant.handle': 'member-4', 'organizationId': null,"
		" 'decidedAt': null}",
		scratch_id("usr", STRANGER));
	assert_int_equal(people_notices("org_application_received", PLATFORM_ADMIN), 1);
	assert_int_equal(people_notices_in_all("org_application_received"), 1);
	org_expect_sound();
}

static struct scratch_answer
apply(unsigned caller, const char *slug)
{
	return people_call(&entry, caller,
		JSON({"slug": "%s", "name": "Wanted", "applicantRole": "Chair"}), slug);
}

TEST(one_may_be_pending_at_a_time)
{
	org_world("request");
	scratch_expect(apply(STRANGER, "wanted"), "{'kind': 'community'}");
	assert_problem(apply(STRANGER, "other"), PROBLEM_ORG_APPLICATION_PENDING);
	assert_problem(apply(STRANGER, "wanted"), PROBLEM_ORG_APPLICATION_PENDING);
	scratch_sql(
		"UPDATE org_applications SET status = 'declined', decided_at = now()");
	assert_done(apply(STRANGER, "wanted"));
	org_expect_sound();
}

TEST(refuses_the_name_of_the_operator)
{
	org_world("request");
	people_expect_fault(people_call(&entry, STRANGER, JSON({
		"slug": "wanted",
		"name": "The Kith Team",
		"applicantRole": "Chair"
	})),
		"#/name", FAULT_NOT_ALLOWED);
}

TEST(refuses_slugs_that_are_taken_asked_for_or_reserved)
{
	org_world("request");
	application_add(50, MEMBER, "pending");
	people_expect_fault(apply(STRANGER, "app-50"), "#/slug", FAULT_TAKEN);
	people_expect_fault(apply(STRANGER, "org-10"), "#/slug", FAULT_TAKEN);
	people_expect_fault(apply(STRANGER, "orgs"), "#/slug", FAULT_NOT_ALLOWED);
}

TEST(takes_every_bound_and_nothing_beyond)
{
	static const char format[] = JSON(
		{"slug": "abc", "name": "No", "applicantRole": "%s", "message": "%s"});

	org_world("request");
	people_expect_fault(people_call(&entry, STRANGER, format, scratch_text(81), ""),
		"#/applicantRole", FAULT_TOO_LONG);
	people_expect_fault(people_call(&entry, STRANGER, format, "", ""),
		"#/applicantRole", FAULT_TOO_SHORT);
	people_expect_fault(
		people_call(&entry, STRANGER, format, "x", scratch_text(1001)),
		"#/message", FAULT_TOO_LONG);
	assert_done(people_call(
		&entry, STRANGER, format, scratch_text(80), scratch_text(1000)));
	assert_problem(people_call(&entry, STRANGER, "{}"), PROBLEM_VALIDATION_FAILED);
	org_expect_refused_by_database("UPDATE org_applications SET applicant_role = ''");
	org_expect_refused_by_database(
		"UPDATE org_applications SET message = repeat('x', 1001)");
	org_expect_refused_by_database(
		"UPDATE org_applications SET reason = repeat('x', 501)");
	org_expect_refused_by_database("UPDATE org_applications SET status = 'approved'");
}
