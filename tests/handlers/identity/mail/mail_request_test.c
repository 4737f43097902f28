/* Mails that are requested by address. These tests commit, as the service's task does. */
#include <unistd.h>

#include "tests/handlers/identity/task_fixture.h"

#define REQUESTS 30

static void
ask(unsigned member, int count)
{
	scratch_sql("INSERT INTO mail_requests (id, kind, email, origin)"
		    " SELECT gen_random_uuid(), 'forgot', 'member%u@example.org',"
		    " 'network ' || n"
		    " FROM generate_series(1, %d) AS n",
		member, count);
}

static long
asked(void)
{
	return people_count("SELECT count(*) FROM mail_requests");
}

static void
clean(void)
{
	scratch_empty("members, mail_requests, outbox");
}

TEST_COMMITTED(two_services_write_each_mail_once)
{
	struct running_task tasks[2];

	people_add(1);
	ask(1, REQUESTS);
	for (size_t i = 0; i < COUNT_OF(tasks); i++)
		task_start(&tasks[i], mail_request_step);
	for (size_t i = 0; i < COUNT_OF(tasks); i++)
		task_end(&tasks[i]);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), REQUESTS);
	assert_int_equal(asked(), 0);
	clean();
}

TEST_COMMITTED(a_mail_that_cannot_be_written_holds_up_no_other)
{
	people_add_all(2);
	ask(1, 1);
	scratch_sql("UPDATE mail_requests SET id = '%s'", scratch_uuid_text(1));
	ask(2, 3);
	scratch_sql("ALTER TABLE outbox ADD CONSTRAINT hard"
		    " CHECK (payload ->> 'toAddress' <> 'member1@example.org')");
	task_run(mail_request_step);
	assert_int_equal(count_mails("reset_password", "member2@example.org"), 3);
	assert_int_equal(asked(), 1);
	people_expect_rows(1, "mail_requests WHERE tries = 1 AND next_try_at > now()");
	scratch_sql("ALTER TABLE outbox DROP CONSTRAINT hard");
	scratch_sql("UPDATE mail_requests SET tries = 9, next_try_at = now()");
	task_run(mail_request_step);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), 1);
	assert_int_equal(asked(), 0);
	clean();
}

/* Otherwise a thief with the former mailbox keeps a link that `kithctl member set-email`
 * should have ended. */
TEST_COMMITTED(a_link_waits_for_a_change_of_the_address)
{
	PGconn *other = PQconnectdb(scratch_url());
	struct running_task task;

	people_add(1);
	ask(1, 1);
	PQclear(PQexec(other,
		scratch_printf("BEGIN; SET LOCAL search_path = kith;"
			       " SELECT pg_advisory_xact_lock(hashtextextended("
			       "'%s', 5208)); UPDATE members"
			       " SET email = 'new@example.org' WHERE id = '%s'",
			scratch_uuid_text(1), scratch_uuid_text(1))));
	task_start(&task, mail_request_step);
	usleep(300000);
	PQclear(PQexec(other, "COMMIT"));
	PQfinish(other);
	task_end(&task);
	people_expect_rows(1, "members WHERE email = 'new@example.org'");
	people_expect_rows(0, "mail_tokens");
	people_expect_rows(0, "outbox");
	assert_int_equal(asked(), 0);
	clean();
}

TEST_COMMITTED(a_mail_that_failed_ten_times_is_dropped)
{
	people_add(1);
	ask(1, 1);
	scratch_sql("UPDATE mail_requests SET tries = 10");
	task_run(mail_request_step);
	assert_int_equal(asked(), 0);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), 0);
	clean();
}
