#include "proto/projects/projects.h"

#include "proto/orgs/orgs.h"
#include "proto/records.h"

const char *const project_stage_values[] = {
	"idea", "validating", "building", "launched", NULL};
const char *const project_visibility_values[] = {"network", "private", NULL};
static const char *const status_values[] = {"active", "archived", NULL};
static const char *const status_filter_values[] = {"active", "archived", "all", NULL};
const char *const project_role_values[] = {"lead", "member", NULL};
const char *const affiliation_kind_values[] = {"community", "program", "investor", NULL};

static const enum problem create_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem read_problems[] = {PROBLEM_PROJECT_NOT_FOUND, PROBLEM_NONE};
static const enum problem lead_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_PROJECT_ARCHIVED, PROBLEM_NONE};
static const enum problem delete_problems[] = {
	PROBLEM_PROJECT_NOT_FOUND, PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_NONE};
static const enum problem list_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};

/* ---- the record ---- */

/* The fields that a project has in lists and in full. */
#define PROJECT_ITEM_FIELDS \
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."), \
		OUT("name", TEXT, .doc = "The project's name."), \
		OUT("summary", TEXT, .doc = "A summary in one or two lines."), \
		OUT("description", TEXT, .doc = "The full description."), \
		OUT("stage", ENUM, .values = project_stage_values, \
			.doc = "The stage of the project."), \
		OUT("status", ENUM, .values = status_values, \
			.doc = "`active` or `archived`. An archived project cannot be " \
			       "changed, and nobody can be added to it."), \
		OUT("visibility", ENUM, .values = project_visibility_values, \
			.doc = "`network`: every member can read it. `private`: only " \
			       "its roster, and the owners and admins of organizations " \
			       "with which it has an active affiliation, or has " \
			       "requested one."), \
		OUT("memberCount", INTEGER, \
			.doc = "The number of people on the roster."), \
		OUT("myRole", ENUM, .nullable = true, .values = project_role_values, \
			.doc = "Your role on the roster; null if you are not on it."), \
		OUT("canManage", BOOLEAN, \
			.doc = "Whether you can manage the project. Its leads and " \
			       "platform administrators can."), \
		OUT("createdAt", INSTANT, .doc = "When the project was created."), \
		OUT("updatedAt", INSTANT, .doc = "When the project last changed.")

static const struct field project_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .doc = "The member's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("role", ENUM, .values = project_role_values,
		.doc = "The role on the project. Leads manage it."),
	OUT("title", TEXT, .doc = "The member's job title on the project."),
	OUT("joinedAt", INSTANT, .doc = "When the member was added to the roster."),
};

static const struct record project_member_record = {
	.name = "ProjectMember",
	.doc = "A person on the roster of a project.",
	.fields = project_member_fields,
	.count = COUNT_OF(project_member_fields),
};

static const struct field project_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("logo", MEDIA, .nullable = true, .doc = "The URL of the logo."),
};

const struct record affiliation_org_record = {
	.name = "AffiliationOrg",
	.doc = "The organization of an affiliation.",
	.fields = project_org_fields,
	.count = COUNT_OF(project_org_fields),
};

static const struct field project_affiliation_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aff", .doc = "The affiliation's id."),
	OUT("org", OBJECT, .record = &affiliation_org_record, .doc = "The organization."),
	OUT("kind", ENUM, .values = affiliation_kind_values,
		.doc = "Its relation to the project."),
	OUT("cohort", TEXT, .doc = "The cohort of the program; empty if there is none."),
	OUT("since", INSTANT, .doc = "When the affiliation became active."),
};

static const struct record project_affiliation_record = {
	.name = "ProjectAffiliation",
	.doc = "An active affiliation of a project.",
	.fields = project_affiliation_fields,
	.count = COUNT_OF(project_affiliation_fields),
};

static const struct field project_fields[] = {
	PROJECT_ITEM_FIELDS,
	OUT("affiliations", LIST, .record = &project_affiliation_record,
		.doc = "The active affiliations, newest first."),
	OUT("members", LIST, .record = &project_member_record,
		.doc = "The roster: leads first, then in the order of joining."),
};

const struct record project_record = {
	.name = "Project",
	.doc = "A project with its roster and active affiliations.",
	.fields = project_fields,
	.count = COUNT_OF(project_fields),
};

static const struct field project_item_fields[] = {
	PROJECT_ITEM_FIELDS,
};

static const struct record project_item_record = {
	.name = "ProjectItem",
	.doc = "A project in a list, without its roster and affiliations.",
	.fields = project_item_fields,
	.count = COUNT_OF(project_item_fields),
};

/* ---- inputs ---- */

/* The input fields that creating and editing a project share. */
#define PROJECT_NAME(holder, ...) \
	IN(holder, name, "name", TEXT, .format = FORMAT_NAME, .trimmed = true, .min = 2, \
		.max = 80, .doc = "The project's name.", __VA_ARGS__)
#define PROJECT_SUMMARY(holder, ...) \
	IN(holder, summary, "summary", TEXT, .max = 280, \
		.doc = "A summary in one or two lines.", __VA_ARGS__)
#define PROJECT_DESCRIPTION(holder, ...) \
	IN(holder, description, "description", TEXT, .max = 4000, \
		.doc = "The full description.", __VA_ARGS__)
#define PROJECT_STAGE(holder, ...) \
	IN(holder, stage, "stage", ENUM, .values = project_stage_values, \
		.doc = "The stage of the project.", __VA_ARGS__)
#define PROJECT_VISIBILITY(holder, ...) \
	IN(holder, visibility, "visibility", ENUM, .values = project_visibility_values, \
		.doc = "`private`: for its roster, and owners and admins of " \
		       "affiliated organizations.", \
		__VA_ARGS__)
#define STATUS_FILTER(holder) \
	IN(holder, status, "status", ENUM, .values = status_filter_values, \
		.fallback = "\"active\"", .doc = "Only projects in this state.")

static const struct field project_create_in_fields[] = {
	PROJECT_NAME(struct project_create_in, .required = true),
	PROJECT_SUMMARY(struct project_create_in, .fallback = "\"\""),
	PROJECT_DESCRIPTION(struct project_create_in, .fallback = "\"\""),
	PROJECT_STAGE(struct project_create_in, .fallback = "\"idea\""),
	PROJECT_VISIBILITY(struct project_create_in, .fallback = "\"network\""),
};

static const struct record project_create_input =
	INPUT_RECORD(project_create_in, "A new project.");

const struct op op_project_create = {
	.name = "project_create",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/projects",
	.summary = "Create a project",
	.doc = "Creates a project. You become its lead.",
	.input = &project_create_input,
	.output = &project_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_project_get,
	.answer = {.location = "/v1/projects/{id}"},
	.problems = create_problems,
	.tool =
		{
			.name = "create_project",
			.title = "Create a project",
			.doc = "Creates a project that you lead.",
			.rank = 80,
		},
};

static const struct field project_list_in_fields[] = {
	IN(struct project_list_in, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3,
		.max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of one of your organizations. Not with `q` or "
		       "`member`."),
	IN(struct project_list_in, member, "member", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30, .doc = "The handle of a member on the project."),
	IN(struct project_list_in, q, "q", TEXT, .max = 80,
		.doc = "Words of the name, or the beginning of one."),
	STATUS_FILTER(struct project_list_in),
	PAGE_FIELDS(struct project_list_in),
};

static const struct record project_list_input =
	INPUT_RECORD(project_list_in, "The projects to list.");

const struct op op_project_list = {
	.name = "project_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/projects",
	.summary = "List or search projects",
	.doc = "Lists projects, newest first. `q` searches the names of projects that "
	       "every member can read. `member` lists the projects of a member that you "
	       "can read. With both, projects must meet both. `org` lists the projects "
	       "affiliated with one of your organizations and cannot be combined with "
	       "the others. Without any of them, lists your own projects.",
	.input = &project_list_input,
	.output = &project_item_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = list_problems,
	.tool =
		{
			.name = "list_projects",
			.title = "List or search projects",
			.doc = "Lists your projects, those of a member or of an "
			       "organization (org, alone), or projects by name (q).",
			.read_only = true,
			.idempotent = true,
			.rank = 37,
		},
};

static const struct field me_project_list_in_fields[] = {
	STATUS_FILTER(struct me_project_list_in),
	PAGE_FIELDS(struct me_project_list_in),
};

static const struct record me_project_list_input =
	INPUT_RECORD(me_project_list_in, "The projects to list.");

const struct op op_me_project_list = {
	.name = "me_project_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/me/projects",
	.summary = "List your projects",
	.doc = "Lists the projects whose roster you are on, newest first.",
	.input = &me_project_list_input,
	.output = &project_item_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
};

static const struct field org_project_list_in_fields[] = {
	ORG_SLUG(struct org_project_list_in),
	STATUS_FILTER(struct org_project_list_in),
	PAGE_FIELDS(struct org_project_list_in),
};

static const struct record org_project_list_input =
	INPUT_RECORD(org_project_list_in, "The organization and the projects to list.");

const struct op op_org_project_list = {
	.name = "org_project_list",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/projects",
	.summary = "List an organization's projects",
	.doc = "Lists the projects that have an active affiliation with the organization "
	       "and that you can read, newest first. Only members of the organization "
	       "can call it.",
	.input = &org_project_list_input,
	.output = &project_item_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = list_problems,
};

static const struct field project_get_in_fields[] = {
	PROJECT_ID(struct project_get_in),
};

static const struct record project_get_input =
	INPUT_RECORD(project_get_in, "The project.");

const struct op op_project_get = {
	.name = "project_get",
	.service = SERVICE_PROJECTS,
	.method = METHOD_GET,
	.path = "/v1/projects/{id}",
	.summary = "Read a project",
	.doc = "Reads a project with its roster, its active affiliations and your "
	       "permissions.",
	.input = &project_get_input,
	.output = &project_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.problems = read_problems,
	.tool =
		{
			.name = "get_project",
			.title = "Read a project",
			.doc = "Reads a project with its roster and active affiliations.",
			.read_only = true,
			.idempotent = true,
			.rank = 38,
		},
};

static const struct field project_update_in_fields[] = {
	PROJECT_ID(struct project_update_in),
	PROJECT_NAME(struct project_update_in, .required = false),
	PROJECT_SUMMARY(struct project_update_in, .required = false),
	PROJECT_DESCRIPTION(struct project_update_in, .required = false),
	PROJECT_STAGE(struct project_update_in, .required = false),
	PROJECT_VISIBILITY(struct project_update_in, .required = false),
	IN(struct project_update_in, status, "status", ENUM, .values = status_values,
		.doc = "An archived project only accepts `active`."),
};

static const struct record project_update_input = INPUT_RECORD(project_update_in,
	"The fields to change. Fields that you omit keep their values.");

const struct op op_project_update = {
	.name = "project_update",
	.service = SERVICE_PROJECTS,
	.method = METHOD_PATCH,
	.path = "/v1/projects/{id}",
	.summary = "Edit, archive or unarchive a project",
	.doc = "Changes fields of a project. Only its leads and platform administrators "
	       "can change it. An archived project accepts only its restoration with "
	       "status `active`.",
	.input = &project_update_input,
	.output = &project_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_project_get,
	.problems = lead_problems,
	.tool =
		{
			.name = "update_project",
			.title = "Edit or archive a project",
			.doc = "Changes fields of a project that you lead. `status` "
			       "archives or restores it.",
			.destructive = true,
			.idempotent = true,
			.rank = 180,
		},
};

static const struct field project_delete_in_fields[] = {
	PROJECT_ID(struct project_delete_in),
};

static const struct record project_delete_input =
	INPUT_RECORD(project_delete_in, "The project.");

const struct op op_project_delete = {
	.name = "project_delete",
	.service = SERVICE_PROJECTS,
	.method = METHOD_DELETE,
	.path = "/v1/projects/{id}",
	.summary = "Delete a project",
	.doc = "Deletes a project permanently, with its roster and all its affiliations, "
	       "including ended ones. Only its leads and platform administrators can "
	       "delete it.",
	.input = &project_delete_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_project_get,
	.problems = delete_problems,
	.tool =
		{
			.name = "delete_project",
			.title = "Delete a project",
			.doc = "Deletes a project permanently, with its roster and "
			       "affiliations. update_project archives it instead.",
			.destructive = true,
			.idempotent = true,
			.rank = 460,
		},
};
