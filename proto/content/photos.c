#include "proto/content/photos.h"

#include "proto/content/progress.h"
#include "proto/media/media.h"
#include "proto/records.h"

/* ---- asks ---- */

static const enum problem post_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_POST_CLOSED, PROBLEM_NONE};

static const struct conflict post_conflicts[] = {
	IMAGE_GONE("posts_photo_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field post_photo_in_fields[] = {
	ID_FIELD(struct photo_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
};

static const struct record post_photo_input = {
	.name = "post_photo_in",
	.doc = "Which ask.",
	.fields = post_photo_in_fields,
	.count = COUNT_OF(post_photo_in_fields),
	.size = sizeof(struct photo_in),
};

static const struct field post_photo_from_url_in_fields[] = {
	ID_FIELD(struct photo_from_url_in, "post", PROBLEM_POST_NOT_FOUND,
		"The ask's id."),
	IMAGE_URL_FIELD(struct photo_from_url_in, .required = true),
};

static const struct record post_photo_from_url_input = {
	.name = "post_photo_from_url_in",
	.doc = "Where the image is.",
	.fields = post_photo_from_url_in_fields,
	.count = COUNT_OF(post_photo_from_url_in_fields),
	.size = sizeof(struct photo_from_url_in),
};

static const struct field post_photo_choose_in_fields[] = {
	ID_FIELD(struct photo_choose_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	IMAGE_URL_FIELD(struct photo_choose_in, .required = false),
	IMAGE_REMOVE_FIELD(struct photo_choose_in),
};

static const struct record post_photo_choose_input = {
	.name = "post_photo_choose_in",
	.doc = "The image, or that there shall be none.",
	.fields = post_photo_choose_in_fields,
	.count = COUNT_OF(post_photo_choose_in_fields),
	.size = sizeof(struct photo_choose_in),
};

const struct op op_post_photo_set = {
	.name = "post_photo_set",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/posts/{id}/photo",
	.summary = "Set the photo of an ask",
	.doc = "Sets the photo of one of your asks, which is made to fit into 1600 x 1600 pixels. Send the bytes of a JPEG, PNG, WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 megapixels, each side 32 to 10,000 pixels.",
	.input = &post_photo_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_WIDE},
	.problems = post_problems,
	.conflicts = post_conflicts,
};

const struct op op_post_photo_set_from_url = {
	.name = "post_photo_set_from_url",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/posts/{id}/photo/from-url",
	.summary = "Set the photo of an ask from an address",
	.doc = "Sets the photo of one of your asks to an image on the web. The image is copied; the address itself is not served.",
	.input = &post_photo_from_url_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_WIDE},
	.problems = post_problems,
	.conflicts = post_conflicts,
};

const struct op op_post_photo_remove = {
	.name = "post_photo_remove",
	.service = SERVICE_CONTENT,
	.method = METHOD_DELETE,
	.path = "/v1/posts/{id}/photo",
	.summary = "Remove the photo of an ask",
	.doc = "Removes the photo of one of your asks.",
	.input = &post_photo_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.problems = post_problems,
};

const struct op op_post_photo_choose = {
	.name = "post_photo_choose",
	.service = SERVICE_CONTENT,
	.summary = "Set or remove the photo of an ask",
	.doc = "Sets the photo of one of your asks to an image on the web, or removes it. The image is copied; the address itself is not served.",
	.input = &post_photo_choose_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.image = {.source = IMAGE_CHOSEN, .use = IMAGE_WIDE},
	.problems = post_problems,
	.conflicts = post_conflicts,
	.tool =
		{
			.name = "set_post_photo",
			.title = "Set the photo of an ask",
			.doc = "Sets the photo of one of your asks to a copy of an image on the web, or removes it.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 520,
		},
};

/* ---- progress entries ---- */

static const enum problem progress_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};

static const struct conflict progress_conflicts[] = {
	IMAGE_GONE("progress_photo_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field progress_photo_in_fields[] = {
	ID_FIELD(struct photo_in, "prog", PROBLEM_PROGRESS_NOT_FOUND, "The entry's id."),
};

static const struct record progress_photo_input = {
	.name = "progress_photo_in",
	.doc = "Which progress entry.",
	.fields = progress_photo_in_fields,
	.count = COUNT_OF(progress_photo_in_fields),
	.size = sizeof(struct photo_in),
};

static const struct field progress_photo_from_url_in_fields[] = {
	ID_FIELD(struct photo_from_url_in, "prog", PROBLEM_PROGRESS_NOT_FOUND,
		"The entry's id."),
	IMAGE_URL_FIELD(struct photo_from_url_in, .required = true),
};

static const struct record progress_photo_from_url_input = {
	.name = "progress_photo_from_url_in",
	.doc = "Where the image is.",
	.fields = progress_photo_from_url_in_fields,
	.count = COUNT_OF(progress_photo_from_url_in_fields),
	.size = sizeof(struct photo_from_url_in),
};

static const struct field progress_photo_choose_in_fields[] = {
	ID_FIELD(struct photo_choose_in, "prog", PROBLEM_PROGRESS_NOT_FOUND,
		"The entry's id."),
	IMAGE_URL_FIELD(struct photo_choose_in, .required = false),
	IMAGE_REMOVE_FIELD(struct photo_choose_in),
};

static const struct record progress_photo_choose_input = {
	.name = "progress_photo_choose_in",
	.doc = "The image, or that there shall be none.",
	.fields = progress_photo_choose_in_fields,
	.count = COUNT_OF(progress_photo_choose_in_fields),
	.size = sizeof(struct photo_choose_in),
};

const struct op op_progress_photo_set = {
	.name = "progress_photo_set",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/progress/{id}/photo",
	.summary = "Set the photo of a progress entry",
	.doc = "Sets the photo of one of your progress entries, which is made to fit into 1600 x 1600 pixels. Send the bytes of a JPEG, PNG, WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 megapixels, each side 32 to 10,000 pixels.",
	.input = &progress_photo_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_WIDE},
	.problems = progress_problems,
	.conflicts = progress_conflicts,
};

const struct op op_progress_photo_set_from_url = {
	.name = "progress_photo_set_from_url",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/progress/{id}/photo/from-url",
	.summary = "Set the photo of a progress entry from an address",
	.doc = "Sets the photo of one of your progress entries to an image on the web. The image is copied; the address itself is not served.",
	.input = &progress_photo_from_url_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_WIDE},
	.problems = progress_problems,
	.conflicts = progress_conflicts,
};

const struct op op_progress_photo_remove = {
	.name = "progress_photo_remove",
	.service = SERVICE_CONTENT,
	.method = METHOD_DELETE,
	.path = "/v1/progress/{id}/photo",
	.summary = "Remove the photo of a progress entry",
	.doc = "Removes the photo of one of your progress entries.",
	.input = &progress_photo_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.problems = progress_problems,
};

const struct op op_progress_photo_choose = {
	.name = "progress_photo_choose",
	.service = SERVICE_CONTENT,
	.summary = "Set or remove the photo of a progress entry",
	.doc = "Sets the photo of one of your progress entries to an image on the web, or removes it. The image is copied; the address itself is not served.",
	.input = &progress_photo_choose_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.image = {.source = IMAGE_CHOSEN, .use = IMAGE_WIDE},
	.problems = progress_problems,
	.conflicts = progress_conflicts,
	.tool =
		{
			.name = "set_progress_photo",
			.title = "Set the photo of a progress entry",
			.doc = "Sets the photo of one of your progress entries to a copy of an image on the web, or removes it.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 530,
		},
};
