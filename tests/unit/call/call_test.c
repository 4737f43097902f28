#include "common/call/call.h"
#include "tests/support/test.h"

TEST(notes_the_problem_and_its_detail)
{
	struct call call = {.arena = arena_new(1024)};

	assert_int_equal(
		call_fail(&call, PROBLEM_POST_NOT_FOUND, "no %s with %d words", "ask", 3),
		PROBLEM_POST_NOT_FOUND);
	assert_int_equal(call.outcome.problem, PROBLEM_POST_NOT_FOUND);
	assert_string_equal(call.outcome.detail, "no ask with 3 words");
	arena_free(call.arena);
}

TEST(forgets_the_detail_of_a_problem_noted_before)
{
	struct call call = {.arena = arena_new(1024)};

	call_fail(&call, PROBLEM_POST_NOT_FOUND, "gone");
	assert_int_equal(call_fail(&call, PROBLEM_NOT_AUTHOR, NULL), PROBLEM_NOT_AUTHOR);
	assert_int_equal(call.outcome.problem, PROBLEM_NOT_AUTHOR);
	assert_null(call.outcome.detail);
	arena_free(call.arena);
}

TEST(lists_faults_in_the_order_found)
{
	struct call call = {.arena = arena_new(1024)};
	char pointer[] = "#/title";

	assert_int_equal(
		call_fault(&call, pointer, FAULT_REQUIRED, "%s is missing", "title"),
		PROBLEM_VALIDATION_FAILED);
	pointer[2] = 'T';
	call_fault(&call, "#/body", FAULT_TOO_LONG, "body has %d characters too many", 7);
	call_fault(&call, NULL, FAULT_REQUIRED, NULL);

	assert_int_equal(call.outcome.problem, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(call.outcome.faults->pointer, "#/title");
	assert_int_equal(call.outcome.faults->code, FAULT_REQUIRED);
	assert_string_equal(call.outcome.faults->detail, "title is missing");
	assert_string_equal(call.outcome.faults->next->pointer, "#/body");
	assert_string_equal(
		call.outcome.faults->next->detail, "body has 7 characters too many");
	assert_null(call.outcome.faults->next->next->pointer);
	assert_null(call.outcome.faults->next->next->detail);
	assert_null(call.outcome.faults->next->next->next);
	arena_free(call.arena);
}
