#include "proto/content/photos.h"

#include "proto/content/progress.h"
#include "proto/media/image_ops.h"
#include "proto/records.h"

#define PHOTO_INPUT(record_name, array, number, sentence) \
	IMAGE_INPUT(record_name, struct photo_in, array, number, sentence)

/* ---- asks ---- */

static const enum problem post_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_POST_CLOSED, PROBLEM_NONE};

static const struct conflict post_conflicts[] = {
	IMAGE_GONE("posts_photo_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

#define POST_PHOTO(KIND, ...) \
	KIND(SERVICE_CONTENT, "/v1/posts/{id}/photo", "the photo of an ask", \
		"the photo of one of your asks", "", IMAGE_FITTED, IMAGE_WIDE, \
		&post_record, &op_post_get, post_problems, post_conflicts, __VA_ARGS__)

static const struct field post_fields[] = {
	ID_FIELD(struct photo_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	IMAGE_URL_FIELD(struct photo_in, .required = true),
};
static const struct field post_choose_fields[] = {
	ID_FIELD(struct photo_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	IMAGE_URL_FIELD(struct photo_in, .required = false),
	IMAGE_REMOVE_FIELD(struct photo_in),
};

static const struct record post_input =
	PHOTO_INPUT("post_photo_in", post_fields, 1, "The ask.");
static const struct record post_from_url_input =
	PHOTO_INPUT("post_photo_from_url_in", post_fields, 2, "The URL of the image.");
static const struct record post_choose_input = PHOTO_INPUT(
	"post_photo_choose_in", post_choose_fields, 3, "The new image, or its removal.");

const struct op op_post_photo_set = POST_PHOTO(IMAGE_SET, "post_photo_set", &post_input);
const struct op op_post_photo_set_from_url =
	POST_PHOTO(IMAGE_SET_FROM_URL, "post_photo_set_from_url", &post_from_url_input);
const struct op op_post_photo_remove =
	POST_PHOTO(IMAGE_REMOVE, "post_photo_remove", &post_input);
const struct op op_post_photo_choose = POST_PHOTO(
	IMAGE_CHOOSE, "post_photo_choose", &post_choose_input, "set_post_photo", 520);

/* ---- progress entries ---- */

static const enum problem progress_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};

static const struct conflict progress_conflicts[] = {
	IMAGE_GONE("progress_photo_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

#define PROGRESS_PHOTO(KIND, ...) \
	KIND(SERVICE_CONTENT, "/v1/progress/{id}/photo", \
		"the photo of a progress entry", \
		"the photo of one of your progress entries", "", IMAGE_FITTED, \
		IMAGE_WIDE, &progress_record, &op_progress_get, progress_problems, \
		progress_conflicts, __VA_ARGS__)

static const struct field progress_fields[] = {
	ID_FIELD(struct photo_in, "prog", PROBLEM_PROGRESS_NOT_FOUND, "The entry's id."),
	IMAGE_URL_FIELD(struct photo_in, .required = true),
};
static const struct field progress_choose_fields[] = {
	ID_FIELD(struct photo_in, "prog", PROBLEM_PROGRESS_NOT_FOUND, "The entry's id."),
	IMAGE_URL_FIELD(struct photo_in, .required = false),
	IMAGE_REMOVE_FIELD(struct photo_in),
};

static const struct record progress_input =
	PHOTO_INPUT("progress_photo_in", progress_fields, 1, "The progress entry.");
static const struct record progress_from_url_input = PHOTO_INPUT(
	"progress_photo_from_url_in", progress_fields, 2, "The URL of the image.");
static const struct record progress_choose_input = PHOTO_INPUT("progress_photo_choose_in",
	progress_choose_fields, 3, "The new image, or its removal.");

const struct op op_progress_photo_set =
	PROGRESS_PHOTO(IMAGE_SET, "progress_photo_set", &progress_input);
const struct op op_progress_photo_set_from_url = PROGRESS_PHOTO(
	IMAGE_SET_FROM_URL, "progress_photo_set_from_url", &progress_from_url_input);
const struct op op_progress_photo_remove =
	PROGRESS_PHOTO(IMAGE_REMOVE, "progress_photo_remove", &progress_input);
const struct op op_progress_photo_choose = PROGRESS_PHOTO(IMAGE_CHOOSE,
	"progress_photo_choose", &progress_choose_input, "set_progress_photo", 530);
