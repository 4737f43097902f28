#include "proto/projects/affiliations.h"

#include "proto/projects/affiliation_fields.h"
#include "proto/records.h"

static const char *const status_values[] = {
	"pending", "active", "declined", "cancelled", "ended", NULL};
static const char *const side_values[] = {"project", "org", NULL};
static const char *const viewer_side_values[] = {"team", "org", "both", NULL};

static const enum problem request_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_ORG_ROLE_REQUIRED,
	PROBLEM_PROJECT_ARCHIVED, PROBLEM_AFFILIATION_EXISTS, PROBLEM_RATE_LIMITED,
	PROBLEM_NONE};
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
		.doc = "The project's name. If you cannot read the project (any more), "
		       "it is \"A private project\", and the other fields except the id "
		       "contain no information about it."),
	OUT("summary", TEXT, .doc = "A summary in one or two lines."),
	OUT("stage", ENUM, .values = project_stage_values,
		.doc = "The stage of the project."),
	OUT("memberCount", INTEGER, .doc = "The number of people on the roster."),
	OUT("visibility", ENUM, .values = project_visibility_values,
		.doc = "Whether every member can read the project."),
};

static const struct record affiliation_project_record = {
	.name = "AffiliationProject",
	.doc = "The project of an affiliation.",
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
	.doc = "The member who sent the request.",
	.fields = affiliation_requester_fields,
	.count = COUNT_OF(affiliation_requester_fields),
};

static const struct field joining_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .doc = "The member's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("title", TEXT, .doc = "The member's job title on the project."),
};

static const struct record joining_member_record = {
	.name = "JoiningMember",
	.doc = "A person on the roster who will be invited to the organization if it "
	       "accepts.",
	.fields = joining_member_fields,
	.count = COUNT_OF(joining_member_fields),
};

static const struct field affiliation_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aff", .doc = "The affiliation's id."),
	OUT("project", OBJECT, .record = &affiliation_project_record,
		.doc = "The project."),
	OUT("org", OBJECT, .record = &affiliation_org_record, .doc = "The organization."),
	OUT("kind", ENUM, .values = affiliation_kind_values,
		.doc = "Its relation to the project."),
	OUT("status", ENUM, .values = status_values,
		.doc = "The state of the affiliation."),
	OUT("initiatedBy", ENUM, .values = side_values,
		.doc = "The party that sent the request."),
	OUT("message", TEXT,
		.doc = "The message of the party that sent the request. Only people on "
		       "the project's roster and the organization's owners and admins "
		       "can read it; empty for everybody else."),
	OUT("cohort", TEXT, .doc = "The cohort of the program; empty if there is none."),
	OUT("terms", TEXT, .nullable = true,
		.doc = "The terms of the deal. Only the project's leads and the "
		       "organization's owners and admins can read them; null for "
		       "everybody else."),
	OUT("termsUpdatedAt", INSTANT, .nullable = true,
		.doc = "When the terms last changed; null if you cannot read the terms."),
	OUT("requester", OBJECT, .nullable = true,
		.record = &affiliation_requester_record,
		.doc = "The member who sent the request; null if that member is "
		       "suspended or deleted, or if you cannot read the project, except "
		       "for the organization's owners and admins."),
	OUT("viewerSide", ENUM, .nullable = true, .values = viewer_side_values,
		.doc = "Your party: `team` for the project's leads, `org` for the "
		       "organization's owners and admins, `both` if you are both; "
		       "otherwise null."),
	OUT("joiningMembers", LIST, .nullable = true, .record = &joining_member_record,
		.doc = "The people on the roster who will be invited if the organization "
		       "accepts; lists contain the first ten. Only the organization's "
		       "owners and admins see them, while the affiliation is pending and "
		       "they can read the project."),
	OUT("createdAt", INSTANT, .doc = "When it was requested."),
	OUT("decidedAt", INSTANT, .nullable = true,
		.doc = "When it was accepted, declined or cancelled; null while "
		       "pending."),
	OUT("endedAt", INSTANT, .nullable = true,
		.doc = "When it ended; null if it has not ended."),
};

const struct record affiliation_record = {
	.name = "Affiliation",
	.doc = "An affiliation between a project and an organization.",
	.fields = affiliation_fields,
	.count = COUNT_OF(affiliation_fields),
};

/* ---- inputs ---- */

#define AFFILIATION_PROJECT(holder, kind, ...) \
	IN(holder, project, "project", kind, .doc = "The project's id.", __VA_ARGS__)
#define AFFILIATION_ORG(holder, ...) \
	IN(holder, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3, .max = 40, \
		.doc = "The organization's slug.", __VA_ARGS__)
#define AFFILIATION_MESSAGE(holder) \
	IN(holder, message, "message", TEXT, .max = 500, .fallback = "\"\"", \
		.doc = "A message to the other party.")

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
	INPUT_RECORD(affiliation_request_in,
		"The project, the organization and the kind of affiliation.");

const struct op op_affiliation_request = {
	.name = "affiliation_request",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/projects/{project}/affiliations",
	.summary = "Ask an organization for an affiliation",
	.doc = "Requests an affiliation of a project with an organization that is public "
	       "or that you belong to. Only the project's leads and platform "
	       "administrators can request it. The organization's owners and admins "
	       "accept or decline.",
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
			.doc = "Requests an affiliation of a project that you lead with "
			       "an organization. The organization decides.",
			.rank = 190,
		},
};

static const struct field affiliation_invite_in_fields[] = {
	AFFILIATION_ORG(struct affiliation_invite_in, .required = true,
		.missing = PROBLEM_ORG_NOT_FOUND),
	AFFILIATION_PROJECT(struct affiliation_invite_in, IDENTIFIER, .required = true,
		.prefix = "proj", .missing = PROBLEM_PROJECT_NOT_FOUND,
		.body_name = "projectId"),
	AFFILIATION_KIND(struct affiliation_invite_in, .required = true),
	AFFILIATION_MESSAGE(struct affiliation_invite_in),
};

static const struct record affiliation_invite_input = INPUT_RECORD(affiliation_invite_in,
	"The organization, the project and the kind of affiliation.");

const struct op op_affiliation_invite = {
	.name = "affiliation_invite",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{org}/project-affiliations",
	.summary = "Invite a project to an affiliation",
	.doc = "Invites a project that you can read to affiliate with an organization. "
	       "For its owners and admins. The project's leads "
	       "accept or decline.",
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
			.doc = "Invites a project to affiliate with an organization of "
			       "which you are owner or admin. The leads decide.",
			.rank = 195,
		},
};

/* ---- reading ---- */

#define AFFILIATION_STATUS(holder) \
	IN(holder, status, "status", ENUM, .values = status_values, \
		.doc = "With `org`: only affiliations in this state.")

static const struct field project_affiliation_list_in_fields[] = {
	IN(struct project_affiliation_list_in, id, "project", IDENTIFIER,
		.required = true, .prefix = "proj", .missing = PROBLEM_PROJECT_NOT_FOUND,
		.doc = "The project's id."),
	PAGE_FIELDS(struct project_affiliation_list_in),
};

static const struct record project_affiliation_list_input =
	INPUT_RECORD(project_affiliation_list_in, "The project and the page.");

const struct op op_project_affiliation_list = {
	.name = "project_affiliation_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/projects/{project}/affiliations",
	.summary = "List a project's affiliations",
	.doc = "Lists the affiliations of a project that you can read, in every state, "
	       "newest first. Those with an unlisted organization are for the roster "
	       "and the organization's members, unless they are active.",
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

static const struct record org_affiliation_list_input =
	INPUT_RECORD(org_affiliation_list_in, "The affiliations to list.");

const struct op op_org_affiliation_list = {
	.name = "org_affiliation_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{org}/project-affiliations",
	.summary = "List an organization's affiliations",
	.doc = "Lists the affiliations of an organization, newest first. Its owners and "
	       "admins see every state; other members see active affiliations only.",
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
	AFFILIATION_ORG(struct affiliation_list_in, .required = false,
		.missing = PROBLEM_ORG_NOT_FOUND),
	AFFILIATION_STATUS(struct affiliation_list_in),
	PAGE_FIELDS(struct affiliation_list_in),
};

static const struct record affiliation_list_input = INPUT_RECORD(
	affiliation_list_in, "The project or the organization, and the page.");

/* One tool for two routes. */
const struct op op_affiliation_list = {
	.name = "affiliation_list",
	.service = SERVICE_PROJECTS,
	.summary = "List affiliations",
	.doc = "Lists the affiliations of a project or of an organization, newest first. "
	       "Pass either `project` or `org`.",
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
			.doc = "Lists the affiliations of either a project or an "
			       "organization.",
			.read_only = true,
			.idempotent = true,
			.rank = 42,
		},
};

static const struct field affiliation_in_fields[] = {
	AFFILIATION_ID(struct affiliation_in),
};

const struct record affiliation_input = INPUT_RECORD(affiliation_in, "The affiliation.");

const struct op op_affiliation_get = {
	.name = "affiliation_get",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/project-affiliations/{affiliation}",
	.summary = "Read an affiliation",
	.doc = "Reads an affiliation. Members who can read the project and the "
	       "organization's owners and admins can read it, and other members of the "
	       "organization while it is active. One with an unlisted organization is "
	       "for the roster and the organization's members, unless it is active.",
	.input = &affiliation_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.problems = read_problems,
};
