#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/support/image_family.h"

/* Asks 100 and 101 of member 1, which member 2 can see. */
static void
add_asks(void)
{
	people_add_all(2);
	post_add(100, 1, "true");
	post_add(101, 1, "true");
}

static const char *
input(bool is_there, const char *more)
{
	return arena_printf(scratch_arena(), "{\"id\": \"%s\"%s}",
		scratch_id("post", is_there ? 100 : 199), more);
}

static const struct image_family photo = {
	.set = {&op_post_photo_set, post_photo_set},
	.set_from_url = {&op_post_photo_set_from_url, post_photo_set_from_url},
	.remove = {&op_post_photo_remove, post_photo_remove},
	.choose = {&op_post_photo_choose, post_photo_choose},
	.field = "photo",
	.table = "posts",
	.column = "photo",
	.kind = "",
	.owner = 1,
	.world = add_asks,
	.input = input,
};

IMAGE_FAMILY_TESTS(photo, &photo)

TEST(lets_the_author_alone_change_the_photo)
{
	image_family_full_world(&photo);
	image_family_refuses(&photo, 2, true, PROBLEM_NOT_AUTHOR);
	image_family_refuses(&photo, 1, false, PROBLEM_POST_NOT_FOUND);
	scratch_sql("UPDATE posts SET is_public = false");
	image_family_refuses(&photo, 2, true, PROBLEM_POST_NOT_FOUND);
}

TEST(refuses_a_closed_ask)
{
	image_family_full_world(&photo);
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	image_family_refuses(&photo, 1, true, PROBLEM_POST_CLOSED);
}
