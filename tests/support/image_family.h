/*
 * image_family.h - the common tests of operations on an image of any record
 * (proto/media/image_ops.h). IMAGE_FAMILY_TESTS() adds them to a test of handlers.
 */
#ifndef KITH_TEST_IMAGE_FAMILY_H
#define KITH_TEST_IMAGE_FAMILY_H

#include "tests/support/image_scene.h"

struct image_family {
	struct op_entry set, set_from_url, remove, choose;
	const char *field; /* of the answer */
	const char *table, *column;
	const char *kind;    /* further input of .choose: members of JSON, or "" */
	unsigned owner;      /* the person who may set the image */
	void (*world)(void); /* adds the people and the record */
	/* The JSON input for the record, or for a missing one, with `more` members after
	 * it; `more` is "" or begins with a comma. */
	const char *(*input)(bool is_there, const char *more);
};

#define IMAGE_AT_URL ", \"url\": \"https://example.org/a.png\""
#define IMAGE_REMOVED ", \"remove\": true"

enum image_act {
	IMAGE_ACT_SET,
	IMAGE_ACT_SET_FROM_URL,
	IMAGE_ACT_CHOOSE, /* these three set the image */
	IMAGE_ACT_REMOVE,
	IMAGE_ACT_CHOOSE_NONE,
	IMAGE_ACT_COUNT,
};

/* Sets image `image` (0 = media has made none) in one of the ways, or removes the
 * image. */
static inline struct scratch_answer
image_act_on(const struct image_family *family, enum image_act act, unsigned member,
	bool is_there, unsigned image)
{
	static const char *const more[IMAGE_ACT_COUNT] = {
		[IMAGE_ACT_SET] = "",
		[IMAGE_ACT_SET_FROM_URL] = IMAGE_AT_URL,
		[IMAGE_ACT_CHOOSE] = IMAGE_AT_URL,
		[IMAGE_ACT_REMOVE] = "",
		[IMAGE_ACT_CHOOSE_NONE] = IMAGE_REMOVED,
	};
	const struct op_entry *const entries[IMAGE_ACT_COUNT] = {
		[IMAGE_ACT_SET] = &family->set,
		[IMAGE_ACT_SET_FROM_URL] = &family->set_from_url,
		[IMAGE_ACT_CHOOSE] = &family->choose,
		[IMAGE_ACT_REMOVE] = &family->remove,
		[IMAGE_ACT_CHOOSE_NONE] = &family->choose,
	};
	const bool choose = act == IMAGE_ACT_CHOOSE || act == IMAGE_ACT_CHOOSE_NONE;
	const char *all = arena_printf(
		scratch_arena(), "%s%s", choose ? family->kind : "", more[act]);

	return image_call(entries[act], member, family->input(is_there, all),
		act < IMAGE_ACT_REMOVE ? image : 0);
}

static inline struct scratch_answer
image_act(const struct image_family *family, enum image_act act, unsigned image)
{
	return image_act_on(family, act, family->owner, true, image);
}

/* Counts the records with an image. */
static inline int64_t
image_family_count(const struct image_family *family)
{
	return people_count("SELECT count(*) FROM %s WHERE %s IS NOT NULL", family->table,
		family->column);
}

/* Adds the people and the record, with images 7 and 8 that no record has. */
static inline void
image_family_world(const struct image_family *family)
{
	family->world();
	image_add(7);
	image_add(8);
}

/* The same, where each record of the table has image 7. */
static inline void
image_family_full_world(const struct image_family *family)
{
	image_family_world(family);
	scratch_sql("UPDATE %s SET %s = '%s'", family->table, family->column,
		scratch_uuid_text(7));
}

/* Expects that the member is refused in every way, and that nothing changes. */
static inline void
image_family_refuses(const struct image_family *family, unsigned member, bool is_there,
	enum problem problem)
{
	const int64_t before = image_family_count(family);

	for (enum image_act act = 0; act < IMAGE_ACT_COUNT; act++) {
		struct scratch_answer answer =
			image_act_on(family, act, member, is_there, 8);

		if (answer.problem != problem)
			fail_msg("way %d: %s instead of %s", act,
				problems[answer.problem].code, problems[problem].code);
	}
	assert_int_equal(image_family_count(family), before);
}

/* Each way sets another image and releases the previous one. */
static inline void
image_family_sets(const struct image_family *family)
{
	family->world();
	for (enum image_act act = 0; act < IMAGE_ACT_REMOVE; act++) {
		const unsigned image = 10 + (unsigned)act;
		struct scratch_answer answer;

		image_add(image);
		answer = image_act(family, act, image);
		assert_int_equal(answer.problem, PROBLEM_NONE);
		assert_string_equal(
			scratch_string(&answer, family->field), image_url(image));
		assert_false(image_is_released(image));
		assert_int_equal(image_family_count(family), 1);
		if (act > 0)
			assert_true(image_is_released(image - 1));
	}
}

static inline void
image_family_removes(const struct image_family *family)
{
	int64_t count;

	for (enum image_act act = IMAGE_ACT_REMOVE; act < IMAGE_ACT_COUNT; act++) {
		scratch_sql("SAVEPOINT way");
		image_family_full_world(family);
		count = image_family_count(family);
		assert_false(image_is_released(7));
		for (int again = 0; again < 2; again++) {
			struct scratch_answer answer = image_act(family, act, 0);

			assert_int_equal(answer.problem, PROBLEM_NONE);
			assert_true(json_is_null(scratch_at(&answer, family->field)));
			assert_true(image_is_released(7));
			assert_int_equal(image_family_count(family), count - 1);
		}
		scratch_sql("ROLLBACK TO SAVEPOINT way");
	}
}

static inline void
image_family_needs_image(const struct image_family *family)
{
	int64_t count;

	image_family_full_world(family);
	count = image_family_count(family);
	for (enum image_act act = 0; act < IMAGE_ACT_REMOVE; act++) {
		assert_int_equal(
			image_act(family, act, 0).problem, PROBLEM_INTERNAL_ERROR);
		assert_int_equal(
			image_act(family, act, 9).problem, PROBLEM_SERVICE_UNAVAILABLE);
	}
	assert_int_equal(image_family_count(family), count);
}

static inline void
image_family_needs_address(const struct image_family *family)
{
	static const struct {
		const char *more;
		enum fault_code fault;
	} inputs[] = {{"", FAULT_REQUIRED}, {", \"url\": 1", FAULT_TYPE},
		{", \"url\": \"x\"", FAULT_FORMAT},
		{", \"url\": \"ftp://example.org/a.png\"", FAULT_FORMAT}};

	image_family_world(family);
	for (size_t i = 0; i < COUNT_OF(inputs); i++) {
		struct scratch_answer answer = image_call(&family->set_from_url,
			family->owner, family->input(true, inputs[i].more), 0);

		people_expect_fault(answer, "#/url", inputs[i].fault);
	}
}

/* The tests of any family: it sets each image and releases the previous one, removes it,
 * and changes nothing for a missing image or an external address. */
#define IMAGE_FAMILY_TESTS(name, family) \
	TEST(sets_and_replaces_the_##name) \
	{ \
		image_family_sets(family); \
	} \
	TEST(removes_the_##name##_and_no_other) \
	{ \
		image_family_removes(family); \
	} \
	TEST(keeps_the_##name##_without_another_image) \
	{ \
		image_family_needs_image(family); \
	} \
	TEST(needs_an_address_of_the_web_for_the_##name) \
	{ \
		image_family_needs_address(family); \
	}

#endif
