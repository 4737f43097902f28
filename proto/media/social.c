#include "proto/media/social.h"

#include "proto/media/media.h"

/* Calls to the provider take at most 10 s. The rest is for the database, and for queueing
 * and decoding an image. */
#define PROVIDER_TIMEOUT_MS 15000
#define PHOTO_TIMEOUT_MS 18000

#define STATE_MAX 200
#define CODE_MAX 2000

/* ---- for members ---- */

static const struct field social_fields[] = {
	OUT("linked", BOOLEAN, .doc = "Whether a social account is linked."),
	OUT("handle", TEXT, .nullable = true,
		.doc = "The handle of the account at the provider."),
	OUT("url", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The URL of the account."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When the access to the account expires; null if unknown. After "
		       "that time, link the account again."),
};

static const struct record social_record = {
	.name = "SocialAccount",
	.doc = "The member's account on the social network of this instance.",
	.fields = social_fields,
	.count = COUNT_OF(social_fields),
};

const struct op op_social_get = {
	.name = "social_get",
	.service = SERVICE_MEDIA,
	.method = METHOD_GET,
	.path = "/v1/me/social",
	.summary = "Read your social account",
	.doc = "Reads the social account that is linked to yours.",
	.output = &social_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};

static const struct field social_link_fields[] = {
	OUT("url", TEXT, .format = FORMAT_URI,
		.doc = "The URL to open at the provider, in a browser in which you are "
		       "signed in here."),
};

static const struct record social_link_record = {
	.name = "SocialLink",
	.doc = "The next step of linking a social account.",
	.fields = social_link_fields,
	.count = COUNT_OF(social_link_fields),
};

static const enum problem link_problems[] = {
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_NONE};

static const struct hint link_hints[] = {
	{PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL, NULL,
		"Ask the operator of this instance to set up sharing."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_social_link = {
	.name = "social_link",
	.service = SERVICE_MEDIA,
	.method = METHOD_POST,
	.path = "/v1/me/social/link",
	.summary = "Start to link a social account",
	.doc = "Returns the URL at the provider where you allow this instance to post "
	       "for you. Open it within 10 minutes, in a browser in which you are signed "
	       "in here. The provider then returns you to a page that links the account "
	       "and replaces any previously linked account.",
	.output = &social_link_record,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN, /* an app could link an account of its own */
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
	.doc = "Unlinks the social account and revokes the access at the provider. "
	       "Shared posts stay there.",
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_social_get,
};

/* ---- the callback page ---- */

static const struct field social_link_finish_in_fields[] = {
	IN(struct social_link_finish_in, state, "state", TEXT, .required = true, .min = 1,
		.max = STATE_MAX, .secret = true,
		.doc = "The state from the URL at the provider."),
	IN(struct social_link_finish_in, code, "code", TEXT, .fallback = "\"\"",
		.max = CODE_MAX, .secret = true,
		.doc = "The provider's authorization code, which works once."),
	IN(struct social_link_finish_in, error, "error", TEXT, .fallback = "\"\"",
		.max = 200, .doc = "The error code, if there is no authorization code."),
};

static const struct record social_link_finish_input = INPUT_RECORD(social_link_finish_in,
	"The parameters with which the provider returns the browser.");

static const enum problem finish_problems[] = {PROBLEM_SOCIAL_SHARE_UNAVAILABLE,
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_UNAVAILABLE, PROBLEM_NONE};

const struct op op_social_link_finish = {
	.name = "social_link_finish",
	.service = SERVICE_MEDIA,
	.summary = "Link a social account",
	.doc = "Links the account for which the provider has just granted access.",
	.input = &social_link_finish_input,
	.output = &social_record,
	.guard = GUARD_SESSION,
	.tx = TX_WRITE,
	.social = {.first = &op_social_redeem},
	.problems = finish_problems,
	.hints = link_hints,
};

/* ---- for the gateway ---- */

/* Redeeming a code twice has no effect, because the state works once. */
const struct op op_social_redeem = {
	.name = "social_redeem",
	.service = SERVICE_MEDIA,
	.summary = "Redeem the code of a social provider",
	.doc = "Exchanges an authorization code for an access token and the account, and "
	       "stores them until they are linked.",
	.input = &social_link_finish_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_SOCIAL, .timeout_ms = PROVIDER_TIMEOUT_MS},
	.problems = finish_problems,
};

static const struct field social_share_in_fields[] = {
	ID_FIELD(struct social_share_in, "prog", PROBLEM_PROGRESS_NOT_FOUND,
		"The id of the progress entry."),
	IN(struct social_share_in, first, "first", BOOLEAN, .fallback = "false",
		.doc = "Whether to skip the entry if posting it was tried before."),
};

static const struct record social_share_input =
	INPUT_RECORD(social_share_in, "The progress entry.");

static const enum problem share_problems[] = {PROBLEM_PROGRESS_NOT_FOUND,
	PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_RELINK_REQUIRED,
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_SOCIAL_UNAVAILABLE,
	PROBLEM_IDEMPOTENCY_IN_PROGRESS, PROBLEM_NONE};

const struct op op_social_share = {
	.name = "social_share",
	.service = SERVICE_MEDIA,
	.summary = "Post a progress entry at the social provider",
	.doc = "Posts an entry whose author requested it, unless it is already posted.",
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
	.doc = "Fetches the photo of the caller's social account, converts it to the "
	       "served format and stores it.",
	.input = &image_of_social_input,
	.output = &image_made_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.pool = POOL_SOCIAL, .timeout_ms = PHOTO_TIMEOUT_MS},
	.problems = photo_problems,
};
