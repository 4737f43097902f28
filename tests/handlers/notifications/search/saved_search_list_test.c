#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

static const struct op_entry entry = {&op_saved_search_list, saved_search_list};
static const struct op_entry create_entry = {
	&op_saved_search_create, saved_search_create};

TEST(lists_only_the_callers_own_searches)
{
	people_add_all(2);
	assert_done(people_call(&create_entry, 1, "{'list': 'posts', 'kind': 'idea'}"));
	assert_done(people_call(&create_entry, 2, "{'list': 'events'}"));
	scratch_sql("UPDATE saved_search_mails SET due_at = NULL WHERE member_id = '%s'",
		scratch_uuid_text(2));
	scratch_expect(people_call(&entry, 1, "{}"),
		"{'items.0.list': 'posts', 'items.0.kind': 'idea',"
		" 'items.0.mailed': true}");
	scratch_expect(people_call(&entry, 2, "{}"),
		"{'items.0.list': 'events', 'items.0.mailed': false}");
}
