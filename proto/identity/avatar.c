#include "proto/identity/avatar.h"

#include "proto/identity/identity.h"
#include "proto/media/image_ops.h"

static const struct conflict avatar_conflicts[] = {
	IMAGE_GONE("members_image_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

#define AVATAR(KIND, ...) \
	KIND(SERVICE_IDENTITY, "/v1/me/avatar", "your avatar", "your avatar", "", \
		IMAGE_CUT, IMAGE_SQUARE, &account_record, &op_me_get, NULL, \
		avatar_conflicts, __VA_ARGS__)

static const struct field from_url_fields[] = {
	IMAGE_URL_FIELD(struct me_avatar_in, .required = true),
};

static const struct record from_url_input = IMAGE_INPUT("me_avatar_set_from_url_in",
	struct me_avatar_in, from_url_fields, 1, "The URL of the image.");

const struct op op_me_avatar_set = AVATAR(IMAGE_SET, "me_avatar_set", NULL);
const struct op op_me_avatar_set_from_url =
	AVATAR(IMAGE_SET_FROM_URL, "me_avatar_set_from_url", &from_url_input);
const struct op op_me_avatar_remove = AVATAR(IMAGE_REMOVE, "me_avatar_remove", NULL);

/* ---- the photo of the social account ---- */

static const enum problem social_problems[] = {
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_PHOTO_MISSING, PROBLEM_NONE};

const struct op op_me_avatar_set_from_social = {
	.name = "me_avatar_set_from_social",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/me/avatar/from-social",
	.summary = "Set your avatar from your social account",
	.doc = "Sets your avatar to a copy of the photo of your linked social account, "
	       "cropped to a square.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.image = {.source = IMAGE_SOCIAL, .use = IMAGE_SQUARE},
	.problems = social_problems,
	.conflicts = avatar_conflicts,
};

static const char *const source_values[] = {"url", AVATAR_OF_SOCIAL, NULL};

static const struct field choose_fields[] = {
	IN(struct me_avatar_in, source, "source", ENUM, .values = source_values,
		.fallback = "\"url\"",
		.doc = "`url`, or `social`: the photo of your linked social account."),
	IMAGE_URL_FIELD(struct me_avatar_in, .required = false),
	IMAGE_REMOVE_FIELD(struct me_avatar_in),
};

static const struct record choose_input =
	IMAGE_INPUT("me_avatar_choose_in", struct me_avatar_in, choose_fields,
		COUNT_OF(choose_fields), "The new image, or its removal.");

const struct op op_me_avatar_choose = {
	.name = "me_avatar_choose",
	.service = SERVICE_IDENTITY,
	.summary = "Set or remove your avatar",
	.doc = "Sets your avatar to a copy of an image on the web or of the photo of "
	       "your linked social account, or removes it.",
	.input = &choose_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.image = {.source = IMAGE_AVATAR, .use = IMAGE_SQUARE},
	.problems = social_problems,
	.conflicts = avatar_conflicts,
	.tool =
		{
			.name = "set_my_avatar",
			.title = "Set your avatar",
			.doc = "Sets your avatar to a copy of a web image or of your "
			       "social account's photo, or removes it.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 500,
		},
};
