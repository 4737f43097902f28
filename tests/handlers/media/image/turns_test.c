/*
 * turns_test.c - images of one member do not hold up those of others.
 */
#include "services/media/image/turns.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "proto/field.h"
#include "tests/support/test.h"

#define FOREVER_MS 20000
#define IMAGES_MAX 8

/* An image that waits for its turn in a thread, and notes the order. */
struct image {
	struct turn turn;
	struct uuid member;
	int64_t estimate_ms;
	pthread_t thread;
	atomic_int place; /* when its turn came; 0 = not yet */
};

static atomic_int places;
static uint8_t world; /* so that nobody of an earlier test has used the decoder */

static struct uuid
member_of(char name)
{
	return (struct uuid){.bytes = {(uint8_t)name, world}};
}

static void *
wait_for_turn(void *data)
{
	struct image *image = data;

	if (turn_take(&image->turn, &image->member, image->estimate_ms, 1,
		    clock_monotonic_ms() + FOREVER_MS))
		image->place = ++places;
	return NULL;
}

/* Begins to wait, behind all images that wait already. */
static void
begin_large(struct image *image, char member, int64_t estimate_ms)
{
	image->member = member_of(member);
	image->estimate_ms = estimate_ms;
	image->place = 0;
	pthread_create(&image->thread, NULL, wait_for_turn, image);
	usleep(20000);
}

static void
begin(struct image *image, char member)
{
	begin_large(image, member, 0);
}

/* Waits until it is the image's turn, and ends it. */
static void
end(struct image *image)
{
	pthread_join(image->thread, NULL);
	assert_true(image->place > 0);
	turn_end(&image->turn, INT64_MAX);
}

/* The first image is under way; ends each as its turn comes, at once. */
static void
expect_order(const char *members, const char *order)
{
	static struct image images[IMAGES_MAX];
	const size_t count = strlen(members);
	char found[IMAGES_MAX + 1] = "";

	places = 0;
	world++;
	for (size_t i = 0; i < count; i++)
		begin(&images[i], members[i]);
	for (size_t done = 0; done < count; done++) {
		size_t i = 0;

		while (images[i].place != (int)done + 1) {
			i = (i + 1) % count;
			usleep(100);
		}
		found[done] = members[i];
		end(&images[i]);
	}
	assert_string_equal(found, order);
}

/* The first image takes as long as the others need to arrive. */
TEST(takes_turns_between_members_in_the_order_of_arrival)
{
	expect_order("AB", "AB");
	expect_order("AAB", "ABA");
	expect_order("AAAABBC", "ABCBAAA");
}

TEST(lets_images_of_other_members_begin_beside_one_that_takes_long)
{
	struct image slow, again, other, third;
	const int64_t began_ms = clock_monotonic_ms();

	places = 0;
	begin(&slow, 'A');
	begin(&again, 'A');
	begin(&other, 'B');
	begin(&third, 'C');
	while (other.place == 0)
		usleep(1000);
	assert_true(clock_monotonic_ms() - began_ms >= TURN_LONG_MS);
	usleep((TURN_LONG_MS + 100) * 1000);
	assert_int_equal(slow.place, 1);
	assert_int_equal(other.place, 2);
	assert_int_equal(again.place, 0);
	end(&other);
	end(&third);
	assert_int_equal(again.place, 0);
	end(&slow);
	end(&again);
}

/* A member uses the decoder for a time. */
static void
use(char member, int64_t used_ms)
{
	struct image image;

	begin(&image, member);
	pthread_join(image.thread, NULL);
	usleep((useconds_t)used_ms * 1000);
	turn_end(&image.turn, used_ms);
}

TEST(lets_members_go_first_whose_images_take_less)
{
	struct image slow, heavy, light;

	use('H', 300);
	use('H', 1);
	for (int i = 0; i < 20; i++)
		use('L', 1); /* however many */
	places = 0;
	begin(&slow, 'S');
	begin(&heavy, 'H');
	begin(&light, 'L');
	end(&slow);
	end(&light);
	end(&heavy);
	assert_int_equal(light.place, 2);
	assert_int_equal(heavy.place, 3);
}

TEST(images_that_take_long_do_not_wait_for_ever)
{
	struct image slow, beside, heavy, late;

	use('H', 300);
	places = 0;
	begin(&slow, 'S');
	begin(&beside, 'B');
	while (beside.place == 0)
		usleep(1000);
	begin(&heavy, 'H');
	usleep(700 * 1000);
	begin(&late, 'L');
	end(&beside);
	end(&heavy);
	end(&late);
	end(&slow);
	assert_int_equal(heavy.place, 3);
	assert_int_equal(late.place, 4);
}

/* Known attack: a member who had uploaded many photos waited for those of members whose
 * first images took long, until each had used the decoder as much. */
TEST(lets_many_quick_images_begin_beside_one_that_takes_long)
{
	struct image slow, again, quick;

	for (int i = 0; i < 20; i++)
		use('Q', 1);
	places = 0;
	begin(&slow, 'S');
	begin(&again, 'S');
	begin(&quick, 'Q');
	end(&quick);
	assert_int_equal(quick.place, 2);
	assert_int_equal(again.place, 0);
	end(&slow);
	end(&again);
}

TEST(lets_only_images_that_take_clearly_less_begin_beside_one_that_takes_long)
{
	struct image slow, equal, less;

	use('E', 1000);
	places = 0;
	begin(&slow, 'S');
	begin(&equal, 'E');
	usleep((TURN_LONG_MS + 100) * 1000);
	assert_int_equal(equal.place, 0);
	begin(&less, 'L');
	end(&less);
	assert_int_equal(equal.place, 0);
	end(&slow);
	end(&equal);
}

/* Known attack: the first images of four members took two seconds each, and two at a time
 * held up all others. */
TEST(lets_images_go_first_whose_headers_promise_less)
{
	struct image slow, large[3], small, next;

	places = 0;
	begin_large(&slow, 'S', 2000);
	for (int i = 0; i < 3; i++)
		begin_large(&large[i], (char)('A' + i), 2000);
	begin(&small, 'X');
	end(&small);
	begin(&next, 'Y');
	end(&next);
	assert_int_equal(small.place, 2);
	assert_int_equal(next.place, 3);
	assert_int_equal(large[0].place, 0);
	end(&slow);
	for (int i = 0; i < 3; i++)
		end(&large[i]);
}

/* Known attack: the images of four members took two seconds and more each, against what
 * their headers promised, and two at a time held up all others. */
TEST(lets_an_image_begin_beside_those_of_four_that_take_longer_than_expected)
{
	struct image slow[4], quick, more;
	int64_t began_ms = clock_monotonic_ms();

	places = 0;
	for (int i = 0; i < 4; i++)
		begin(&slow[i], (char)('A' + i));
	begin(&quick, 'X');
	while (quick.place == 0)
		usleep(1000);
	assert_in_range(clock_monotonic_ms() - began_ms, 4 * TURN_LONG_MS,
		5 * TURN_LONG_MS + 200);
	begin(&more, 'Y');
	usleep((TURN_LONG_MS + 100) * 1000);
	assert_int_equal(more.place, 0); /* no more are decoded at a time */
	end(&quick);
	end(&more);
	for (int i = 0; i < 4; i++)
		end(&slow[i]);
}

TEST(lets_no_more_large_images_begin_at_a_time)
{
	struct image slow, large, larger;

	places = 0;
	begin_large(&slow, 'S', 150);
	usleep(700 * 1000);
	begin_large(&large, 'A', 150);
	begin_large(&larger, 'B', 150);
	usleep(700 * 1000);
	assert_int_equal(large.place, 2);
	assert_int_equal(larger.place, 0);
	end(&large);
	end(&larger);
	end(&slow);
}

/* A photo takes longer beside others, and its member may send another one. */
TEST(lets_the_second_photo_of_a_member_begin_beside_large_images)
{
	struct image slow, large, photo;

	use('M', 180);
	places = 0;
	begin_large(&slow, 'S', 150);
	usleep(700 * 1000);
	begin_large(&large, 'A', 150);
	begin(&photo, 'M');
	usleep(700 * 1000);
	assert_int_equal(large.place, 2);
	assert_int_equal(photo.place, 3);
	end(&photo);
	end(&large);
	end(&slow);
}

TEST(gives_up_at_the_deadline_and_leaves_no_trace)
{
	struct image slow;
	struct turn turn;
	const struct uuid member = member_of('A'), other = member_of('B');

	begin(&slow, 'A');
	assert_false(turn_take(&turn, &member, 0, 1, clock_monotonic_ms() + 100));
	assert_false(turn_take(&turn, &other, 0, 1, clock_monotonic_ms() - 1));
	end(&slow);
	assert_true(turn_take(&turn, &member, 0, 1, clock_monotonic_ms() + FOREVER_MS));
	turn_end(&turn, INT64_MAX);
}

static void
enter_world(void)
{
	world++;
}

const struct test_scene test_scene = {.before = enter_world};
