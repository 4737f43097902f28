/*
 * service_members_test.c - the limit of one member's concurrent slow calls.
 */
#include "common/base/clock.h"
#include "tests/support/test.h"

#include "tests/unit/service/service_scene.h"

#define MEMBERS 2

static nng_socket sockets[MEMBERS][THING_SLOW_PER_MEMBER];

/* Begins as many slow calls of a member as the limit allows, which do not end. */
static void
fill(unsigned member)
{
	service_client_call_as(scratch_uuid(member + 1));
	for (size_t i = 0; i < THING_SLOW_PER_MEMBER; i++) {
		struct buffer frame = service_client_frame("thing_slow", "{}", 20000);

		sockets[member][i] = service_client_dial(directory);
		nng_socket_set_ms(sockets[member][i], NNG_OPT_RECVTIMEO, 10000);
		assert_int_equal(
			nng_send(sockets[member][i], frame.data, frame.size, 0), 0);
	}
}

/* Reads the answers of a member's calls: each was carried out. */
static void
assert_all_answered(unsigned member)
{
	for (size_t i = 0; i < THING_SLOW_PER_MEMBER; i++) {
		char answer[512];
		size_t size = sizeof(answer);

		assert_int_equal(nng_recv(sockets[member][i], answer, &size, 0), 0);
		assert_null(memmem(answer, size, "rate_limited", 12));
		service_client_close(sockets[member][i]);
	}
}

TEST(bounds_the_slow_calls_of_each_member)
{
	struct message_reply reply;

	scratch_sql("SELECT pg_advisory_lock(" THING_SLOW_LOCK ")");
	fill(0);
	usleep(200000); /* the calls are queued in the order of their arrival */
	assert_true(service_client_call(client, "thing_slow", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_RATE_LIMITED);
	assert_int_equal(reply.retry_after_s, 5);
	fill(1);
	usleep(200000);
	scratch_sql("SELECT pg_advisory_unlock_all()");
	assert_all_answered(0);
	assert_all_answered(1);
	service_client_call_as(scratch_uuid(1));
	assert_true(service_client_call(client, "thing_slow", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	service_client_call_as((struct uuid){0});
}

const struct test_scene test_scene = {
	.close = remove_directory, .before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
