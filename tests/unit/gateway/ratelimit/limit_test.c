#include <arpa/inet.h>
#include <pthread.h>
#include <string.h>

#include "gateway/ratelimit/limit.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/rest/fake_request.h"

#define SECOND_US 1000000

/* Takes as often as the limit allows; returns how often. */
static int
take_all(struct limits *limits, enum limit_class class, const char *key, int64_t now_us)
{
	struct limit_state state;
	int taken = 0;

	while (taken < 10000 &&
		limit_take_at(limits, class, key, strlen(key), now_us, &state))
		taken++;
	return taken;
}

TEST(allows_as_many_as_the_class_says)
{
	struct limits *limits;

	limits = limits_new(config());
	assert_int_equal(take_all(limits, LIMIT_READ, "somebody", SECOND_US), 600);
	assert_int_equal(take_all(limits, LIMIT_WRITE, "somebody", SECOND_US), 120);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "somebody", SECOND_US), 60);
	assert_int_equal(take_all(limits, LIMIT_ASSET, "somebody", SECOND_US), 1200);
	assert_int_equal(take_all(limits, LIMIT_TOOL, "somebody", SECOND_US), 120);
	assert_int_equal(take_all(limits, LIMIT_MESSAGE, "somebody", SECOND_US), 600);
	limits_free(limits);
}

TEST(fills_evenly_with_time)
{
	struct limits *limits;

	limits = limits_new(config());
	take_all(limits, LIMIT_ANONYMOUS, "a", SECOND_US);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "a", SECOND_US + 999999), 0);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "a", 2 * SECOND_US), 1);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "a", 12 * SECOND_US), 10);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "a", 1000 * SECOND_US), 60);
	limits_free(limits);
}

TEST(keeps_keys_apart)
{
	struct limits *limits;

	limits = limits_new(config());
	take_all(limits, LIMIT_ANONYMOUS, "a", SECOND_US);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "b", SECOND_US), 60);
	limits_free(limits);
}

TEST(says_what_is_left_and_when_to_come_again)
{
	struct limit_state left;
	struct limits *limits;

	limits = limits_new(config());
	assert_true(limit_take_at(limits, LIMIT_ANONYMOUS, "a", 1, SECOND_US, &left));
	assert_int_equal(left.limit, 60);
	assert_int_equal(left.remaining, 59);
	assert_int_equal(left.reset_s, 1);
	take_all(limits, LIMIT_ANONYMOUS, "a", SECOND_US);
	assert_false(limit_take_at(limits, LIMIT_ANONYMOUS, "a", 1, SECOND_US, &left));
	assert_int_equal(left.remaining, 0);
	assert_int_equal(left.reset_s, 1);
	limits_free(limits);
}

TEST(can_be_switched_off)
{
	struct config off, zero;
	struct limits *limits;

	off = *config();
	off.rate_limits = (struct text){GIVEN, 3, "off"};
	limits = limits_new(&off);
	assert_int_equal(take_all(limits, LIMIT_ANONYMOUS, "a", SECOND_US), 10000);
	limits_free(limits);
	zero = *config();
	zero.writes_per_minute.value = 0;
	limits = limits_new(&zero);
	assert_int_equal(take_all(limits, LIMIT_WRITE, "a", SECOND_US), 10000);
	assert_int_equal(take_all(limits, LIMIT_READ, "a", SECOND_US), 600);
	limits_free(limits);
}

TEST(counts_a_network_of_ipv6_as_one)
{
	uint8_t a[16], b[16];

	assert_int_equal(limit_address_key("2001:db8:1:2::1", a), 8);
	assert_int_equal(limit_address_key("2001:db8:1:2:ffff::9", b), 8);
	assert_memory_equal(a, b, 8);
	limit_address_key("2001:db8:1:3::1", b);
	assert_memory_not_equal(a, b, 8);
}

TEST(knows_an_ipv4_address_in_any_clothes)
{
	uint8_t a[16], b[16];

	assert_int_equal(limit_address_key("192.0.2.7", a), 4);
	assert_int_equal(limit_address_key("::ffff:192.0.2.7", b), 4);
	assert_memory_equal(a, b, 4);
	assert_int_equal(limit_address_key("nonsense", a), 0);
}

/* Known attack: a stranger with the addresses of a /48 of IPv6, which are more keys than
 * there is room for, gave members the tokens back that they had used. */
TEST(forgets_what_strangers_used_before_what_members_did)
{
	struct limits *limits;

	limits = limits_new(config());
	assert_int_equal(take_all(limits, LIMIT_IMAGE, "member", SECOND_US), 30);
	assert_int_equal(take_all(limits, LIMIT_WRITE, "member", SECOND_US), 120);
	for (uint32_t i = 0; i < 200000; i++) {
		struct limit_state left;

		assert_true(limit_take_at(
			limits, LIMIT_ANONYMOUS, &i, sizeof(i), SECOND_US + i, &left));
	}
	assert_int_equal(take_all(limits, LIMIT_IMAGE, "member", 2 * SECOND_US), 0);
	assert_int_equal(take_all(limits, LIMIT_WRITE, "member", 2 * SECOND_US), 2);
	limits_free(limits);
}

#define THREADS 4

struct contender {
	struct limits *limits;
	int taken;
};

static void *
contend(void *data)
{
	struct contender *contender = data;

	contender->taken = take_all(contender->limits, LIMIT_READ, "shared", SECOND_US);
	return NULL;
}

TEST(never_gives_threads_more_than_there_is)
{
	struct contender contenders[THREADS];
	pthread_t threads[THREADS];
	int sum = 0;
	struct limits *limits;

	limits = limits_new(config());
	for (size_t i = 0; i < THREADS; i++) {
		contenders[i] = (struct contender){limits, 0};
		pthread_create(&threads[i], NULL, contend, &contenders[i]);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		sum += contenders[i].taken;
	}
	assert_int_equal(sum, 600);
	limits_free(limits);
}

TEST(gives_each_client_of_a_member_buckets_of_its_own)
{
	struct principal one = {.member = {{1}}, .client = {GIVEN, 1, "a"}};
	struct principal other = {.member = {{1}}, .client = {GIVEN, 1, "b"}};
	struct limit_state left;
	struct gateway gateway;

	gateway = (struct gateway){.limits = limits_new(config())};
	assert_true(limit_take_for(&gateway, LIMIT_TOOL, &one, &left));
	assert_true(limit_take_for(&gateway, LIMIT_TOOL, &one, &left));
	assert_int_equal(left.remaining, 118);
	assert_true(limit_take_for(&gateway, LIMIT_TOOL, &other, &left));
	assert_int_equal(left.remaining, 119);
	assert_true(limit_take_for(&gateway, LIMIT_MESSAGE, &one, &left));
	assert_true(limit_take_for(&gateway, LIMIT_MESSAGE, &other, &left));
	assert_int_equal(left.remaining, 599);
	limits_free(gateway.limits);
}

static int
take_all_for(struct gateway *gateway, const struct principal *principal)
{
	struct limit_state state;
	int taken = 0;

	while (taken < 10000 && limit_take_for(gateway, LIMIT_WRITE, principal, &state))
		taken++;
	assert_int_equal(state.limit, 120);
	assert_int_equal(state.remaining, 0);
	assert_true(state.reset_s >= 1);
	return taken;
}

/* Otherwise an app could keep the member from disconnecting it. A second may pass
 * meanwhile, in which two more are allowed. */
TEST(leaves_a_quarter_more_to_the_sessions_of_a_member)
{
	const struct principal app = {
		.member = {{1}}, .credential_kind = CREDENTIAL_OAUTH};
	const struct principal session = {.member = {{1}},
		.credential = {{1}},
		.credential_kind = CREDENTIAL_SESSION};
	const struct principal other = {.member = {{2}},
		.credential = {{2}},
		.credential_kind = CREDENTIAL_SESSION};
	struct gateway gateway = {.limits = limits_new(config())};

	assert_in_range(take_all_for(&gateway, &app), 120, 122);
	assert_in_range(take_all_for(&gateway, &session), 36, 38);
	assert_int_equal(take_all_for(&gateway, &app), 0);
	assert_in_range(take_all_for(&gateway, &other), 126, 128);
	limits_free(gateway.limits);
}

/* Known attack: the thief of a session used up all writes, so that the owner could not
 * change the password. */
TEST(leaves_a_twentieth_to_each_session_of_a_member)
{
	const struct principal thief = {.member = {{1}},
		.credential = {{1}},
		.credential_kind = CREDENTIAL_SESSION};
	const struct principal owner = {.member = {{1}},
		.credential = {{2}},
		.credential_kind = CREDENTIAL_SESSION};
	struct gateway gateway = {.limits = limits_new(config())};

	assert_in_range(take_all_for(&gateway, &thief), 126, 128);
	assert_int_equal(take_all_for(&gateway, &thief), 0);
	assert_in_range(take_all_for(&gateway, &owner), 6, 8);
	limits_free(gateway.limits);
}

/* Known attack: a member with a hundred sessions wrote ten times as much. */
TEST(leaves_another_quarter_to_all_sessions_of_a_member)
{
	struct principal session = {
		.member = {{1}}, .credential_kind = CREDENTIAL_SESSION};
	struct gateway gateway = {.limits = limits_new(config())};
	int taken = 0;

	for (uint8_t i = 0; i < 100; i++) {
		session.credential.bytes[0] = i;
		taken += take_all_for(&gateway, &session);
	}
	assert_in_range(taken, 150, 154);
	limits_free(gateway.limits);
}

/* A limit may be smaller than that part. */
TEST(leaves_one_token_to_a_session_at_least)
{
	const struct principal session = {.member = {{1}},
		.credential = {{1}},
		.credential_kind = CREDENTIAL_SESSION};
	struct config few = *config();
	struct gateway gateway;
	struct limit_state state;
	int taken = 0;

	few.writes_per_minute.value = 3;
	gateway.limits = limits_new(&few);
	while (taken < 100 && limit_take_for(&gateway, LIMIT_WRITE, &session, &state))
		taken++;
	assert_int_equal(taken, 4);
	limits_free(gateway.limits);
}

const struct test_scene test_scene = {.open = fake_config};
