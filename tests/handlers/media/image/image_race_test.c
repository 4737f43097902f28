/*
 * image_race_test.c - members set, replace and remove the same few images while the
 * sweeps run without a pause and every image is due. No image that a record uses is ever
 * removed, and in the end nothing else is left. These tests commit.
 *
 * KITH_RACE_SECONDS is the duration of each test, 3 by default.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "common/base/clock.h"
#include "common/service/service.h"
#include "services/identity/handlers.h"
#include "services/media/image/image.h"
#include "services/media/image/image_sweep.h"
#include "services/media/objects/objects.h"
#include "services/media/objects/sweep.h"
#include "tests/handlers/media/image/image_race_store.h"
#include "tests/handlers/media/media_fixture.h"

#define MEMBERS 5
#define IMAGES 3
#define SWEEPERS 2

static atomic_bool over;
static atomic_long set_count, gone_count, swept_count, read_count;

/* ---- threads ----------------------------------------------------------------------- */

static struct thread_of {
	pthread_t thread;
	void (*once)(struct thread_of *self);
	unsigned number;
	struct principal principal;
	struct arena *arena;
	struct db *media, *identity, *owner;
	const char *members[MEMBERS]; /* their ids */
} threads[MEMBERS + 2 * SWEEPERS + 2];

static size_t thread_count;

static struct call
call_of(struct thread_of *self, struct db *db, const struct op *op)
{
	return (struct call){
		.op = op,
		.arena = self->arena,
		.principal = self->principal,
		.request_id = arena_text(self->arena, "race"),
		.deadline_unix_ms = clock_unix_us() / 1000 + 15000,
		.db = db,
		.reply = {.arena = self->arena},
	};
}

/* A member stores one of the images and sets it, or removes the current one. */
static void
be_a_member(struct thread_of *self)
{
	static const char *const contents[IMAGES] = {
		"RIFF-one", "RIFF-two", "RIFF-three"};
	const char *content = contents[rand() % IMAGES];
	struct call keep = call_of(self, self->media, &op_image_store);
	struct call set = call_of(self, self->identity, &op_me_avatar_set);
	struct call remove = call_of(self, self->identity, &op_me_avatar_remove);

	if (rand() % 4 == 0) {
		run_call(&remove, me_avatar_remove, NULL, 0);
		must(remove.outcome.problem == PROBLEM_NONE, "an image is not removed");
		return;
	}
	image_keep(&keep,
		&(const struct decoder_image){
			.webp = (const uint8_t *)content, .size = strlen(content)});
	if (keep.outcome.problem == PROBLEM_SERVICE_UNAVAILABLE)
		return;
	must(keep.outcome.db_problem == PROBLEM_NONE, "an image is not kept");
	set.image = (struct identifier){
		.presence = GIVEN, .uuid = image_id_of(content, strlen(content))};
	run_call(&set, me_avatar_set, NULL, 0);
	/* The grace time of twenty minutes is over at once here, so the image may be gone
	 * again. */
	if (set.outcome.problem == PROBLEM_NONE)
		set_count++;
	else
		must(set.outcome.problem == PROBLEM_SERVICE_UNAVAILABLE,
			"an image is not set");
	gone_count += set.outcome.problem != PROBLEM_NONE;
}

static void
sweep(struct thread_of *self, const struct task *task)
{
	task_steps(task, self->media, self->arena, &over);
	swept_count++;
}

static void
sweep_images(struct thread_of *self)
{
	static const struct task task = {
		.name = "images", .step = image_sweep_step, .tx = TX_WRITE};

	sweep(self, &task);
}

static void
sweep_objects(struct thread_of *self)
{
	static const struct task task = {
		.name = "objects", .step = objects_sweep_step, .tx = TX_NONE};

	sweep(self, &task);
}

/* Lets the waiting times of all images pass. */
static void
make_due(struct thread_of *self)
{
	static const char sql[] =
		"UPDATE kith.images SET look_at = now() - interval '1 second'"
		" WHERE look_at > now();"
		"UPDATE kith.image_objects SET look_at = now() - interval '1 second'"
		" WHERE look_at > now()";

	if (db_ready(self->owner))
		PQclear(PQexec(db_connection(self->owner), sql));
	dawdle();
}

/* An image is readable as long as a member has it. */
static void
read_one(struct thread_of *self)
{
	PGconn *connection = db_ready(self->owner) ? db_connection(self->owner) : NULL;
	const char *member = self->members[rand() % MEMBERS];
	const char *lock = arena_printf(self->arena,
		"BEGIN; SELECT FROM kith.members WHERE id = '%s' FOR SHARE", member);
	const char *look = arena_printf(self->arena,
		"SELECT encode(uuid_send(i.object), 'hex') FROM kith.members m"
		" JOIN kith.images i ON i.id = m.image WHERE m.id = '%s'",
		member);
	struct objects_name name = {0};
	const uint8_t *data;
	PGresult *rows;

	PQclear(PQexec(connection, lock));
	rows = PQexec(connection, look);
	if (PQntuples(rows) == 1 && !PQgetisnull(rows, 0, 0)) {
		for (size_t i = 0; i < sizeof(name.object.bytes); i++)
			sscanf(PQgetvalue(rows, 0, 0) + 2 * i, "%2hhx",
				&name.object.bytes[i]);
		dawdle();
		must(objects_get(self->arena, &name, 1, 1000, &data) == OBJECTS_DONE,
			"what a member has is lost");
		read_count++;
	}
	PQclear(rows);
	PQclear(PQexec(connection, "COMMIT"));
}

static void *
run(void *data)
{
	struct thread_of *self = data;

	while (!over) {
		self->once(self);
		arena_reset(self->arena);
	}
	return NULL;
}

static void
start(void (*once)(struct thread_of *self), unsigned number)
{
	struct thread_of *self = &threads[thread_count++];

	*self = (struct thread_of){.once = once,
		.number = number,
		.principal = people_principal(number),
		.arena = arena_new(16384),
		.media = db_new(scratch_url(), "media"),
		.identity = db_new(scratch_url(), "identity"),
		.owner = db_new(scratch_url(), NULL)};
	for (unsigned member = 1; member <= MEMBERS; member++)
		self->members[member - 1] = scratch_uuid_text(member);
}

/* ---- the tests ---- */

/* Runs the sweeps until they find nothing; each removal that fails ends a step. */
static void
settle(void)
{
	int rounds = 0;

	do {
		make_due(&threads[0]);
		sweep_images(&threads[0]);
		sweep_objects(&threads[0]);
	} while (rounds++ < 1000 &&
		people_count(
			"SELECT (SELECT count(*) FROM images WHERE look_at IS NOT NULL)"
			" + (SELECT count(*) FROM image_objects"
			" WHERE look_at IS NOT NULL)") > 0);
}

static void
race(bool with_store)
{
	const char *asked = getenv("KITH_RACE_SECONDS");
	const int64_t until_ms =
		clock_monotonic_ms() + 1000 * (asked == NULL ? 3 : atoi(asked));
	const struct timespec pause = {.tv_nsec = 20000000};

	used = with_store;
	over = false;
	thread_count = place_count = 0;
	set_count = gone_count = swept_count = read_count = 0;
	for (unsigned member = 1; member <= MEMBERS; member++) {
		struct principal principal = people_principal(member);

		if (people_count("SELECT count(*) FROM members WHERE id = '%s'",
			    scratch_uuid_text(member)) == 0)
			people_add(member);
		scratch_sign_in(&principal);
		start(be_a_member, member);
	}
	for (unsigned i = 0; i < SWEEPERS; i++) {
		start(sweep_images, 1);
		start(sweep_objects, 1);
	}
	start(make_due, 1);
	start(read_one, 1);
	for (size_t i = 0; i < thread_count; i++)
		assert_int_equal(
			pthread_create(&threads[i].thread, NULL, run, &threads[i]), 0);
	while (clock_monotonic_ms() < until_ms)
		nanosleep(&pause, NULL);
	over = true;
	for (size_t i = 0; i < thread_count; i++)
		pthread_join(threads[i].thread, NULL);
	over = false;
	settle();
}

/* Closes what start() opened. */
static void
end(void)
{
	for (size_t i = 0; i < thread_count; i++) {
		db_free(threads[i].media);
		db_free(threads[i].identity);
		db_free(threads[i].owner);
		arena_free(threads[i].arena);
	}
}

static void
expect_sound(bool with_store)
{
	const long had = people_count(
		"SELECT count(DISTINCT image) FROM members WHERE image IS NOT NULL");

	print_message("set %ld, gone before it was set %ld, sweeps %ld, read %ld\n",
		set_count, gone_count, swept_count, read_count);
	if (broken != NULL)
		fail_msg("%s", broken);
	assert_true(set_count > 0);
	assert_true(swept_count > 0);
	assert_int_equal(people_count("SELECT count(*) FROM images"), had);
	assert_int_equal(
		people_count("SELECT count(*) FROM image_objects"), with_store ? had : 0);
	assert_int_equal(lying(), with_store ? had : 0);
	scratch_sql("UPDATE members SET image = NULL");
	settle();
	assert_int_equal(people_count("SELECT count(*) FROM images"), 0);
	assert_int_equal(people_count("SELECT count(*) FROM image_objects"), 0);
	assert_int_equal(lying(), 0);
	end();
}

TEST_COMMITTED(nothing_that_a_record_has_leaves_the_database)
{
	race(false);
	expect_sound(false);
}

TEST_COMMITTED(nothing_that_a_record_has_leaves_the_store)
{
	race(true);
	assert_true(read_count > 0);
	expect_sound(true);
}
