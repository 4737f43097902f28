#include "proto/orgs/orgs.h"

#include "proto/records.h"

static const enum problem create_problems[] = {
	PROBLEM_ORG_APPLICATION_PENDING, PROBLEM_NONE};
static const enum problem mine_problems[] = {
	PROBLEM_ORG_APPLICATION_NOT_FOUND, PROBLEM_NONE};
static const enum problem approve_problems[] = {PROBLEM_ORG_APPLICATION_NOT_FOUND,
	PROBLEM_INVALID_TRANSITION, PROBLEM_MEMBER_SUSPENDED, PROBLEM_NONE};
static const enum problem decline_problems[] = {
	PROBLEM_ORG_APPLICATION_NOT_FOUND, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct conflict create_conflicts[] = {
	{"org_slugs_pkey", PROBLEM_VALIDATION_FAILED, "#/slug", FAULT_TAKEN,
		"this slug is taken"},
	{"org_applications_pending_key", PROBLEM_ORG_APPLICATION_PENDING, NULL,
		FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field applicant_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The applicant's member id."),
	OUT("name", TEXT, .doc = "The applicant's name."),
	OUT("email", TEXT, .format = FORMAT_EMAIL, .empty_allowed = true,
		.doc = "The applicant's e-mail address; empty for deleted members."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The applicant's handle; null for deleted members."),
};

static const struct record applicant_record = {
	.name = "Applicant",
	.doc = "A member who applies for an organization.",
	.fields = applicant_fields,
	.count = COUNT_OF(applicant_fields),
};

static const struct field org_app_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "oapp", .doc = "The application's id."),
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The requested slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("kind", ENUM, .values = org_kind_values, .doc = "The kind of organization."),
	OUT("description", TEXT, .doc = "What the organization is about."),
	OUT("location", TEXT, .doc = "Where the organization is."),
	OUT("website", TEXT, .format = FORMAT_URI, .empty_allowed = true,
		.doc = "The URL of the website; empty if there is none."),
	OUT("applicantRole", TEXT, .doc = "The applicant's role in the organization."),
	OUT("message", TEXT, .doc = "The applicant's message to the administrators."),
	OUT("status", ENUM, .values = decision_values,
		.doc = "The state of the decision."),
	OUT("reason", TEXT,
		.doc = "The reason for declining it; empty if there is none."),
	OUT("applicant", OBJECT, .record = &applicant_record, .doc = "The applicant."),
	OUT("organizationId", IDENTIFIER, .nullable = true, .prefix = "org",
		.doc = "The id of the created organization; null unless approved."),
	OUT("decidedAt", INSTANT, .nullable = true,
		.doc = "When it was decided; null while it is pending."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

static const struct record org_app_record = {
	.name = "OrgApp",
	.doc = "An application for a new organization.",
	.fields = org_app_fields,
	.count = COUNT_OF(org_app_fields),
};

static const struct field org_application_create_in_fields[] = {
	ORG_NEW_SLUG(struct org_application_create_in, .required = true),
	ORG_NAME(struct org_application_create_in, .required = true),
	ORG_KIND(struct org_application_create_in, .fallback = "\"community\""),
	ORG_DESCRIPTION(struct org_application_create_in, .fallback = "\"\""),
	ORG_LOCATION(struct org_application_create_in, .fallback = "\"\""),
	ORG_WEBSITE(struct org_application_create_in, .fallback = "\"\""),
	IN(struct org_application_create_in, applicant_role, "applicantRole", TEXT,
		.format = FORMAT_LINE, .required = true, .min = 1, .max = 80,
		.doc = "Your role in the organization."),
	IN(struct org_application_create_in, message, "message", TEXT, .max = 1000,
		.fallback = "\"\"", .doc = "A message to the administrators."),
};

static const struct record org_application_create_input =
	INPUT_RECORD(org_application_create_in, "The organization that you apply for.");

const struct op op_org_application_create = {
	.name = "org_application_create",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/org-applications",
	.summary = "Apply for an organization",
	.doc = "Applies for a new organization, which you will own. An administrator "
	       "decides. You can have one pending application at a time.",
	.input = &org_application_create_input,
	.output = &org_app_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_application_mine,
	.answer = {.location = "/v1/org-applications/mine"},
	.problems = create_problems,
	.conflicts = create_conflicts,
	.tool =
		{
			.name = "apply_for_org",
			.title = "Apply for an organization",
			.doc = "Applies for a new organization that you will own. You "
			       "can have one pending application.",
			.rank = 175,
		},
};

const struct op op_org_application_mine = {
	.name = "org_application_mine",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/org-applications/mine",
	.summary = "Read your organization application",
	.doc = "Reads your latest application for an organization.",
	.output = &org_app_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = mine_problems,
	.tool =
		{
			.name = "get_my_org_application",
			.title = "Read your organization application",
			.doc = "Reads the status of your latest application for an "
			       "organization.",
			.read_only = true,
			.idempotent = true,
			.rank = 177,
		},
};

static const struct field admin_org_application_list_in_fields[] = {
	IN(struct admin_org_application_list_in, status, "status", ENUM,
		.values = decision_values,
		.doc = "Lists only applications in this state."),
	PAGE_FIELDS(struct admin_org_application_list_in),
};

static const struct record admin_org_application_list_input =
	INPUT_RECORD(admin_org_application_list_in, "The applications to list.");

const struct op op_admin_org_application_list = {
	.name = "admin_org_application_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/admin/org-applications",
	.summary = "List applications for organizations",
	.doc = "Lists applications for new organizations, newest first. The Link header "
	       "contains the URL of the next page.",
	.input = &admin_org_application_list_input,
	.output = &org_app_record,
	.shape = SHAPE_ARRAY,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.tool =
		{
			.name = "list_org_applications",
			.title = "List organization applications",
			.doc = "For administrators: lists applications for new "
			       "organizations.",
			.read_only = true,
			.idempotent = true,
			.rank = 925,
		},
};

static const struct field admin_org_application_approve_in_fields[] = {
	ID_FIELD(struct admin_org_application_approve_in, "oapp",
		PROBLEM_ORG_APPLICATION_NOT_FOUND, "The application's id."),
};

static const struct record admin_org_application_approve_input =
	INPUT_RECORD(admin_org_application_approve_in, "The application.");

static const struct hint decide_hints[] = {
	{PROBLEM_ORG_APPLICATION_NOT_FOUND, NULL, NULL,
		"Find the application with {admin_org_application_list}."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_admin_org_application_approve = {
	.name = "admin_org_application_approve",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/admin/org-applications/{id}/approve",
	.summary = "Approve an organization application",
	.doc = "Creates the organization with the applicant as its owner and notifies "
	       "the applicant. Approving again changes nothing.",
	.input = &admin_org_application_approve_input,
	.output = &org_app_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = approve_problems,
	.hints = decide_hints,
	.tool =
		{
			.name = "approve_org_application",
			.title = "Approve an organization application",
			.doc = "For administrators: creates the organization with the "
			       "applicant as its owner and notifies them.",
			.idempotent = true,
			.rank = 935,
		},
};

static const struct field admin_org_application_decline_in_fields[] = {
	ID_FIELD(struct admin_org_application_decline_in, "oapp",
		PROBLEM_ORG_APPLICATION_NOT_FOUND, "The application's id."),
	IN(struct admin_org_application_decline_in, reason, "reason", TEXT, .max = 500,
		.fallback = "\"\"", .doc = "The reason. The applicant can read it."),
};

static const struct record admin_org_application_decline_input =
	INPUT_RECORD(admin_org_application_decline_in, "The application and the reason.");

const struct op op_admin_org_application_decline = {
	.name = "admin_org_application_decline",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/admin/org-applications/{id}/decline",
	.summary = "Decline an organization application",
	.doc = "Declines an application and notifies the applicant, who can read the "
	       "reason. Declining again changes nothing.",
	.input = &admin_org_application_decline_input,
	.output = &org_app_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = decline_problems,
	.hints = decide_hints,
	.tool =
		{
			.name = "decline_org_application",
			.title = "Decline an organization application",
			.doc = "For administrators: declines an application and tells "
			       "the applicant the reason.",
			.destructive = true,
			.idempotent = true,
			.rank = 945,
		},
};
