#include "proto/identity/avatar.h"

#include "proto/identity/identity.h"
#include "proto/media/media.h"

static const struct conflict avatar_conflicts[] = {
	IMAGE_GONE("members_image_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

const struct op op_me_avatar_set = {
	.name = "me_avatar_set",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/me/avatar",
	.summary = "Set your avatar",
	.doc = "Sets your avatar, which is cut to a square. Send the bytes of a JPEG, PNG, WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 megapixels, each side 32 to 10,000 pixels.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_SQUARE},
	.conflicts = avatar_conflicts,
};

static const struct field me_avatar_set_from_url_in_fields[] = {
	IMAGE_URL_FIELD(struct me_avatar_set_from_url_in, .required = true),
};

static const struct record from_url_input =
	INPUT_RECORD(me_avatar_set_from_url_in, "Where the image is.");

const struct op op_me_avatar_set_from_url = {
	.name = "me_avatar_set_from_url",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/me/avatar/from-url",
	.summary = "Set your avatar from an address",
	.doc = "Sets your avatar to an image on the web, cut to a square. The image is copied; the address itself is not served.",
	.input = &from_url_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_SQUARE},
	.conflicts = avatar_conflicts,
};

static const enum problem social_problems[] = {
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_PHOTO_MISSING, PROBLEM_NONE};

const struct op op_me_avatar_set_from_social = {
	.name = "me_avatar_set_from_social",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/me/avatar/from-social",
	.summary = "Set your avatar from your social account",
	.doc = "Sets your avatar to a copy of the photo of your linked social account, cut to a square.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.image = {.source = IMAGE_SOCIAL, .use = IMAGE_SQUARE},
	.problems = social_problems,
	.conflicts = avatar_conflicts,
};

const struct op op_me_avatar_remove = {
	.name = "me_avatar_remove",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/me/avatar",
	.summary = "Remove your avatar",
	.doc = "Removes your avatar.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
};

static const char *const source_values[] = {"url", AVATAR_OF_SOCIAL, NULL};

static const struct field me_avatar_choose_in_fields[] = {
	IN(struct me_avatar_choose_in, source, "source", ENUM, .values = source_values,
		.fallback = "\"url\"",
		.doc = "Where the image comes from: `url`, or your linked social account."),
	IMAGE_URL_FIELD(struct me_avatar_choose_in, .required = false),
	IMAGE_REMOVE_FIELD(struct me_avatar_choose_in),
};

static const struct record choose_input =
	INPUT_RECORD(me_avatar_choose_in, "The image, or that there shall be none.");

const struct op op_me_avatar_choose = {
	.name = "me_avatar_choose",
	.service = SERVICE_IDENTITY,
	.summary = "Set or remove your avatar",
	.doc = "Sets your avatar to an image on the web or to the photo of your linked social account, or removes it. The image is copied; the address itself is not served.",
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
			.doc = "Sets your avatar to a copy of an image on the web or of your social account's photo, or removes it.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 500,
		},
};
