#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"
#include "tests/support/image_family.h"

/* Entries 100 and 101 of member 1, which member 2 can see. */
static void
add_entries(void)
{
	people_add_all(2);
	progress_add(100, 1, "true", 0);
	progress_add(101, 1, "true", 0);
}

static const char *
input(bool is_there, const char *more)
{
	return arena_printf(scratch_arena(), "{\"id\": \"%s\"%s}",
		scratch_id("prog", is_there ? 100 : 199), more);
}

static const struct image_family photo = {
	.set = {&op_progress_photo_set, progress_photo_set},
	.set_from_url = {&op_progress_photo_set_from_url, progress_photo_set_from_url},
	.remove = {&op_progress_photo_remove, progress_photo_remove},
	.choose = {&op_progress_photo_choose, progress_photo_choose},
	.field = "photo",
	.table = "progress",
	.column = "photo",
	.kind = "",
	.owner = 1,
	.world = add_entries,
	.input = input,
};

IMAGE_FAMILY_TESTS(photo, &photo)

TEST(lets_the_author_alone_change_the_photo)
{
	image_family_full_world(&photo);
	image_family_refuses(&photo, 2, true, PROBLEM_NOT_AUTHOR);
	image_family_refuses(&photo, 1, false, PROBLEM_PROGRESS_NOT_FOUND);
	scratch_sql("UPDATE progress SET is_public = false");
	image_family_refuses(&photo, 2, true, PROBLEM_PROGRESS_NOT_FOUND);
}
