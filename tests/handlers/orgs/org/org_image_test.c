#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/image_family.h"

static void
add_orgs(void)
{
	org_world("request");
}

static const char *
input(bool is_there, const char *more)
{
	return arena_printf(scratch_arena(), "{\"slug\": \"%s\"%s}",
		is_there ? "org-10" : "org-99", more);
}

static const struct image_family logo = {
	.set = {&op_org_logo_set, org_logo_set},
	.set_from_url = {&op_org_logo_set_from_url, org_logo_set_from_url},
	.remove = {&op_org_logo_remove, org_logo_remove},
	.choose = {&op_org_image_choose, org_image_choose},
	.field = "logo",
	.table = "orgs",
	.column = "logo",
	.kind = ", \"kind\": \"logo\"",
	.owner = ADMIN,
	.world = add_orgs,
	.input = input,
};

static const struct image_family cover = {
	.set = {&op_org_cover_set, org_cover_set},
	.set_from_url = {&op_org_cover_set_from_url, org_cover_set_from_url},
	.remove = {&op_org_cover_remove, org_cover_remove},
	.choose = {&op_org_image_choose, org_image_choose},
	.field = "coverImage",
	.table = "orgs",
	.column = "cover",
	.kind = ", \"kind\": \"cover\"",
	.owner = OWNER,
	.world = add_orgs,
	.input = input,
};

IMAGE_FAMILY_TESTS(logo, &logo)
IMAGE_FAMILY_TESTS(cover, &cover)

TEST(lets_owners_and_admins_alone_change_the_images)
{
	static const struct image_family *const images[] = {&logo, &cover};

	image_family_full_world(&logo);
	for (size_t i = 0; i < COUNT_OF(images); i++) {
		for (unsigned person = MEMBER; person < PERSON_END; person++)
			image_family_refuses(
				images[i], person, true, PROBLEM_ORG_ROLE_REQUIRED);
		image_family_refuses(images[i], OWNER, false, PROBLEM_ORG_NOT_FOUND);
		for (unsigned person = OWNER; person <= ADMIN; person++) {
			assert_done(
				image_act_on(images[i], IMAGE_ACT_SET, person, true, 7));
		}
	}
}

TEST(removes_one_image_and_keeps_the_other)
{
	image_family_full_world(&logo);
	assert_done(image_act(&cover, IMAGE_ACT_SET, 8));
	for (enum image_act act = IMAGE_ACT_REMOVE; act < IMAGE_ACT_COUNT; act++) {
		struct scratch_answer answer = image_act(&logo, act, 0);

		scratch_expect(answer, "{'logo': null}");
		assert_string_equal(scratch_string(&answer, "coverImage"), image_url(8));
	}
	assert_false(image_is_released(8));
	assert_done(image_act(&logo, IMAGE_ACT_SET, 7));
	for (enum image_act act = IMAGE_ACT_REMOVE; act < IMAGE_ACT_COUNT; act++) {
		struct scratch_answer answer = image_act(&cover, act, 0);

		scratch_expect(answer, "{'coverImage': null}");
		assert_string_equal(scratch_string(&answer, "logo"), image_url(7));
	}
}
