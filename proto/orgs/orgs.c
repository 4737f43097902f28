#include "proto/orgs/orgs.h"

#include "proto/hints.h"
#include "proto/records.h"

const char *const org_kind_values[] = {
	"university_network", "club", "accelerator", "community", NULL};
const char *const org_role_values[] = {"owner", "admin", "member", NULL};
const char *const decision_values[] = {"pending", "approved", "declined", NULL};
static const char *const visibility_values[] = {"public", "unlisted", NULL};
static const char *const join_policy_values[] = {"open", "request", "invite_only", NULL};
static const char *const list_scope_values[] = {"mine", "listed", NULL};

#define ORG_VISIBILITY(holder, ...) \
	IN(holder, visibility, "visibility", ENUM, .values = visibility_values, \
		.doc = "`public`: everybody can read about it. `unlisted`: members " \
		       "find it by its slug.", \
		__VA_ARGS__)
#define ORG_JOIN_POLICY(holder, ...) \
	IN(holder, join_policy, "joinPolicy", ENUM, .values = join_policy_values, \
		.doc = "How members join.", __VA_ARGS__)
#define ORG_ACCENT(holder, ...) \
	IN(holder, accent, "accent", TEXT, .format = FORMAT_COLOR, .min = 7, .max = 7, \
		.doc = "The accent color as #RRGGBB.", __VA_ARGS__)

/* The fields that every reader sees. */
#define ORG_FIELDS \
	OUT("id", IDENTIFIER, .prefix = "org", .doc = "The organization's id."), \
		OUT("slug", TEXT, .format = FORMAT_SLUG, \
			.doc = "The organization's slug."), \
		OUT("name", TEXT, .example = "\"Analytical Engines\"", \
			.doc = "The organization's name."), \
		OUT("kind", ENUM, .values = org_kind_values, \
			.doc = "The kind of organization."), \
		OUT("visibility", ENUM, .values = visibility_values, \
			.doc = "`public`: everybody can read about it. `unlisted`: " \
			       "members find it by its slug."), \
		OUT("joinPolicy", ENUM, .values = join_policy_values, \
			.doc = "How members join."), \
		OUT("description", TEXT, .doc = "What the organization is about."), \
		OUT("accent", TEXT, .format = FORMAT_COLOR, \
			.doc = "The accent color as #RRGGBB."), \
		OUT("location", TEXT, .doc = "Where the organization is."), \
		OUT("website", TEXT, .format = FORMAT_URI, .empty_allowed = true, \
			.doc = "The URL of the website; empty if there is none."), \
		OUT("logo", MEDIA, .nullable = true, .doc = "The URL of the logo."), \
		OUT("coverImage", MEDIA, .nullable = true, \
			.doc = "The URL of the cover image."), \
		OUT("memberCount", INTEGER, .doc = "The number of members."), \
		OUT("createdAt", INSTANT, .doc = "When it was created."), \
		OUT("updatedAt", INSTANT, .doc = "When it last changed.")

static const struct field org_fields[] = {ORG_FIELDS};

const struct record org_record = {
	.name = "Org",
	.doc = "An organization.",
	.fields = org_fields,
	.count = COUNT_OF(org_fields),
};

static const struct field org_view_fields[] = {
	ORG_FIELDS,
	OUT("role", ENUM, .nullable = true, .values = org_role_values,
		.doc = "Your role in the organization; null if you are not a member."),
	OUT("joinRequestStatus", ENUM, .nullable = true, .values = decision_values,
		.doc = "The state of your latest join request; null if there is none."),
};

const struct record org_view_record = {
	.name = "OrgView",
	.doc = "An organization and your role in it.",
	.fields = org_view_fields,
	.count = COUNT_OF(org_view_fields),
};

static const enum problem org_problems[] = {PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};
static const enum problem update_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct conflict create_conflicts[] = {
	{"orgs_slug_key", PROBLEM_VALIDATION_FAILED, "#/slug", FAULT_TAKEN,
		"this slug is taken"},
	{"org_slugs_pkey", PROBLEM_VALIDATION_FAILED, "#/slug", FAULT_TAKEN,
		"this slug is taken"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct conflict update_conflicts[] = {
	{"orgs_slug_key", PROBLEM_VALIDATION_FAILED, "#/newSlug", FAULT_TAKEN,
		"this slug is taken"},
	{"org_slugs_pkey", PROBLEM_VALIDATION_FAILED, "#/newSlug", FAULT_TAKEN,
		"this slug is taken"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field org_list_in_fields[] = {
	IN(struct org_list_in, scope, "scope", ENUM, .values = list_scope_values,
		.fallback = "\"mine\"",
		.doc = "`listed`: public ones that you can join."),
	PAGE_FIELDS(struct org_list_in),
};

static const struct record org_list_input =
	INPUT_RECORD(org_list_in, "The organizations to list.");

const struct op op_org_list = {
	.name = "org_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs",
	.summary = "List organizations",
	.doc = "Lists your organizations, or public organizations that you can join, "
	       "newest first.",
	.input = &org_list_input,
	.output = &org_view_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = org_problems,
	.tool =
		{
			.name = "list_orgs",
			.title = "List organizations",
			.doc = "Lists your organizations, or public ones that you can "
			       "join.",
			.read_only = true,
			.idempotent = true,
			.rank = 15,
		},
};

static const struct field org_create_in_fields[] = {
	ORG_NEW_SLUG(struct org_create_in, .required = true),
	ORG_NAME(struct org_create_in, .required = true),
	ORG_KIND(struct org_create_in, .fallback = "\"community\""),
	ORG_VISIBILITY(struct org_create_in, .fallback = "\"public\""),
	ORG_JOIN_POLICY(struct org_create_in, .fallback = "\"request\""),
	ORG_DESCRIPTION(struct org_create_in, .fallback = "\"\""),
	ORG_ACCENT(struct org_create_in, .fallback = "\"#88D1FF\""),
	ORG_LOCATION(struct org_create_in, .fallback = "\"\""),
	ORG_WEBSITE(struct org_create_in, .fallback = "\"\""),
};

static const struct record org_create_input =
	INPUT_RECORD(org_create_in, "A new organization.");

static const struct hint create_hints[] = {
	{PROBLEM_ADMIN_REQUIRED, "role", REQUIRED("admin"),
		"Apply for the organization with {org_application_create}. An "
		"administrator decides."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_org_create = {
	.name = "org_create",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs",
	.summary = "Create an organization",
	.doc = "Creates an organization that you own. Members who are not administrators "
	       "apply for an organization instead.",
	.input = &org_create_input,
	.output = &org_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.answer = {.location = "/v1/orgs/{slug}"},
	.problems = org_problems,
	.hints = create_hints,
	.conflicts = create_conflicts,
	.tool =
		{
			.name = "create_org",
			.title = "Create an organization",
			.doc = "For administrators: creates an organization that you "
			       "own. Other members use apply_for_org.",
			.rank = 955,
		},
};

static const struct field org_get_in_fields[] = {
	ORG_SLUG(struct org_get_in),
};

static const struct record org_get_input = INPUT_RECORD(org_get_in, "The organization.");

const struct op op_org_get = {
	.name = "org_get",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}",
	.summary = "Read an organization",
	.doc = "Reads an organization and your role in it.",
	.input = &org_get_input,
	.output = &org_view_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = org_problems,
	.tool =
		{
			.name = "get_org",
			.title = "Read an organization",
			.doc = "Reads an organization and your role in it.",
			.read_only = true,
			.idempotent = true,
			.rank = 25,
		},
};

/* ---- for everybody ---- */

static const struct field org_public_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("kind", ENUM, .values = org_kind_values, .doc = "The kind of organization."),
	OUT("joinPolicy", ENUM, .values = join_policy_values, .doc = "How members join."),
	OUT("description", TEXT, .doc = "What the organization is about."),
	OUT("location", TEXT, .doc = "Where the organization is."),
	OUT("website", TEXT, .format = FORMAT_URI, .empty_allowed = true,
		.doc = "The URL of the website; empty if there is none."),
	OUT("logo", MEDIA, .nullable = true, .doc = "The URL of the logo."),
	OUT("coverImage", MEDIA, .nullable = true, .doc = "The URL of the cover image."),
	OUT("memberCount", INTEGER, .doc = "The number of members."),
};

static const struct record org_public_record = {
	.name = "OrgPublic",
	.doc = "What visitors without an account see of a public organization.",
	.fields = org_public_fields,
	.count = COUNT_OF(org_public_fields),
};

const struct op op_org_public_get = {
	.name = "org_public_get",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/public",
	.summary = "Read a public organization",
	.doc = "Reads an organization as visitors without an account see it. No "
	       "credential is needed. Unlisted organizations are not found.",
	.input = &org_get_input,
	.output = &org_public_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = org_problems,
};

static const struct field org_update_in_fields[] = {
	ORG_SLUG(struct org_update_in),
	IN(struct org_update_in, new_slug, "newSlug", TEXT, .body_name = "slug",
		.format = FORMAT_SLUG, .min = 3, .max = 40,
		.doc = "The organization's new slug. The old one stays valid for 90 "
		       "days."),
	ORG_NAME(struct org_update_in, .required = false),
	ORG_KIND(struct org_update_in, .required = false),
	ORG_VISIBILITY(struct org_update_in, .required = false),
	ORG_JOIN_POLICY(struct org_update_in, .required = false),
	ORG_DESCRIPTION(struct org_update_in, .required = false),
	ORG_ACCENT(struct org_update_in, .required = false),
	ORG_LOCATION(struct org_update_in, .required = false),
	ORG_WEBSITE(struct org_update_in, .required = false),
};

static const struct record org_update_input = INPUT_RECORD(
	org_update_in, "The fields to change. Fields that you omit keep their values.");

const struct op op_org_update = {
	.name = "org_update",
	.service = SERVICE_ORGS,
	.method = METHOD_PATCH,
	.path = "/v1/orgs/{slug}",
	.summary = "Edit an organization",
	.doc = "Changes fields of an organization. A text that you send, such as "
	       "`description`, replaces the old one as a whole. For owners and admins.",
	.input = &org_update_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = update_problems,
	.conflicts = update_conflicts,
	.tool =
		{
			.name = "update_org",
			.title = "Edit an organization",
			.doc = "Changes an organization's texts, visibility and how "
			       "members join. A given text, such as the description, "
			       "replaces all of the old one. For owners and admins.",
			.destructive = true,
			.idempotent = true,
			.rank = 425,
		},
};
