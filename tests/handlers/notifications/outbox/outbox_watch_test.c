#include "services/notifications/outbox/outbox_watch.h"
#include "tests/handlers/notifications/outbox/message_fixture.h"

/* Runs the watch as an operation would run, and returns its result. */
static enum problem
look(struct call *call, const void *input)
{
	assert_false(outbox_watch_step(call));
	return outbox_check(call, input);
}

/* Returns the reported figures after one more run. */
static const char *
figures(void)
{
	struct buffer out = {.arena = scratch_arena()};

	assert_done(message_call((struct op_entry){&op_outbox_check, look}, NULL));
	outbox_watch_figures(&out);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static long long
figure(const char *name)
{
	const char *line = strstr(
		figures(), scratch_printf("\n%s{service=\"notifications\"} ", name));

	assert_non_null(line);
	return atoll(
		strrchr(arena_copy(scratch_arena(), line, strcspn(line + 1, "\n") + 1),
			' ') +
		1);
}

TEST(tells_what_is_due_and_for_how_long)
{
	assert_int_equal(figure("kith_outbox_due"), 0);
	assert_int_equal(figure("kith_outbox_oldest_due_seconds"), 0);
	message_add(101, "pending", 0, "");
	message_add(102, "pending", 0, "");
	message_add(103, "failed", 10, "no such mailbox");
	message_add(104, "sent", 1, "");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() - interval '90 seconds'");
	assert_int_equal(figure("kith_outbox_due"), 2);
	assert_int_equal(figure("kith_outbox_failed"), 1);
	assert_int_equal(figure("kith_outbox_oldest_due_seconds"), 90);
	scratch_sql("UPDATE outbox SET next_attempt_at = now() + interval '1 hour'");
	assert_int_equal(figure("kith_outbox_due"), 0);
}

TEST(tells_when_the_last_backup_was_made)
{
	assert_int_equal(figure("kith_backup_age_seconds"), 0);
	scratch_sql("INSERT INTO backups VALUES (now() - interval '90 seconds')");
	assert_int_equal(figure("kith_backup_age_seconds"), 90);
}

TEST(counts_mails_that_wait_for_the_mail_server)
{
	message_add(101, "pending", 4, "cannot connect");
	message_add(102, "pending", 0, "");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() + interval '1 hour',"
		    " held_up = attempts > 0, created_at = now() - interval '1000 s'");
	assert_int_equal(figure("kith_outbox_due"), 1);
	assert_int_equal(figure("kith_outbox_oldest_due_seconds"), 1000);
}

TEST(tells_how_full_the_database_is)
{
	assert_in_range(figure("kith_database_connections"), 1, 1000);
	assert_in_range(figure("kith_database_connections_max"), 1, 100000);
	assert_in_range(figure("kith_database_bytes"), 1000000, 1LL << 40);
}
