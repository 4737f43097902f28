#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {&op_org_application_mine, org_application_mine};

static void
answers_the_latest(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "approved");
	application_add(52, MEMBER, "pending");
	answer = org_call(&entry, STRANGER, "{}");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "id"), scratch_id("oapp", 51));
	assert_string_equal(scratch_string(&answer, "status"), "approved");
	assert_string_equal(
		scratch_string(&answer, "organizationId"), scratch_id("org", 51));
}

static void
refuses_who_never_applied(void **state)
{
	(void)state;
	org_world("request");
	application_add(50, STRANGER, "pending");
	assert_int_equal(org_call(&entry, MEMBER, "{}").problem,
		PROBLEM_ORG_APPLICATION_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(answers_the_latest),
		HANDLER_TEST(refuses_who_never_applied),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
