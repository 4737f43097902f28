/* The table of problems, and its use by operations. */
#include <stdio.h>
#include <string.h>

#include "common/text/text.h"
#include "proto/op.h"
#include "tests/contract/words.h"
#include "tests/support/test.h"

TEST(explains_every_problem)
{
	for (int i = PROBLEM_NONE + 1; i < PROBLEM_COUNT; i++) {
		const struct problem_info *problem = &problems[i];

		assert_true(is_identifier(problem->code, "abcdefghijklmnopqrstuvwxyz_"));
		if (i == PROBLEM_AWAITING_APPROVAL)
			assert_int_equal(problem->status, 202);
		else
			assert_in_range(problem->status, 400, 599);
		assert_true(problem->title != NULL && *problem->title);
		assert_int_not_equal(problem->title[strlen(problem->title) - 1], '.');
		if (!is_sentence(problem->explanation))
			fail_msg("%s has no explanation", problem->code);
		for (int j = PROBLEM_NONE + 1; j < i; j++)
			assert_string_not_equal(problem->code, problems[j].code);
	}
	assert_null(problems[PROBLEM_NONE].code);
	for (int i = 0; i < FAULT_COUNT; i++)
		assert_non_null(fault_codes[i]);
}

/* Whether a sentence names operations, {post_list}, and no literal route. */
static bool
names_operations(const char *sentence)
{
	if (strstr(sentence, "/v1") != NULL)
		return false;
	for (const char *at = strchr(sentence, '{'); at != NULL;
		at = strchr(at + 1, '{')) {
		size_t size = strcspn(at, "}") - 1, i = 0;

		while (i < op_count &&
			(strlen(ops[i]->name) != size ||
				memcmp(ops[i]->name, at + 1, size) != 0))
			i++;
		if (i == op_count || ops[i]->path == NULL)
			return false;
	}
	return true;
}

TEST(names_a_cure_of_every_problem_and_only_routes_in_it)
{
	for (int i = PROBLEM_NONE + 1; i < PROBLEM_COUNT; i++) {
		const char *sentence = problem_hints[i].sentence;

		if (!is_sentence(sentence) || !names_operations(sentence))
			fail_msg("the hint of %s: %s", problems[i].code,
				sentence != NULL ? sentence : "none");
	}
	for (size_t i = 0; i < op_count; i++) {
		const struct hint *hint = ops[i]->hints;

		for (; hint != NULL && hint->problem != PROBLEM_NONE; hint++) {
			if (!is_sentence(hint->sentence) ||
				!names_operations(hint->sentence))
				fail_msg(
					"a hint of %s: %s", ops[i]->name, hint->sentence);
		}
	}
}

/* A request that follows the hint must not be refused in the same way again. */
TEST(names_the_type_that_the_body_may_have)
{
	size_t images = 0;

	for (size_t i = 0; i < op_count; i++) {
		const struct hint *hint = op_hint(ops[i], PROBLEM_UNSUPPORTED_MEDIA_TYPE);
		bool image = op_takes_image(ops[i]);

		if ((strstr(hint->sentence, "application/json") == NULL) != image ||
			(strstr(hint->sentence, "WebP") != NULL) != image)
			fail_msg("%s: %s", ops[i]->name, hint->sentence);
		images += image;
	}
	assert_true(images > 0);
	assert_ptr_equal(op_hint(NULL, PROBLEM_UNSUPPORTED_MEDIA_TYPE),
		&problem_hints[PROBLEM_UNSUPPORTED_MEDIA_TYPE]);
}

TEST(declares_problems_that_exist)
{
	for (size_t i = 0; i < op_count; i++) {
		const enum problem *problem = ops[i]->problems;
		const struct conflict *conflict = ops[i]->conflicts;

		for (; problem != NULL && *problem != PROBLEM_NONE; problem++)
			assert_in_range(*problem, 1, PROBLEM_COUNT - 1);
		for (; conflict != NULL && conflict->constraint; conflict++) {
			assert_in_range(conflict->problem, 1, PROBLEM_COUNT - 1);
			if ((conflict->problem == PROBLEM_VALIDATION_FAILED) !=
				(conflict->pointer != NULL))
				fail_msg("%s: a fault needs a pointer",
					conflict->constraint);
			if (conflict->pointer != NULL &&
				(strncmp(conflict->pointer, "#/", 2) != 0 ||
					conflict->detail == NULL))
				fail_msg("%s: a fault needs a detail",
					conflict->constraint);
		}
	}
}
