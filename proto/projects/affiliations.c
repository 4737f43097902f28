#include "proto/projects/affiliations.h"

#include "proto/projects/affiliation_fields.h"
#include "proto/records.h"

static const char *const status_values[] = {
	"pending", "active", "declined", "cancelled", "ended", NULL};
static const char *const side_values[] = {"project", "org", NULL};
static const char *const viewer_side_values[] = {"team", "org", "both", NULL};

static const enum problem request_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_ORG_ROLE_REQUIRED,
	PROBLEM_PROJECT_ARCHIVED, PROBLEM_AFFILIATION_EXISTS, PROBLEM_NONE};
static const enum problem project_list_problems[] = {
	PROBLEM_PROJECT_NOT_FOUND, PROBLEM_NONE};
static const enum problem org_list_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem list_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem read_problems[] = {PROBLEM_AFFILIATION_NOT_FOUND, PROBLEM_NONE};

static const struct conflict request_conflicts[] = {
	{"affiliations_open_key", PROBLEM_AFFILIATION_EXISTS, NULL, FAULT_REQUIRED, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* ---- the record ---- */

static const struct field affiliation_project_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("name", TEXT, .example = "\"Difference Engine\"",
		.doc = "The project's name. Where the caller may not read the project "
		       "(any more), \"A private project\" stands in its place, and "
		       "nothing else is told of it but its id."),
	OUT("summary", TEXT, .doc = "The project in one or two lines."),
	OUT("stage", ENUM, .values = project_stage_values,
		.doc = "How far the project is."),
	OUT("memberCount", INTEGER, .doc = "How many people are on the roster."),
	OUT("visibility", ENUM, .values = project_visibility_values,
		.doc = "Whether every member may read the project."),
};

static const struct record affiliation_project_record = {
	.name = "AffiliationProject",
	.doc = "The project's side of an affiliation.",
	.fields = affiliation_project_fields,
	.count = COUNT_OF(affiliation_project_fields),
};

static const struct field affiliation_requester_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .doc = "The member's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
};

static const struct record affiliation_requester_record = {
	.name = "AffiliationRequester",
	.doc = "Who asked for an affiliation.",
	.fields = affiliation_requester_fields,
	.count = COUNT_OF(affiliation_requester_fields),
};

static const struct field joining_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .doc = "The member's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("title", TEXT, .doc = "What the member does on the project."),
};

static const struct record joining_member_record = {
	.name = "JoiningMember",
	.doc = "Somebody on the roster whom accepting would invite to the organization.",
	.fields = joining_member_fields,
	.count = COUNT_OF(joining_member_fields),
};

static const struct field affiliation_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aff", .doc = "The affiliation's id."),
	OUT("project", OBJECT, .record = &affiliation_project_record,
		.doc = "The project."),
	OUT("org", OBJECT, .record = &affiliation_org_record, .doc = "The organization."),
	OUT("kind", ENUM, .values = affiliation_kind_values,
		.doc = "What the organization is to the project."),
	OUT("status", ENUM, .values = status_values,
		.doc = "Where the affiliation stands."),
	OUT("initiatedBy", ENUM, .values = side_values, .doc = "The side that asked."),
	OUT("message", TEXT,
		.doc = "What the side that asked wrote; empty to members of the "
		       "organization who may not read the project, its owners and admins "
		       "excepted."),
	OUT("cohort", TEXT, .doc = "The program's cohort; empty when there is none."),
	OUT("terms", TEXT, .nullable = true,
		.doc = "The terms of the deal, shown to the project's leads and to the "
		       "organization's owners and admins; null to everybody else."),
	OUT("termsUpdatedAt", INSTANT, .nullable = true,
		.doc = "When the terms last changed; null where terms is not shown."),
	OUT("requester", OBJECT, .nullable = true,
		.record = &affiliation_requester_record,
		.doc = "Who asked; null when that member is suspended or gone, and where "
		       "message is not shown."),
	OUT("viewerSide", ENUM, .nullable = true, .values = viewer_side_values,
		.doc = "team for the project's leads, org for the organization's owners "
		       "and admins, both for who is both; null for everybody else."),
	OUT("joiningMembers", LIST, .nullable = true, .record = &joining_member_record,
		.doc = "While it is pending, and to the organization's owners and admins "
		       "only: the people on the roster whom accepting would invite; in a "
		       "list the first ten of them."),
	OUT("createdAt", INSTANT, .doc = "When it was asked for."),
	OUT("decidedAt", INSTANT, .nullable = true,
		.doc = "When it was accepted, declined or cancelled."),
	OUT("endedAt", INSTANT, .nullable = true, .doc = "When it ended."),
};

const struct record affiliation_record = {
	.name = "Affiliation",
	.doc = "What ties a project to an organization.",
	.fields = affiliation_fields,
	.count = COUNT_OF(affiliation_fields),
};

/* ---- inputs ---- */

#define AFFILIATION_PROJECT(holder, kind, ...) \
	IN(holder, project, "project", kind, .doc = "The project's id.", __VA_ARGS__)
#define AFFILIATION_ORG(holder, ...) \
	IN(holder, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3, .max = 40, \
		.missing = PROBLEM_ORG_NOT_FOUND, .doc = "The organization's slug.", \
		__VA_ARGS__)
#define AFFILIATION_MESSAGE(holder) \
	IN(holder, message, "message", TEXT, .max = 500, .fallback = "\"\"", \
		.doc = "A note to the other side.")

/* ---- asking ---- */

static const struct field affiliation_request_in_fields[] = {
	AFFILIATION_PROJECT(struct affiliation_request_in, IDENTIFIER, .required = true,
		.prefix = "proj", .missing = PROBLEM_PROJECT_NOT_FOUND),
	AFFILIATION_ORG(
		struct affiliation_request_in, .required = true, .body_name = "orgSlug"),
	AFFILIATION_KIND(struct affiliation_request_in, .required = true),
	AFFILIATION_MESSAGE(struct affiliation_request_in),
};

static const struct record affiliation_request_input =
	INPUT_RECORD(affiliation_request_in, "Which organization to ask.");

const struct op op_affiliation_request = {
	.name = "affiliation_request",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/projects/{project}/affiliations",
	.summary = "Ask an organization for an affiliation",
	.doc = "Asks for an affiliation with an organization that is public or that the "
	       "caller belongs to; for the project's leads and platform administrators. "
	       "The organization's owners and admins accept or decline.",
	.input = &affiliation_request_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.location = "/v1/project-affiliations/{id}"},
	.problems = request_problems,
	.conflicts = request_conflicts,
	.tool =
		{
			.name = "request_affiliation",
			.title = "Request an affiliation",
			.doc = "A lead asks an organization to affiliate with a project.",
			.rank = 190,
		},
};

static const struct field affiliation_invite_in_fields[] = {
	AFFILIATION_ORG(struct affiliation_invite_in, .required = true),
	AFFILIATION_PROJECT(struct affiliation_invite_in, IDENTIFIER, .required = true,
		.prefix = "proj", .missing = PROBLEM_PROJECT_NOT_FOUND,
		.body_name = "projectId"),
	AFFILIATION_KIND(struct affiliation_invite_in, .required = true),
	AFFILIATION_MESSAGE(struct affiliation_invite_in),
};

static const struct record affiliation_invite_input =
	INPUT_RECORD(affiliation_invite_in, "Which project to invite.");

const struct op op_affiliation_invite = {
	.name = "affiliation_invite",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{org}/project-affiliations",
	.summary = "Invite a project to an affiliation",
	.doc = "Invites a project that the caller can read; for the organization's "
	       "owners and admins. The project's leads accept or decline.",
	.input = &affiliation_invite_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.location = "/v1/project-affiliations/{id}"},
	.problems = request_problems,
	.conflicts = request_conflicts,
	.tool =
		{
			.name = "invite_project",
			.title = "Invite a project",
			.doc = "An organization's owner or admin invites a project to "
			       "affiliate.",
			.rank = 195,
		},
};

/* ---- reading ---- */

#define AFFILIATION_STATUS(holder) \
	IN(holder, status, "status", ENUM, .values = status_values, \
		.doc = "Of the organization's, only those.")

static const struct field project_affiliation_list_in_fields[] = {
	IN(struct project_affiliation_list_in, id, "project", IDENTIFIER,
		.required = true, .prefix = "proj", .missing = PROBLEM_PROJECT_NOT_FOUND,
		.doc = "The project's id."),
	PAGE_FIELDS(struct project_affiliation_list_in),
};

static const struct record project_affiliation_list_input =
	INPUT_RECORD(project_affiliation_list_in, "Whose affiliations to list.");

const struct op op_project_affiliation_list = {
	.name = "project_affiliation_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/projects/{project}/affiliations",
	.summary = "List a project's affiliations",
	.doc = "The affiliations of a project in every state, newest first; for whoever "
	       "can read the project.",
	.input = &project_affiliation_list_input,
	.output = &affiliation_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = project_list_problems,
};

static const struct field org_affiliation_list_in_fields[] = {
	IN(struct org_affiliation_list_in, slug, "org", TEXT, .required = true,
		.format = FORMAT_SLUG, .min = 3, .max = 40,
		.missing = PROBLEM_ORG_NOT_FOUND, .doc = "The organization's slug."),
	AFFILIATION_STATUS(struct org_affiliation_list_in),
	PAGE_FIELDS(struct org_affiliation_list_in),
};

static const struct record org_affiliation_list_input = INPUT_RECORD(
	org_affiliation_list_in, "Which of an organization's affiliations to list.");

const struct op op_org_affiliation_list = {
	.name = "org_affiliation_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{org}/project-affiliations",
	.summary = "List an organization's affiliations",
	.doc = "Affiliations of an organization, newest first: in every state to its "
	       "owners and admins, and to its other members the active ones.",
	.input = &org_affiliation_list_input,
	.output = &affiliation_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = org_list_problems,
};

static const struct field affiliation_list_in_fields[] = {
	AFFILIATION_PROJECT(struct affiliation_list_in, IDENTIFIER, .prefix = "proj",
		.missing = PROBLEM_PROJECT_NOT_FOUND),
	AFFILIATION_ORG(struct affiliation_list_in, .required = false),
	AFFILIATION_STATUS(struct affiliation_list_in),
	PAGE_FIELDS(struct affiliation_list_in),
};

static const struct record affiliation_list_input = INPUT_RECORD(
	affiliation_list_in, "Whose affiliations to list: exactly one of the two.");

/* Assistants have one tool for what are two routes. */
const struct op op_affiliation_list = {
	.name = "affiliation_list",
	.service = SERVICE_PROJECTS,
	.summary = "List affiliations",
	.doc = "The affiliations of a project or of an organization, newest first; "
	       "exactly one of project and org.",
	.input = &affiliation_list_input,
	.output = &affiliation_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = list_problems,
	.tool =
		{
			.name = "list_affiliations",
			.title = "List affiliations",
			.doc = "Those of a project or of an organization: pass exactly "
			       "one.",
			.read_only = true,
			.idempotent = true,
			.rank = 42,
		},
};

static const struct field affiliation_in_fields[] = {
	AFFILIATION_ID(struct affiliation_in),
};

const struct record affiliation_input =
	INPUT_RECORD(affiliation_in, "Which affiliation.");

const struct op op_affiliation_get = {
	.name = "affiliation_get",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/project-affiliations/{affiliation}",
	.summary = "Read an affiliation",
	.doc = "One affiliation; for whoever can read the project, for the "
	       "organization's owners and admins, and for its other members while it is "
	       "active.",
	.input = &affiliation_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.problems = read_problems,
};
