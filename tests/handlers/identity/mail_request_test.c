/* The mails that are asked for by address: committed, as several services write them at once. */
#include <pthread.h>
#include <unistd.h>

#include "tests/handlers/identity/account_fixture.h"

#define REQUESTS 20

struct writer {
	struct call call;
	bool ended;
};

static void *
write_mails(void *data)
{
	struct writer *writer = data;

	db_begin(&writer->call, TX_WRITE, false);
	mail_request_answer(&writer->call);
	db_commit(&writer->call);
	writer->ended = true;
	return NULL;
}

/* A service of its own. */
static struct call
service_call(void)
{
	return (struct call){
		.arena = arena_new(65536), .db = db_new(scratch_url(), "identity")};
}

static void
two_services_write_each_mail_once(void **state)
{
	struct call first = service_call();
	struct writer second = {.call = service_call()};
	pthread_t thread;

	(void)state;
	people_add(1);
	scratch_sql(
		"INSERT INTO mail_requests (id, kind, email) SELECT gen_random_uuid(),"
		" 'forgot', 'member1@example.org' FROM generate_series(1, %d)",
		REQUESTS);
	db_begin(&first, TX_WRITE, false);
	mail_request_answer(&first);
	assert_int_equal(pthread_create(&thread, NULL, write_mails, &second), 0);
	usleep(200000);
	assert_false(second.ended);
	db_commit(&first);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(first.db_problem, PROBLEM_NONE);
	assert_int_equal(second.call.db_problem, PROBLEM_NONE);
	assert_int_equal(count_mails("reset_password", "member1@example.org"), REQUESTS);
	assert_int_equal(people_count("SELECT count(*) FROM mail_requests"), 0);
	db_free(first.db);
	db_free(second.call.db);
	arena_free(first.arena);
	arena_free(second.call.arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_services_write_each_mail_once),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
