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
#define IMAGES_MAX 20

/* An image that waits for its turn in a thread, and notes the order. */
struct image {
	struct turn turn;
	struct uuid member;
	bool large;
	pthread_t thread;
	atomic_int place; /* when its turn came; 0 = not yet */
};

static struct image images[IMAGES_MAX];
static atomic_int places;

static struct uuid
member_of(char name)
{
	return (struct uuid){.bytes = {(uint8_t)name}};
}

static void *
wait_for_turn(void *data)
{
	struct image *image = data;

	if (turn_take(&image->turn, &image->member, image->large,
		    clock_monotonic_ms() + FOREVER_MS))
		image->place = ++places;
	return NULL;
}

/* Begins to wait, behind all images that wait already. A capital is a member with a large
 * image. */
static void
begin(struct image *image, char member)
{
	image->large = member >= 'A' && member <= 'Z';
	image->member = member_of(member);
	image->place = 0;
	pthread_create(&image->thread, NULL, wait_for_turn, image);
	usleep(20000);
}

static void
begin_all(const char *members)
{
	places = 0;
	for (size_t i = 0; members[i] != '\0'; i++)
		begin(&images[i], members[i]);
}

/* Waits until as many images as possible are under way. */
static void
wait_for_all(void)
{
	usleep((TURNS_MAX * (TURN_ALONE_MS + 50) + 100) * 1000);
}

/* Waits until it is the image's turn, and ends it. */
static void
end(struct image *image)
{
	pthread_join(image->thread, NULL);
	assert_true(image->place > 0);
	turn_end(&image->turn);
}

static void
end_all(size_t count)
{
	for (size_t i = 0; i < count; i++)
		end(&images[i]);
}

/* Begins these images, and ends each as its turn comes, at once. Expects their turns to
 * come in this order. */
static void
expect_order(const char *members, const char *order)
{
	const size_t count = strlen(members);
	char found[IMAGES_MAX + 1] = "";

	begin_all(members);
	for (size_t done = 0; done < count; done++) {
		size_t i = 0;

		while (images[i].place != (int)done + 1) {
			i = (i + 1) % count;
			usleep(100);
		}
		found[done] = members[i];
		end(&images[i]);
		usleep(5000);
	}
	assert_string_equal(found, order);
}

/* Expects these images to begin ('x') or to wait ('-'). */
static void
expect_begun(const char *members, const char *begun)
{
	const size_t count = strlen(members);

	begin_all(members);
	wait_for_all();
	for (size_t i = 0; i < count; i++)
		assert_int_equal(images[i].place > 0, begun[i] == 'x');
}

TEST(decodes_one_image_of_a_member_at_a_time)
{
	expect_begun("aaabb", "x--x-");
	end_all(5);
}

TEST(decodes_images_of_several_members_at_once)
{
	expect_begun("abcdefgh", "xxxxx---");
	end_all(8);
}

/* Known attack: members kept the decoder busy with expensive images, whose cost their
 * headers did not tell. */
TEST(an_image_waits_for_none_of_another_member_while_there_is_room)
{
	expect_begun("abcdaaabbbcccddde", "xxxx------------x");
	end_all(17);
}

TEST(decodes_few_large_images_at_a_time)
{
	expect_begun("ABCDefghi", "xx--xxx--");
	end_all(9);
}

TEST(takes_turns_between_members)
{
	expect_order("ab", "ab");
	expect_order("aab", "aba");
	expect_order("aaaabbc", "abcabaa");
}

TEST(lets_the_next_image_begin_beside_one_that_has_been_alone_for_a_time)
{
	const int64_t began_ms = clock_monotonic_ms();

	begin_all("ab");
	assert_int_equal(images[0].place, 1);
	assert_int_equal(images[1].place, 0);
	while (images[1].place == 0)
		usleep(1000);
	assert_in_range(
		clock_monotonic_ms() - began_ms, TURN_ALONE_MS, TURN_ALONE_MS + 300);
	end_all(2);
}

/* Known attack: members with many waiting images each kept out all who came later. */
TEST(an_image_waits_for_one_of_each_member_at_most)
{
	begin_all("vvwwxxyyzzn");
	wait_for_all();
	assert_int_equal(images[10].place, 0);
	end(&images[0]);
	end(&images[10]);
	assert_int_equal(images[10].place, 6);
	for (size_t i = 1; i < 10; i++)
		end(&images[i]);
}

TEST(small_images_keep_no_large_one_out)
{
	begin_all("vvwwxxyyzzN");
	wait_for_all();
	end(&images[0]);
	end(&images[10]);
	assert_int_equal(images[10].place, 6);
	for (size_t i = 1; i < 10; i++)
		end(&images[i]);
}

TEST(gives_up_at_the_deadline_and_leaves_no_trace)
{
	struct turn turn;
	const struct uuid member = member_of('a'), other = member_of('b');
	const int64_t began_ms = clock_monotonic_ms();

	begin_all("a");
	assert_false(turn_take(&turn, &member, false, began_ms + 100));
	assert_in_range(clock_monotonic_ms() - began_ms, 100, 1000);
	assert_false(turn_take(&turn, &other, false, clock_monotonic_ms() - 1));
	end(&images[0]);
	assert_true(turn_take(&turn, &member, false, clock_monotonic_ms() + FOREVER_MS));
	turn_end(&turn);
}

const struct test_scene test_scene = {0};
