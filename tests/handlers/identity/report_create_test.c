#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_report_create, report_create};

static struct scratch_answer
report_of(const char *type, const char *id, const char *reason)
{
	const struct principal caller = people_principal(1);

	return scratch_call(&entry, &caller,
		arena_printf(scratch_arena(),
			"{\"subjectType\": \"%s\", \"subjectId\": \"%s\", \"reason\": \"%s\"}",
			type, id, reason));
}

static void
takes_a_report_of_a_member(void **state)
{
	struct scratch_answer answer;

	(void)state;
	people_add(1);
	people_add(2);
	answer = report_of("member", scratch_id("usr", 2), "Rude");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_string(&answer, "reporter.userId"), scratch_id("usr", 1));
	assert_string_equal(scratch_string(&answer, "reporter.handle"), "member-1");
	assert_string_equal(scratch_string(&answer, "subjectType"), "member");
	assert_string_equal(scratch_string(&answer, "subjectId"), scratch_id("usr", 2));
	assert_string_equal(scratch_string(&answer, "reason"), "Rude");
	assert_string_equal(scratch_string(&answer, "status"), "open");
	assert_true(json_is_null(scratch_at(&answer, "resolvedAt")));
}

static void
takes_reports_of_everything_that_members_make(void **state)
{
	static const char *const kinds[][2] = {{"org", "org"}, {"post", "post"},
		{"progress", "prog"}, {"project", "proj"}, {"event", "evt"},
		{"intro", "intro"}};

	(void)state;
	people_add(1);
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct scratch_answer answer =
			report_of(kinds[i][0], scratch_id(kinds[i][1], 77), "x");

		assert_int_equal(answer.problem, PROBLEM_NONE);
		assert_string_equal(scratch_string(&answer, "subjectId"),
			scratch_id(kinds[i][1], 77));
	}
}

static void
answers_an_open_report_again(void **state)
{
	struct scratch_answer first, second;

	(void)state;
	people_add(1);
	people_add(2);
	first = report_of("member", scratch_id("usr", 2), "Rude");
	second = report_of("member", scratch_id("usr", 2), "Very rude");
	assert_string_equal(scratch_string(&first, "id"), scratch_string(&second, "id"));
	assert_string_equal(scratch_string(&second, "reason"), "Rude");
	scratch_sql("UPDATE reports SET status = 'resolved', resolved_at = now()");
	second = report_of("member", scratch_id("usr", 2), "Again");
	assert_string_not_equal(
		scratch_string(&first, "id"), scratch_string(&second, "id"));
}

static void
refuses_ids_of_another_type_and_members_that_are_not_there(void **state)
{
	struct scratch_answer answer;
	char reason[1100];

	(void)state;
	people_add(1);
	people_add_as(2, "suspended");
	answer = report_of("member", scratch_id("post", 2), "x");
	people_expect_fault(&answer, "#/subjectId", FAULT_FORMAT);
	answer = report_of("post", "nonsense", "x");
	people_expect_fault(&answer, "#/subjectId", FAULT_FORMAT);
	answer = report_of("king", "x", "x");
	people_expect_fault(&answer, "#/subjectType", FAULT_ENUM);
	answer = report_of("post", scratch_id("post", 1), "");
	people_expect_fault(&answer, "#/reason", FAULT_TOO_SHORT);
	memset(reason, 'r', sizeof(reason));
	answer = report_of("post", scratch_id("post", 1),
		arena_printf(scratch_arena(), "%.1001s", reason));
	people_expect_fault(&answer, "#/reason", FAULT_TOO_LONG);
	assert_int_equal(report_of("member", scratch_id("usr", 2), "x").problem,
		PROBLEM_MEMBER_NOT_FOUND);
	assert_int_equal(report_of("member", scratch_id("usr", 9), "x").problem,
		PROBLEM_MEMBER_NOT_FOUND);
	assert_int_equal(people_count("SELECT count(*) FROM reports"), 0);
	assert_int_equal(report_of("post", scratch_id("post", 1),
				 arena_printf(scratch_arena(), "%.1000s", reason))
				 .problem,
		PROBLEM_NONE);
}

static void
the_table_holds_the_bounds_too(void **state)
{
	static const char *const faulty[] = {"'king', gen_random_uuid(), 'x'",
		"'post', gen_random_uuid(), ''",
		"'post', gen_random_uuid(), repeat('x', 1001)"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(faulty); i++)
		scratch_sql(
			"DO $$ BEGIN INSERT INTO reports (id, subject_type, subject_id,"
			" reason) VALUES (gen_random_uuid(), %s); RAISE 'it was taken';"
			" EXCEPTION WHEN check_violation THEN NULL; END $$",
			faulty[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(takes_a_report_of_a_member),
		HANDLER_TEST(takes_reports_of_everything_that_members_make),
		HANDLER_TEST(answers_an_open_report_again),
		HANDLER_TEST(the_table_holds_the_bounds_too),
		HANDLER_TEST(refuses_ids_of_another_type_and_members_that_are_not_there),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
