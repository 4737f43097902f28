#include "proto/orgs/images.h"

#include "proto/media/image_ops.h"
#include "proto/orgs/orgs.h"

static const char *const image_kind_values[] = {"logo", "cover", NULL};

static const enum problem image_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};

static const struct conflict image_conflicts[] = {
	IMAGE_GONE("orgs_logo_fkey"),
	IMAGE_GONE("orgs_cover_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

#define ORG_LOGO(KIND, ...) \
	KIND(SERVICE_ORGS, "/v1/orgs/{slug}/logo", "an organization's logo", \
		"the logo of an organization", " For owners and admins.", IMAGE_CUT, \
		IMAGE_SQUARE, &org_record, &op_org_get, image_problems, image_conflicts, \
		__VA_ARGS__)
#define ORG_COVER(KIND, ...) \
	KIND(SERVICE_ORGS, "/v1/orgs/{slug}/cover", "an organization's cover image", \
		"the cover image of an organization", " For owners and admins.", \
		IMAGE_FITTED, IMAGE_WIDE, &org_record, &op_org_get, image_problems, \
		image_conflicts, __VA_ARGS__)
#define ORG_IMAGE(KIND, ...) \
	KIND(SERVICE_ORGS, NULL, "an organization's logo or cover", \
		"an organization's logo or cover", " For owners and admins.", "", \
		IMAGE_BY_KIND, &org_record, NULL, image_problems, image_conflicts, \
		__VA_ARGS__)

static const struct field image_fields[] = {
	ORG_SLUG(struct org_image_in),
	IMAGE_URL_FIELD(struct org_image_in, .required = true),
};
static const struct field choose_fields[] = {
	ORG_SLUG(struct org_image_in),
	IN(struct org_image_in, kind, "kind", ENUM, .required = true,
		.values = image_kind_values, .doc = "The image to set."),
	IMAGE_URL_FIELD(struct org_image_in, .required = false),
	IMAGE_REMOVE_FIELD(struct org_image_in),
};

static const struct record image_input = IMAGE_INPUT(
	"org_image_in", struct org_image_in, image_fields, 1, "The organization.");
static const struct record from_url_input = IMAGE_INPUT("org_image_from_url_in",
	struct org_image_in, image_fields, 2, "The URL of the image.");
static const struct record choose_input =
	IMAGE_INPUT("org_image_choose_in", struct org_image_in, choose_fields,
		COUNT_OF(choose_fields), "The image to set or remove.");

const struct op op_org_logo_set = ORG_LOGO(IMAGE_SET, "org_logo_set", &image_input);
const struct op op_org_logo_set_from_url =
	ORG_LOGO(IMAGE_SET_FROM_URL, "org_logo_set_from_url", &from_url_input);
const struct op op_org_logo_remove =
	ORG_LOGO(IMAGE_REMOVE, "org_logo_remove", &image_input);

const struct op op_org_cover_set = ORG_COVER(IMAGE_SET, "org_cover_set", &image_input);
const struct op op_org_cover_set_from_url =
	ORG_COVER(IMAGE_SET_FROM_URL, "org_cover_set_from_url", &from_url_input);
const struct op op_org_cover_remove =
	ORG_COVER(IMAGE_REMOVE, "org_cover_remove", &image_input);

const struct op op_org_image_choose =
	ORG_IMAGE(IMAGE_CHOOSE, "org_image_choose", &choose_input, "set_org_image", 510);
