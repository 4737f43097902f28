#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

static const struct op_entry entry = {&op_saved_search_delete, saved_search_delete};
static const struct op_entry create_entry = {
	&op_saved_search_create, saved_search_create};

TEST(deletes_only_the_callers_own_search)
{
	struct scratch_answer made;
	const char *json;

	people_add_all(2);
	made = people_call(&create_entry, 1, "{'list': 'events'}");
	json = scratch_printf("{'id': '%s'}", scratch_string(&made, "id"));
	assert_problem(
		people_call(&entry, 2, "%s", json), PROBLEM_SAVED_SEARCH_NOT_FOUND);
	people_expect_rows(1, "saved_searches");
	assert_done(people_call(&entry, 1, "%s", json));
	people_expect_rows(0, "saved_searches");
	assert_problem(
		people_call(&entry, 1, "%s", json), PROBLEM_SAVED_SEARCH_NOT_FOUND);
}
