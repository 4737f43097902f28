#include "tests/handlers/content/progress_social_fixture.h"

static const struct op_entry entry = {&op_progress_shown, progress_shown};

TEST(shows_the_entry_as_it_is)
{
	struct scratch_answer answer;

	people_add(1);
	social_add_entry(100, 1);
	answer = social_call(&entry, 1, 100);
	scratch_expect(answer, "{'title': 'Entry'}");
	assert_null(json_object_get(answer.output, "warnings"));
	scratch_sql("DELETE FROM progress");
	assert_problem(social_call(&entry, 1, 100), PROBLEM_PROGRESS_NOT_FOUND);
}
