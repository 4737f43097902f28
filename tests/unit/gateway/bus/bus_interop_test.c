/*
 * bus_interop_test.c - the bus with unmodified libnng, in both directions and on every
 * transport; and the bus on libnng.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <nng/nng.h>
#include <nng/protocol/reqrep0/req.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_client.h"
#include "tests/unit/gateway/bus/sp_peer.h"

static char *folder;
static char ledger[64], url[96];
static struct bus_client client;
static pid_t replica;

static void
set_up(void)
{
	folder = bus_client_folder();
	snprintf(ledger, sizeof(ledger), "%s/ledger", folder);
	client = (struct bus_client){0};
	replica = 0;
}

static void
tear_down(void)
{
	char path[64];

	bus_client_free(&client);
	bus_replica_kill(replica);
	unlink(ledger);
	snprintf(path, sizeof(path), "%s/replica", folder);
	unlink(path);
	rmdir(folder);
}

/* A port that was free a moment ago. */
static unsigned
free_port(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
	close(fd);
	return ntohs(address.sin_port);
}

/* Starts a libnng replica and a client of it, which dials `dialed`. */
static void
start(const char *listened, const char *dialed, struct bus_options options)
{
	replica = bus_replica_start(listened, ledger);
	client = bus_client_new(dialed, options);
	assert_true(bus_client_await_replicas(&client, 1));
}

/* The length of the text that a replica of support/bus_replica.c returned. */
static size_t
echoed_size(const struct bus_answer *answer)
{
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value text;

	assert_true(
		message_decode_reply(client.arena, answer->body, answer->size, &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	reader = wire_read(reply.output, reply.output_size);
	assert_int_equal(wire_next(&reader).type, WIRE_MAP);
	for (int i = 0; i < 3; i++)
		wire_next(&reader); /* "pid", its number, "input" */
	assert_int_equal(wire_next(&reader).type, WIRE_MAP);
	wire_next(&reader); /* "text" */
	text = wire_next(&reader);
	assert_int_equal(text.type, WIRE_STRING);
	for (size_t i = 0; i < text.size; i++)
		assert_int_equal(text.data[i], 'x');
	return text.size;
}

/* Makes calls of all sizes, many at once, in one part or in two; each gets its own
 * answer. */
static void
exchange(void)
{
	static const size_t sizes[] = {
		0, 1, 31, 255, 256, 4096, 65535, 65536, 200000, MESSAGE_BYTES_MAX - 400};
	const size_t count = sizeof(sizes) / sizeof(sizes[0]);

	struct bus_answer answers[sizeof(sizes) / sizeof(sizes[0])];
	for (int round = 0; round < 5; round++) {
		for (size_t i = 0; i < count; i++) {
			const struct buffer body = bus_client_body(
				client.arena, "read", "request", sizes[i]);
			const size_t first = round % 2 == 0 ? body.size : 20;

			answers[i] = (struct bus_answer){.client = &client};
			bus_call_parts(client.bus, SERVICE_CONTENT, body.data, first,
				body.data + first, body.size - first,
				clock_monotonic_ms() + 4000, true, bus_client_done,
				&answers[i]);
		}
		for (size_t i = 0; i < count; i++) {
			assert_int_equal(
				bus_client_wait(&client, &answers[i]), BUS_ANSWERED);
			assert_int_equal(echoed_size(&answers[i]), sizes[i]);
			assert_int_equal(answers[i].count, 1);
		}
		arena_reset(client.arena);
	}
}

TEST(calls_an_unmodified_replier_over_ipc)
{
	snprintf(url, sizeof(url), "ipc://%s/replica", folder);
	start(url, url, (struct bus_options){0});
	exchange();
}

TEST(calls_an_unmodified_replier_over_tcp)
{
	snprintf(url, sizeof(url), "tcp://127.0.0.1:%u", free_port());
	start(url, url, (struct bus_options){0});
	exchange();
}

TEST(finds_a_replier_by_its_name)
{
	const unsigned port = free_port();
	char by_name[96];

	snprintf(url, sizeof(url), "tcp://127.0.0.1:%u", port);
	snprintf(by_name, sizeof(by_name), "tcp://localhost:%u", port);
	start(url, by_name, (struct bus_options){.resolve_interval_ms = 50});
	exchange();
	bus_client_run(&client, 200); /* resolved again, with the same result */
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 1);
}

TEST(leaves_without_waiting_for_the_names_of_nobody)
{
	int64_t before_ms;
	struct bus_answer answer;

	client = bus_client_new("tcp://kith.invalid:80", (struct bus_options){0});
	before_ms = clock_monotonic_ms();
	assert_int_equal(
		bus_client_call(&client, "read", 200, true, &answer), BUS_UNAVAILABLE);
	bus_client_free(&client);
	assert_true(clock_monotonic_ms() - before_ms < 1500);
	client = (struct bus_client){0};
}

TEST(libnng_calls_it_too)
{
	struct bus_answer answer;
	uint64_t id;

	snprintf(url, sizeof(url), "ipc://%s/replica", folder);
	start(url, url, (struct bus_options){.nng = true});
	exchange();
	assert_int_equal(
		bus_client_call(&client, "slow", 50, true, &answer), BUS_EXPIRED);
	id = bus_client_begin(&client, "slow", 1000, true, &answer);
	bus_cancel(client.bus, id);
	bus_client_run(&client, 300);
	assert_int_equal(answer.count, 0);
}

TEST(libnng_tells_lost_from_unavailable)
{
	struct bus_answer answer;

	snprintf(url, sizeof(url), "ipc://%s/replica", folder);
	start(url, url, (struct bus_options){.nng = true});
	bus_client_begin(&client, "slow", 4000, false, &answer);
	bus_client_run(&client, 50);
	bus_replica_kill(replica);
	replica = 0;
	assert_int_equal(bus_client_wait(&client, &answer), BUS_LOST);
	assert_int_equal(
		bus_client_call(&client, "write", 3000, false, &answer), BUS_UNAVAILABLE);
}

TEST(libnng_refuses_what_it_cannot_read)
{
	static const char *const addresses[] = {
		"nowhere", "ipc:///tmp/a,nowhere", "tls+tcp://127.0.0.1:5", "tcp://a"};

	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		client = bus_client_new(addresses[i], (struct bus_options){.nng = true});
		assert_null(client.bus);
		assert_int_equal(errno, EINVAL);
		bus_client_free(&client);
	}
	client = (struct bus_client){0};
}

/* A script: returns what came. */
static void
echo(struct sp_peer *peer, int fd)
{
	struct sp_peer_call call;

	(void)peer;
	while (sp_peer_read_frame(fd, &call)) {
		sp_peer_send(fd, call.id, call.frame, call.size);
		free(call.frame);
	}
}

TEST(an_unmodified_requester_understands_our_frames)
{
	struct sp_peer *peer = sp_peer_new(folder, "peer", echo);
	nng_socket requester;
	static char sent[100000];
	static char got[sizeof(sent)];

	assert_int_equal(nng_req0_open(&requester), 0);
	nng_socket_set_ms(requester, NNG_OPT_RECVTIMEO, 3000);
	assert_int_equal(nng_dial(requester, peer->url, NULL, 0), 0);
	memset(sent, 'y', sizeof(sent));
	for (size_t size = 1; size <= sizeof(sent); size *= 10) {
		size_t got_size = sizeof(got);

		assert_int_equal(nng_send(requester, sent, size, 0), 0);
		assert_int_equal(nng_recv(requester, got, &got_size, 0), 0);
		assert_int_equal(got_size, size);
		assert_memory_equal(got, sent, size);
	}
	nng_close(requester);
	sp_peer_free(peer);
}

TEST(an_unmodified_requester_calls_a_service)
{
	nng_socket requester;
	struct buffer body;
	uint8_t *frame;
	nng_msg *message = NULL;
	struct bus_answer answer = {0};
	const uint8_t *reply;

	snprintf(url, sizeof(url), "ipc://%s/replica", folder);
	start(url, url, (struct bus_options){0});
	assert_int_equal(nng_req0_open(&requester), 0);
	nng_socket_set_ms(requester, NNG_OPT_RECVTIMEO, 3000);
	assert_int_equal(nng_dial(requester, url, NULL, 0), 0);
	body = bus_client_body(client.arena, "read", "request", 9);
	frame = arena_alloc(client.arena, FRAME_HEADER_SIZE + body.size);
	frame_sign(&bus_replica_key, 77, body.data, body.size, frame);
	memcpy(frame + FRAME_HEADER_SIZE, body.data, body.size);
	assert_int_equal(nng_send(requester, frame, FRAME_HEADER_SIZE + body.size, 0), 0);
	assert_int_equal(nng_recvmsg(requester, &message, 0), 0);
	reply = frame_open_reply(&bus_replica_key, 77, nng_msg_body(message),
		nng_msg_len(message), &answer.size);
	assert_non_null(reply);
	answer.body = (uint8_t *)arena_copy(client.arena, reply, answer.size);
	assert_int_equal(echoed_size(&answer), 9);
	nng_msg_free(message);
	nng_close(requester);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
	return test_main();
}
