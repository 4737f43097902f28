#include "proto/projects/projects.h"
#include "proto/records.h"

static const enum problem assign_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_PROJECT_ARCHIVED, PROBLEM_MEMBER_NOT_FOUND,
	PROBLEM_LAST_LEAD, PROBLEM_NONE};
static const enum problem leave_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_LAST_LEAD, PROBLEM_NONE};

/* It is not the caller whose account has ended meanwhile. */
static const struct conflict assign_conflicts[] = {
	{"members_former", PROBLEM_MEMBER_NOT_FOUND, NULL, FAULT_REQUIRED, NULL},
	{"projects_member_count_check", PROBLEM_VALIDATION_FAILED, "#/handle",
		FAULT_TOO_MANY, "a roster holds at most 200 people"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field project_assign_in_fields[] = {
	PROJECT_ID(struct project_assign_in),
	IN(struct project_assign_in, handle, "handle", TEXT, .required = true,
		.format = FORMAT_HANDLE, .min = 3, .max = 30,
		.doc = "The handle of the member to put on the roster."),
	IN(struct project_assign_in, role, "role", ENUM, .values = project_role_values,
		.doc = "Of a new person: member, unless this says lead."),
	IN(struct project_assign_in, title, "title", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .max = 80,
		.doc = "What the member does on the project, such as CTO."),
};

static const struct record project_assign_input =
	INPUT_RECORD(project_assign_in, "Whom to put on the roster, and as what.");

const struct op op_project_assign = {
	.name = "project_assign",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/projects/{id}/members",
	.summary = "Put somebody on a project",
	.doc = "Puts an active member on the roster, or changes the role or title of "
	       "somebody who is on it; for leads and platform administrators. The last "
	       "lead stays a lead.",
	.input = &project_assign_input,
	.output = &project_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_project_get,
	.problems = assign_problems,
	.conflicts = assign_conflicts,
	.tool =
		{
			.name = "assign_to_project",
			.title = "Assign to a project",
			.doc = "Puts a member on the roster, or changes role or title.",
			.idempotent = true,
			.rank = 170,
		},
};

static const struct field project_remove_in_fields[] = {
	PROJECT_ID(struct project_remove_in),
	IN(struct project_remove_in, member, "userId", IDENTIFIER, .required = true,
		.prefix = "usr", .missing = PROBLEM_MEMBER_NOT_FOUND,
		.doc = "The id of the member to take off the roster."),
};

static const struct record project_remove_input =
	INPUT_RECORD(project_remove_in, "Whom to take off the roster.");

const struct op op_project_remove = {
	.name = "project_remove",
	.service = SERVICE_PROJECTS,
	.method = METHOD_DELETE,
	.path = "/v1/projects/{id}/members/{userId}",
	.summary = "Take somebody off a project",
	.doc = "Takes a member off the roster; for leads and platform administrators, "
	       "and for the member itself. The last lead stays.",
	.input = &project_remove_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = assign_problems,
};

static const struct field project_remove_handle_in_fields[] = {
	PROJECT_ID(struct project_remove_handle_in),
	IN(struct project_remove_handle_in, handle, "handle", TEXT, .required = true,
		.format = FORMAT_HANDLE, .min = 3, .max = 30,
		.missing = PROBLEM_MEMBER_NOT_FOUND,
		.doc = "The handle of the member to take off; the caller's own leaves."),
};

static const struct record project_remove_handle_input =
	INPUT_RECORD(project_remove_handle_in, "Whom to take off the roster, by handle.");

/* Assistants name people by their handles, and read what is left. */
const struct op op_project_remove_handle = {
	.name = "project_remove_handle",
	.service = SERVICE_PROJECTS,
	.summary = "Take somebody off a project",
	.doc = "Takes a member off the roster and answers the project as it then stands; "
	       "for leads and platform administrators, and for the member itself. The "
	       "last lead stays.",
	.input = &project_remove_handle_input,
	.output = &project_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = assign_problems,
	.tool =
		{
			.name = "remove_from_project",
			.title = "Remove from a project",
			.doc = "Takes a member off the roster; your own handle leaves. "
			       "Answers the project as it then stands.",
			.destructive = true,
			.idempotent = true,
			.rank = 176,
		},
};

static const struct field project_leave_in_fields[] = {
	PROJECT_ID(struct project_leave_in),
};

static const struct record project_leave_input =
	INPUT_RECORD(project_leave_in, "Which project to leave.");

const struct op op_project_leave = {
	.name = "project_leave",
	.service = SERVICE_PROJECTS,
	.method = METHOD_DELETE,
	.path = "/v1/projects/{id}/members/me",
	.summary = "Leave a project",
	.doc = "Takes the caller off the roster, also of an archived project. The last "
	       "lead stays.",
	.input = &project_leave_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = leave_problems,
};
