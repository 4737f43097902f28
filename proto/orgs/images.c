#include "proto/orgs/images.h"

#include "proto/media/media.h"
#include "proto/orgs/orgs.h"

static const char *const image_kind_values[] = {"logo", "cover", NULL};

static const enum problem image_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};

static const struct conflict image_conflicts[] = {
	IMAGE_GONE("orgs_logo_fkey"),
	IMAGE_GONE("orgs_cover_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field org_image_in_fields[] = {
	ORG_SLUG(struct org_image_in),
};

static const struct record image_input =
	INPUT_RECORD(org_image_in, "Which organization.");

static const struct field org_image_from_url_in_fields[] = {
	ORG_SLUG(struct org_image_from_url_in),
	IMAGE_URL_FIELD(struct org_image_from_url_in, .required = true),
};

static const struct record from_url_input =
	INPUT_RECORD(org_image_from_url_in, "Where the image is.");

const struct op op_org_logo_set = {
	.name = "org_logo_set",
	.service = SERVICE_ORGS,
	.method = METHOD_PUT,
	.path = "/v1/orgs/{slug}/logo",
	.summary = "Set an organization's logo",
	.doc = "Sets the logo of an organization, which is cut to a square. For its owners and admins. Send the bytes of a JPEG, PNG, WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 megapixels, each side 32 to 10,000 pixels.",
	.input = &image_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_SQUARE},
	.problems = image_problems,
	.conflicts = image_conflicts,
};

const struct op op_org_logo_set_from_url = {
	.name = "org_logo_set_from_url",
	.service = SERVICE_ORGS,
	.method = METHOD_PUT,
	.path = "/v1/orgs/{slug}/logo/from-url",
	.summary = "Set an organization's logo from an address",
	.doc = "Sets the logo of an organization to an image on the web, cut to a square. For its owners and admins. The image is copied; the address itself is not served.",
	.input = &from_url_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_SQUARE},
	.problems = image_problems,
	.conflicts = image_conflicts,
};

const struct op op_org_logo_remove = {
	.name = "org_logo_remove",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/logo",
	.summary = "Remove an organization's logo",
	.doc = "Removes the logo of an organization. For its owners and admins.",
	.input = &image_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = image_problems,
};

const struct op op_org_cover_set = {
	.name = "org_cover_set",
	.service = SERVICE_ORGS,
	.method = METHOD_PUT,
	.path = "/v1/orgs/{slug}/cover",
	.summary = "Set an organization's cover image",
	.doc = "Sets the cover image of an organization, which is made to fit into 1600 x 1600 pixels. For its owners and admins. Send the bytes of a JPEG, PNG, WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 megapixels, each side 32 to 10,000 pixels.",
	.input = &image_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_WIDE},
	.problems = image_problems,
	.conflicts = image_conflicts,
};

const struct op op_org_cover_set_from_url = {
	.name = "org_cover_set_from_url",
	.service = SERVICE_ORGS,
	.method = METHOD_PUT,
	.path = "/v1/orgs/{slug}/cover/from-url",
	.summary = "Set an organization's cover image from an address",
	.doc = "Sets the cover image of an organization to an image on the web, made to fit into 1600 x 1600 pixels. For its owners and admins. The image is copied; the address itself is not served.",
	.input = &from_url_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_WIDE},
	.problems = image_problems,
	.conflicts = image_conflicts,
};

const struct op op_org_cover_remove = {
	.name = "org_cover_remove",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/cover",
	.summary = "Remove an organization's cover image",
	.doc = "Removes the cover image of an organization. For its owners and admins.",
	.input = &image_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = image_problems,
};

static const struct field org_image_choose_in_fields[] = {
	ORG_SLUG(struct org_image_choose_in),
	IN(struct org_image_choose_in, kind, "kind", ENUM, .required = true,
		.values = image_kind_values, .doc = "Which of its images."),
	IMAGE_URL_FIELD(struct org_image_choose_in, .required = false),
	IMAGE_REMOVE_FIELD(struct org_image_choose_in),
};

static const struct record choose_input = INPUT_RECORD(org_image_choose_in,
	"Which image, and what it shall be, or that there shall be none.");

const struct op op_org_image_choose = {
	.name = "org_image_choose",
	.service = SERVICE_ORGS,
	.summary = "Set or remove an organization's logo or cover",
	.doc = "Sets the logo or the cover image of an organization to an image on the web, or removes it. For its owners and admins. The image is copied; the address itself is not served.",
	.input = &choose_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.image = {.source = IMAGE_CHOSEN, .use = IMAGE_BY_KIND},
	.problems = image_problems,
	.conflicts = image_conflicts,
	.tool =
		{
			.name = "set_org_image",
			.title = "Set an organization's logo or cover",
			.doc = "Sets an organization's logo or cover to a copy of an image on the web, or removes it. For its owners and admins.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 510,
		},
};
