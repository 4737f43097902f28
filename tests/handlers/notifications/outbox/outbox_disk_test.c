#include "services/notifications/outbox/outbox_watch.h"
#include "tests/handlers/notifications/outbox/message_fixture.h"

/* Runs the watch as an operation would run, and returns its result. */
static enum problem
look(struct call *call, const void *input)
{
	assert_false(outbox_watch_step(call));
	return outbox_check(call, input);
}

/* The watch looks at the disk in its first step, and then once in some seconds. */
TEST(says_that_the_disk_is_full_until_the_next_look_at_it)
{
	struct buffer out = {.arena = scratch_arena()};
	struct scratch_answer answer;

	scratch_sql("CREATE OR REPLACE FUNCTION disk_is_full() RETURNS boolean"
		    " LANGUAGE sql AS 'SELECT true'");
	answer = message_call((struct op_entry){&op_outbox_check, look}, NULL);
	assert_done(answer);
	assert_true(json_is_true(scratch_at(&answer, "diskFull")));
	outbox_watch_figures(&out);
	buffer_append(&out, "", 1);
	assert_non_null(strstr((const char *)out.data,
		"\nkith_database_disk_full{service=\"notifications\"} 1\n"));
	scratch_sql("CREATE OR REPLACE FUNCTION disk_is_full() RETURNS boolean"
		    " LANGUAGE sql AS 'SELECT false'");
	answer = message_call((struct op_entry){&op_outbox_check, look}, NULL);
	assert_done(answer);
	assert_true(json_is_true(scratch_at(&answer, "diskFull")));
}
