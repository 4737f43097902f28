#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_delete, progress_delete};

static enum problem
delete_as(unsigned member)
{
	return people_call(&entry, member, "%s", progress_id_json(100)).problem;
}

static void
add_entry(void)
{
	people_add_all(2);
	people_add_org(10, "public");
	people_join(10, 2);
	progress_add(100, 1, "false", 0);
	progress_publish_to(100, 10);
}

TEST(deletes_for_good_with_every_target)
{
	add_entry();
	progress_add(101, 1, "true", 0);
	assert_int_equal(delete_as(1), PROBLEM_NONE);
	people_expect_rows(1, "progress");
	people_expect_rows(0, "progress_targets");
	assert_int_equal(delete_as(1), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(refuses_everybody_but_the_author)
{
	add_entry();
	people_add(3);
	assert_int_equal(delete_as(2), PROBLEM_NOT_AUTHOR);
	assert_int_equal(delete_as(3), PROBLEM_PROGRESS_NOT_FOUND);
	people_expect_rows(1, "progress");
}

TEST(refuses_a_tag_that_is_no_longer_current)
{
	static const struct op_entry entries[] = {
		{&op_progress_delete, progress_delete},
		{&op_progress_get, progress_get},
	};
	const struct principal caller = people_principal(1);

	add_entry();
	run_register(entries, COUNT_OF(entries));
	assert_problem(scratch_call_with(&entry, &caller, progress_id_json(100),
			       &(const struct scratch_options){
				       .if_match = "\"of-another-time\""}),
		PROBLEM_PRECONDITION_FAILED);
	people_expect_rows(1, "progress");
}
