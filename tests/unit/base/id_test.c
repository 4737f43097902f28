#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "tests/support/test.h"

#define THREADS 4
#define IDS_PER_THREAD 20000

static const struct {
	struct uuid uuid;
	const char *symbols;
} pairs[] = {
	{{{0}}, "00000000000000000000000000"},
	{{{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		 0xff, 0xff, 0xff}},
		"7zzzzzzzzzzzzzzzzzzzzzzzzz"},
	{{{0x01, 0x89, 0x0a, 0x5d, 0xac, 0x96, 0x77, 0x4b, 0xbc, 0xce, 0xb3, 0x02, 0x09,
		 0x9a, 0x80, 0x57}},
		"01h455vb4pex5vsknk084sn02q"},
	{{{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc,
		 0xdd, 0xee, 0xff}},
		"0024h36h2ncsvrh6daqf6dvvqz"},
	{{{0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
		"40000000000000000000000001"},
};

TEST(writes_and_reads_known_ids)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char out[ID_TEXT_MAX];
		struct uuid back;
		size_t size = id_format(out, "post", &pairs[i].uuid);

		assert_int_equal(size, strlen(out));
		assert_int_equal(size, 5 + 26);
		assert_memory_equal(out, "post_", 5);
		assert_string_equal(out + 5, pairs[i].symbols);
		assert_true(id_parse(out, size, "post", &back));
		assert_true(id_equal(&back, &pairs[i].uuid));
	}
}

TEST(refuses_every_other_text)
{
	static const char *const bad[] = {
		"",
		"_",
		"post",
		"post_",
		"01h455vb4pex5vsknk084sn02q",
		"_01h455vb4pex5vsknk084sn02q",
		"post01h455vb4pex5vsknk084sn02q",
		"post-01h455vb4pex5vsknk084sn02q",
		"Post_01h455vb4pex5vsknk084sn02q",
		"prog_01h455vb4pex5vsknk084sn02q",
		"pos_01h455vb4pex5vsknk084sn02q",
		"postt_01h455vb4pex5vsknk084sn02q",
		"post_01h455vb4pex5vsknk084sn02",
		"post_01h455vb4pex5vsknk084sn02qq",
		"post_01H455VB4PEX5VSKNK084SN02Q",
		"post_01h455vb4pex5vsknk084sn02Q",
		"post_01h455vb4pex5vsknk084sn02i",
		"post_01h455vb4pex5vsknk084sn02l",
		"post_01h455vb4pex5vsknk084sn02o",
		"post_01h455vb4pex5vsknk084sn02u",
		"post_81h455vb4pex5vsknk084sn02q",
		"post_z1h455vb4pex5vsknk084sn02q",
		"post_ 1h455vb4pex5vsknk084sn02q",
		"post_01h455vb4pex5vsknk084sn02 ",
		" post_01h455vb4pex5vsknk084sn02q",
		"post_01h455vb4pex5-sknk084sn02q",
		"post_01h455vb4pex5\xc3\xa4sknk084sn02",
	};
	struct uuid uuid = pairs[1].uuid;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (id_parse(bad[i], strlen(bad[i]), "post", &uuid)) {
			fail_msg("accepted: %s", bad[i]);
		}
		assert_true(id_equal(&uuid, &pairs[1].uuid));
	}
	assert_false(id_parse("post_01h455vb4pex5\0vsknk084sn02", 31, "post", &uuid));
}

TEST(reads_exactly_thirty_two_symbols)
{
	static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
	char text[] = "usr_01h455vb4pex5vsknk084sn02q";

	for (int byte = 0; byte < 256; byte++) {
		struct uuid uuid;
		bool expected = byte != 0 && strchr(alphabet, byte) != NULL;

		text[12] = (char)byte;
		assert_int_equal(
			id_parse(text, sizeof(text) - 1, "usr", &uuid), expected);
	}
}

TEST(makes_version_seven_of_the_present_time)
{
	int64_t before_ms = clock_unix_us() / 1000, ms = 0;
	struct uuid uuid = id_new();

	for (int i = 0; i < 6; i++) {
		ms = ms << 8 | uuid.bytes[i];
	}
	assert_in_range(ms, before_ms, before_ms + 5000);
	assert_int_equal(uuid.bytes[6] >> 4, 7);
	assert_int_equal(uuid.bytes[8] >> 6, 2);
}

TEST(makes_ids_that_only_grow)
{
	struct uuid last = id_new();
	char last_text[ID_TEXT_MAX], text[ID_TEXT_MAX];

	for (int i = 0; i < 100000; i++) {
		struct uuid next = id_new();

		assert_true(memcmp(last.bytes, next.bytes, 8) < 0);
		id_format(last_text, "usr", &last);
		id_format(text, "usr", &next);
		assert_true(strcmp(last_text, text) < 0);
		last = next;
	}
}

static void *
make_many(void *argument)
{
	struct uuid *ids = argument;

	for (int i = 0; i < IDS_PER_THREAD; i++) {
		ids[i] = id_new();
	}
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct uuid));
}

TEST(repeats_no_tick_between_threads)
{
	struct uuid *ids = calloc(THREADS * IDS_PER_THREAD, sizeof(*ids));
	pthread_t threads[THREADS];

	assert_non_null(ids);
	for (size_t i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_create(&threads[i], NULL, make_many,
					 ids + i * IDS_PER_THREAD),
			0);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	qsort(ids, THREADS * IDS_PER_THREAD, sizeof(*ids), compare);
	for (size_t i = 1; i < THREADS * IDS_PER_THREAD; i++) {
		assert_true(memcmp(ids[i - 1].bytes, ids[i].bytes, 8) != 0);
	}
	free(ids);
}

TEST(draws_different_random_bits)
{
	struct uuid a = id_new(), b = id_new();

	assert_memory_not_equal(a.bytes + 8, b.bytes + 8, 8);
	assert_false(id_equal(&a, &b));
	assert_true(id_equal(&a, &a));
}

/* Both processes start from the parent's store of random bytes. */
TEST(draws_anew_after_a_fork)
{
	struct uuid own, of_child;
	int ends[2], status = -1;
	pid_t child;

	id_new(); /* fills the store */
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		of_child = id_new();
		_exit(write(ends[1], &of_child, sizeof(of_child)) == sizeof(of_child)
				? 0
				: 1);
	}
	own = id_new();
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(read(ends[0], &of_child, sizeof(of_child)), sizeof(of_child));
	assert_memory_not_equal(own.bytes + 8, of_child.bytes + 8, 8);
	close(ends[0]);
	close(ends[1]);
}

/* More ids than one store provides. */
TEST(repeats_no_random_bits)
{
	static struct uuid made[300];

	for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
		made[i] = id_new();
		for (size_t j = 0; j < i; j++)
			assert_memory_not_equal(made[i].bytes + 8, made[j].bytes + 8, 8);
	}
}

TEST(knows_what_an_id_is_of)
{
	static const struct {
		const char *prefix, *kind;
	} cases[] = {
		{"usr", "a member's id"},
		{"org", "an organization's id"},
		{"oapp", "an organization application's id"},
		{"oinv", "an invitation's id"},
		{"jreq", "a join request's id"},
		{"post", "an ask's id"},
		{"prog", "a progress entry's id"},
		{"proj", "a project's id"},
		{"aff", "an affiliation's id"},
		{"evt", "an event's id"},
		{"intro", "an intro request's id"},
		{"ntf", "a notification's id"},
		{"obx", "an outbox message's id"},
		{"pat", "a token's id"},
		{"ses", "a session's id"},
		{"cli", "a client's id"},
		{"rep", "a report's id"},
	};
	struct uuid uuid = id_new();
	char text[ID_TEXT_MAX];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t size = id_format(text, cases[i].prefix, &uuid);

		assert_string_equal(id_kind(text, size), cases[i].kind);
		assert_null(id_kind(text, size - 1));
	}
	assert_null(id_kind(text, id_format(text, "foo", &uuid)));
	assert_null(id_kind("", 0));
	assert_null(id_kind("evt_", 4));
}
