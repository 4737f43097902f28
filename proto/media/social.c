#include "proto/media/social.h"

#include "proto/media/media.h"

/* Calls to the provider end after 10 s; what is left is for the database and, of an
 * image, for its turn and its decoding. */
#define PROVIDER_TIMEOUT_MS 15000
#define PHOTO_TIMEOUT_MS 18000

#define STATE_MAX 200
#define CODE_MAX 2000

/* ---- what members call ---- */

static const struct field social_fields[] = {
	OUT("linked", BOOLEAN, .doc = "Whether a social account is linked."),
	OUT("handle", TEXT, .nullable = true,
		.doc = "What the account is called at the provider."),
	OUT("url", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The address of the account."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When the access to the account ends or, if that is past, ended: "
		       "then the account must be linked again. Null if no end is known."),
};

static const struct record social_record = {
	.name = "SocialAccount",
	.doc = "The member's account on the social network that this instance shares to.",
	.fields = social_fields,
	.count = COUNT_OF(social_fields),
};

const struct op op_social_get = {
	.name = "social_get",
	.service = SERVICE_MEDIA,
	.method = METHOD_GET,
	.path = "/v1/me/social",
	.summary = "Read your social account",
	.doc = "Says which social account is linked to yours.",
	.output = &social_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};

static const struct field social_link_fields[] = {
	OUT("url", TEXT, .format = FORMAT_URI,
		.doc = "The address at the provider that you visit, signed in here in "
		       "the same browser."),
};

static const struct record social_link_record = {
	.name = "SocialLink",
	.doc = "Where linking a social account goes on.",
	.fields = social_link_fields,
	.count = COUNT_OF(social_link_fields),
};

static const enum problem link_problems[] = {
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_NONE};

static const struct hint link_hints[] = {
	{PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL, NULL,
		"Ask the operator of this instance to set sharing up."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_social_link = {
	.name = "social_link",
	.service = SERVICE_MEDIA,
	.method = METHOD_POST,
	.path = "/v1/me/social/link",
	.summary = "Begin to link a social account",
	.doc = "Answers the address at which you allow this instance to post for you. "
	       "Visit it within 10 minutes, in a browser in which you are signed in "
	       "here: you come back to a page that links the account. An account that "
	       "was linked before is replaced then.",
	.output = &social_link_record,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN, /* an app could lead its member to an account of its own */
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = link_problems,
	.hints = link_hints,
};

const struct op op_social_unlink = {
	.name = "social_unlink",
	.service = SERVICE_MEDIA,
	.method = METHOD_DELETE,
	.path = "/v1/me/social",
	.summary = "Unlink your social account",
	.doc = "Forgets the social account, and has the provider end the access to it. "
	       "What was shared stays there.",
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_social_get,
};

/* ---- the page that one comes back to ---- */

static const struct field social_link_finish_in_fields[] = {
	IN(struct social_link_finish_in, state, "state", TEXT, .required = true, .min = 1,
		.max = STATE_MAX, .secret = true,
		.doc = "What the address to visit held."),
	IN(struct social_link_finish_in, code, "code", TEXT, .fallback = "\"\"",
		.max = CODE_MAX, .secret = true,
		.doc = "The provider's code, which works once."),
	IN(struct social_link_finish_in, error, "error", TEXT, .fallback = "\"\"",
		.max = 200, .doc = "Why there is none."),
};

static const struct record social_link_finish_input = INPUT_RECORD(
	social_link_finish_in, "What the provider sends the browser back with.");

static const enum problem finish_problems[] = {PROBLEM_SOCIAL_SHARE_UNAVAILABLE,
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_UNAVAILABLE, PROBLEM_NONE};

const struct op op_social_link_finish = {
	.name = "social_link_finish",
	.service = SERVICE_MEDIA,
	.summary = "Link a social account",
	.doc = "Links the account for which the provider has just given access.",
	.input = &social_link_finish_input,
	.output = &social_record,
	.guard = GUARD_SESSION,
	.tx = TX_WRITE,
	.social = {.first = &op_social_redeem},
	.problems = finish_problems,
	.hints = link_hints,
};

/* ---- what the gateway asks for ---- */

/* The state works once, so that nothing comes of redeeming it twice. */
const struct op op_social_redeem = {
	.name = "social_redeem",
	.service = SERVICE_MEDIA,
	.summary = "Redeem the code of a social provider",
	.doc = "Gets the access and the account that a code stands for, and keeps them "
	       "until they are linked.",
	.input = &social_link_finish_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_SOCIAL, .timeout_ms = PROVIDER_TIMEOUT_MS},
	.problems = finish_problems,
};

static const struct field social_share_in_fields[] = {
	ID_FIELD(struct social_share_in, "prog", PROBLEM_PROGRESS_NOT_FOUND,
		"The entry's id."),
	IN(struct social_share_in, first, "first", BOOLEAN, .fallback = "false",
		.doc = "Whether to leave it alone if it was tried before."),
};

static const struct record social_share_input =
	INPUT_RECORD(social_share_in, "Which progress entry.");

static const enum problem share_problems[] = {PROBLEM_PROGRESS_NOT_FOUND,
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_RELINK_REQUIRED,
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_SOCIAL_UNAVAILABLE,
	PROBLEM_IDEMPOTENCY_IN_PROGRESS, PROBLEM_NONE};

const struct op op_social_share = {
	.name = "social_share",
	.service = SERVICE_MEDIA,
	.summary = "Post a progress entry at the social provider",
	.doc = "Posts an entry whose author has asked for that, unless it is posted "
	       "already.",
	.input = &social_share_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_SOCIAL, .timeout_ms = PROVIDER_TIMEOUT_MS},
	.problems = share_problems,
};

static const struct field image_of_social_in_fields[] = {
	IN(struct image_of_social_in, use, "use", ENUM, .required = true,
		.values = image_use_values,
		.doc = "The use of the image, which decides its size."),
};

static const struct record image_of_social_input =
	INPUT_RECORD(image_of_social_in, "The use of the image, which decides its size.");

static const enum problem photo_problems[] = {
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_PHOTO_MISSING, PROBLEM_NONE};

const struct op op_image_of_social = {
	.name = "image_of_social",
	.service = SERVICE_MEDIA,
	.summary = "Fetch the photo of a social account",
	.doc = "Makes an image as it is served of the photo of the caller's social "
	       "account, and stores it.",
	.input = &image_of_social_input,
	.output = &image_made_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_SOCIAL, .timeout_ms = PHOTO_TIMEOUT_MS},
	.problems = photo_problems,
};
