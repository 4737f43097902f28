/*
 * files_test.c - each operation has one handler and one test, which are found by its
 * name.
 *
 * Run it in the root of the source tree.
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "proto/op.h"
#include "tests/support/test.h"

/* The operations on an image of a record share a file: post_photo.c has post_photo_set
 * and post_photo_remove, and org_image.c has those on the logo and the cover. */
static const char *
file_of(const struct op *op)
{
	static const char *const images[] = {"me_avatar", "org_logo", "org_cover",
		"org_image", "post_photo", "progress_photo", "event_cover"};

	for (size_t i = 0; i < COUNT_OF(images); i++) {
		if (strncmp(op->name, images[i], strlen(images[i])) == 0 &&
			op->name[strlen(images[i])] == '_')
			return op->service == SERVICE_ORGS ? "org_image" : images[i];
	}
	return op->name;
}

/* The file may be in any room of its service. */
static void
assert_one_file(const char *folder, const struct op *op, const char *ending)
{
	char pattern[256];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/%s/{,*/}%s%s", folder,
		service_names[op->service], file_of(op), ending);
	if (glob(pattern, GLOB_BRACE, NULL, &found) != 0 || found.gl_pathc != 1)
		fail_msg("there is not exactly one %s", pattern);
	globfree(&found);
}

TEST(has_a_source_and_a_test_for_every_handler)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->service == SERVICE_GATEWAY)
			continue;
		assert_one_file("services", ops[i], ".c");
		assert_one_file("tests/handlers", ops[i], "_test.c");
	}
}
