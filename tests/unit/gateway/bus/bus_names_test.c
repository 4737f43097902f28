/*
 * bus_names_test.c - replicas behind a host name come and go with the resolver's answers.
 *
 * This program has its own getaddrinfo(), which the bus's thread calls instead of the C
 * library's. It answers what a test sets; the addresses are those of unix sockets.
 */
#include <netdb.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_client.h"
#include "tests/unit/gateway/bus/sp_peer.h"

#define ADDRESSES_MAX 2
#define NAME "tcp://replicas.example:80"
#define STUCK "stuck.example" /* its resolution does not return for so long */
#define STUCK_MS 1500
#define INTERVAL_MS 50

static char *folder;
static struct sp_peer *peers[ADDRESSES_MAX];
static struct bus_client client;

/* The current answer for the name. */
static struct {
	pthread_mutex_t lock;
	const struct sp_peer *peers[ADDRESSES_MAX];
	int error, delay_ms, asked;
} answer = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* One entry of a result, with its address. */
struct entry {
	struct addrinfo info;
	struct sockaddr_un address;
};

/* Prepends an address to a result. */
static void
add_entry(struct addrinfo **result, const char *path)
{
	struct entry *entry = calloc(1, sizeof(*entry));

	if (entry == NULL)
		abort();
	entry->address.sun_family = AF_UNIX;
	memcpy(entry->address.sun_path, path, strlen(path));
	entry->info = (struct addrinfo){.ai_family = AF_UNIX,
		.ai_addr = (struct sockaddr *)&entry->address,
		.ai_addrlen = sizeof(entry->address),
		.ai_next = *result};
	*result = &entry->info;
}

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
	struct addrinfo **result)
{
	int error;
	int delay_ms;

	if (hints->ai_flags & AI_NUMERICHOST)
		return EAI_NONAME;
	if (strcmp(name, STUCK) == 0) {
		usleep(STUCK_MS * 1000);
		return EAI_AGAIN;
	}
	if (strcmp(name, "replicas.example") != 0 || strcmp(service, "80") != 0)
		abort();
	*result = NULL;
	pthread_mutex_lock(&answer.lock);
	answer.asked++;
	error = answer.error;
	delay_ms = answer.delay_ms;
	for (size_t i = 0; i < ADDRESSES_MAX && error == 0; i++)
		if (answer.peers[i] != NULL)
			add_entry(result, answer.peers[i]->path);
	pthread_mutex_unlock(&answer.lock);
	usleep((useconds_t)delay_ms * 1000);
	return error;
}

void
freeaddrinfo(struct addrinfo *result)
{
	while (result != NULL) {
		struct addrinfo *next = result->ai_next;

		free(result); /* the first member of its entry */
		result = next;
	}
}

/* Sets the resolver's answer. */
static void
say(int error, int delay_ms, const struct sp_peer *first, const struct sp_peer *second)
{
	pthread_mutex_lock(&answer.lock);
	answer.error = error;
	answer.delay_ms = delay_ms;
	answer.peers[0] = first;
	answer.peers[1] = second;
	pthread_mutex_unlock(&answer.lock);
}

/* Returns how often the resolver was called. */
static int
asked(void)
{
	int count;

	pthread_mutex_lock(&answer.lock);
	count = answer.asked;
	pthread_mutex_unlock(&answer.lock);
	return count;
}

/* A script: answers a call after 300 ms. */
static void
answers_slowly(struct sp_peer *peer, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(peer, fd, &call)) {
		free(call.frame);
		usleep(300000);
		sp_peer_reply(fd, &call, "slow", 4);
	}
}

/* Starts two peers, and a client of their common name, alone or among other addresses. */
static void
connect_to(const char *names, sp_peer_script *script, size_t known)
{
	folder = bus_client_folder();
	peers[0] = sp_peer_new(folder, "0", script);
	peers[1] = sp_peer_new(folder, "1", sp_peer_answers);
	say(0, 0, known > 0 ? peers[0] : NULL, known > 1 ? peers[1] : NULL);
	client = bus_client_new(
		names, (struct bus_options){.resolve_interval_ms = INTERVAL_MS});
	assert_true(bus_client_await_replicas(&client, (int)known));
}

static void
connect_by_name(sp_peer_script *script, size_t known)
{
	connect_to(NAME, script, known);
}

static void
tear_down(void)
{
	bus_client_free(&client);
	for (size_t i = 0; i < ADDRESSES_MAX; i++)
		sp_peer_free(peers[i]);
	rmdir(folder);
}

TEST(uses_every_address_of_a_name)
{
	struct bus_answer result;

	connect_by_name(sp_peer_answers, 2);
	for (int i = 0; i < 10; i++)
		assert_int_equal(bus_client_call(&client, "read", 1000, true, &result),
			BUS_ANSWERED);
	assert_int_equal(peers[0]->calls, 5);
	assert_int_equal(peers[1]->calls, 5);
}

TEST(uses_an_address_that_is_new_within_a_second)
{
	int64_t before_ms;

	connect_by_name(sp_peer_answers, 1);
	before_ms = clock_monotonic_ms();
	say(0, 0, peers[0], peers[1]);
	assert_true(bus_client_await_replicas(&client, 2));
	assert_true(clock_monotonic_ms() - before_ms < 1000);
	assert_int_equal(peers[0]->connections, 1);
}

TEST(finishes_calls_of_an_address_that_is_gone_and_then_closes)
{
	struct bus_answer under_way;
	struct bus_answer next;

	connect_by_name(answers_slowly, 1);
	bus_client_begin(&client, "write", 2000, false, &under_way);
	bus_client_run(&client, 20);
	say(0, 0, NULL, peers[1]);
	for (int i = 0; i < 100 && peers[1]->connections == 0; i++)
		bus_client_run(&client, 10);
	assert_true(bus_client_await_replicas(&client, 1));
	assert_int_equal(
		bus_client_call(&client, "write", 1000, false, &next), BUS_ANSWERED);
	assert_memory_equal(next.body, "fine", 4);
	assert_int_equal(bus_client_wait(&client, &under_way), BUS_ANSWERED);
	assert_memory_equal(under_way.body, "slow", 4);
	assert_int_equal(peers[0]->calls, 1);
	bus_client_run(&client, 50);
	/* The peer's thread returns to accept(2) only when its connection is closed. */
	say(0, 0, peers[0], peers[1]);
	assert_true(bus_client_await_replicas(&client, 2));
	assert_int_equal(peers[0]->connections, 2);
}

TEST(keeps_its_addresses_while_the_resolver_is_down)
{
	int before;

	connect_by_name(sp_peer_answers, 2);
	say(EAI_AGAIN, 0, NULL, NULL);
	before = asked();
	for (int i = 0; i < 100 && asked() < before + 3; i++)
		bus_client_run(&client, 20);
	assert_true(asked() >= before + 3);
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 2);
	assert_int_equal(peers[0]->connections + peers[1]->connections, 2);
}

TEST(has_no_replica_when_the_name_is_gone)
{
	struct bus_answer result;

	connect_by_name(sp_peer_answers, 2);
	say(EAI_NONAME, 0, NULL, NULL);
	assert_true(bus_client_await_replicas(&client, 0));
	assert_int_equal(
		bus_client_call(&client, "read", 100, true, &result), BUS_UNAVAILABLE);
}

TEST(is_not_held_up_by_a_slow_resolver)
{
	int before;
	int64_t before_ms;
	struct bus_answer result;

	connect_by_name(sp_peer_answers, 1);
	say(0, 1500, peers[0], NULL);
	before = asked();
	for (int i = 0; i < 100 && asked() == before; i++)
		bus_client_run(&client, 10);
	before_ms = clock_monotonic_ms();
	for (int i = 0; i < 20; i++)
		assert_int_equal(bus_client_call(&client, "read", 1000, true, &result),
			BUS_ANSWERED);
	bus_free(client.bus);
	client.bus = NULL;
	assert_true(clock_monotonic_ms() - before_ms < 1000);
}

TEST(is_not_held_up_by_another_name)
{
	int64_t before_ms = clock_monotonic_ms();

	connect_to("tcp://" STUCK ":80," NAME, sp_peer_answers, 1);
	say(0, 0, peers[0], peers[1]);
	assert_true(bus_client_await_replicas(&client, 2));
	assert_true(clock_monotonic_ms() - before_ms < STUCK_MS);
}

const struct test_scene test_scene = {.after = tear_down};

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
	return test_main();
}
