#include "services/identity/handlers.h"
#include "tests/support/image_family.h"

static void
add_members(void)
{
	people_add_all(2);
}

static const char *
input(bool is_there, const char *more)
{
	assert_true(is_there);
	return arena_printf(scratch_arena(), "{%s}", more + (more[0] == ','));
}

static const struct image_family avatar = {
	.set = {&op_me_avatar_set, me_avatar_set},
	.set_from_url = {&op_me_avatar_set_from_url, me_avatar_set_from_url},
	.remove = {&op_me_avatar_remove, me_avatar_remove},
	.choose = {&op_me_avatar_choose, me_avatar_choose},
	.field = "image",
	.table = "members",
	.column = "image",
	.kind = "",
	.owner = 1,
	.world = add_members,
	.input = input,
};

IMAGE_FAMILY_TESTS(avatar, &avatar)

TEST(sets_the_photo_of_the_social_account)
{
	static const struct op_entry entry = {
		&op_me_avatar_set_from_social, me_avatar_set_from_social};
	struct scratch_answer answer;

	image_family_world(&avatar);
	answer = image_call(&entry, 1, NULL, 7);
	assert_done(answer);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
	assert_problem(image_call(&entry, 1, NULL, 0), PROBLEM_INTERNAL_ERROR);
	assert_int_equal(image_family_count(&avatar), 1);
}

TEST(chooses_the_photo_of_the_social_account)
{
	struct scratch_answer answer;

	image_family_world(&avatar);
	answer = image_call(&avatar.choose, 1, JSON({"source": "social"}), 7);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
}
