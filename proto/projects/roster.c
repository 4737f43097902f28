#include "proto/projects/projects.h"
#include "proto/records.h"

static const enum problem assign_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_PROJECT_ARCHIVED, PROBLEM_MEMBER_NOT_FOUND,
	PROBLEM_LAST_LEAD, PROBLEM_NONE};
static const enum problem leave_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_LAST_LEAD, PROBLEM_NONE};

/* The account that was deleted in the meantime is the other member's, not the
 * caller's. */
static const struct conflict assign_conflicts[] = {
	{"members_former", PROBLEM_MEMBER_NOT_FOUND, NULL, FAULT_REQUIRED, NULL},
	{"projects_member_count_check", PROBLEM_VALIDATION_FAILED, "#/handle",
		FAULT_TOO_MANY, "a roster can hold at most 200 people"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field project_assign_in_fields[] = {
	PROJECT_ID(struct project_assign_in),
	IN(struct project_assign_in, handle, "handle", TEXT, .required = true,
		.format = FORMAT_HANDLE, .min = 3, .max = 30,
		.doc = "The handle of the member."),
	IN(struct project_assign_in, role, "role", ENUM, .values = project_role_values,
		.doc = "The role on the project. Default for a new person: member."),
	IN(struct project_assign_in, title, "title", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .max = 80,
		.doc = "The member's job title on the project, such as CTO."),
};

static const struct record project_assign_input =
	INPUT_RECORD(project_assign_in, "The member, the role and the job title.");

const struct op op_project_assign = {
	.name = "project_assign",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/projects/{id}/members",
	.summary = "Add or change a project member",
	.doc = "Adds an active member to the roster, or changes the role or title of a "
	       "person on it. Only leads and platform administrators can do this. The "
	       "last lead keeps the role.",
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
			.doc = "Adds a member to the roster of a project that you lead, "
			       "or changes their role or title.",
			.idempotent = true,
			.rank = 170,
		},
};

static const struct field project_remove_in_fields[] = {
	PROJECT_ID(struct project_remove_in),
	IN(struct project_remove_in, member, "userId", IDENTIFIER, .required = true,
		.prefix = "usr", .missing = PROBLEM_MEMBER_NOT_FOUND,
		.doc = "The id of the member to remove."),
};

static const struct record project_remove_input =
	INPUT_RECORD(project_remove_in, "The member to remove.");

const struct op op_project_remove = {
	.name = "project_remove",
	.service = SERVICE_PROJECTS,
	.method = METHOD_DELETE,
	.path = "/v1/projects/{id}/members/{userId}",
	.summary = "Remove a project member",
	.doc = "Removes a member from the roster. Leads and platform administrators can "
	       "remove any member, and members can remove themselves. The last lead "
	       "cannot be removed.",
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
		.missing = PROBLEM_MEMBER_NOT_FOUND, .doc = "The member's handle."),
};

static const struct record project_remove_handle_input =
	INPUT_RECORD(project_remove_handle_in, "The member to remove.");

/* A tool only: assistants identify people by handle and need the changed project. */
const struct op op_project_remove_handle = {
	.name = "project_remove_handle",
	.service = SERVICE_PROJECTS,
	.summary = "Remove a project member",
	.doc = "Removes a member from the roster and returns the changed project. Leads "
	       "and platform administrators can remove any member, and members can "
	       "remove themselves. The last lead cannot be removed.",
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
			.doc = "Removes a member from a project's roster. With your own "
			       "handle, you leave the project.",
			.destructive = true,
			.idempotent = true,
			.rank = 176,
		},
};

static const struct field project_leave_in_fields[] = {
	PROJECT_ID(struct project_leave_in),
};

static const struct record project_leave_input =
	INPUT_RECORD(project_leave_in, "The project to leave.");

const struct op op_project_leave = {
	.name = "project_leave",
	.service = SERVICE_PROJECTS,
	.method = METHOD_DELETE,
	.path = "/v1/projects/{id}/members/me",
	.summary = "Leave a project",
	.doc = "Removes you from the roster, also of an archived project. The last lead "
	       "cannot leave.",
	.input = &project_leave_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = leave_problems,
};
