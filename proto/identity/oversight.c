/*
 * oversight.c - the audit log and the reports (admin.h).
 */
#include "proto/audit.h"
#include "proto/identity/admin.h"
#include "proto/identity/members.h"
#include "proto/records.h"

/* ---- the audit log ---- */

static const char *const credential_values[] = {
	"none", "session", "token", "oauth", "operator", NULL};

static const struct field detail_element =
	OUT("detail", TEXT, .doc = "A detail of the action.");

static const struct field audit_subject_fields[] = {
	OUT("type", ENUM, .values = subject_values, .doc = "The type of the record."),
	OUT("id", TEXT, .doc = "The id of the record."),
};

static const struct record audit_subject_record = {
	.name = "AuditSubject",
	.doc = "The record that was acted on.",
	.fields = audit_subject_fields,
	.count = COUNT_OF(audit_subject_fields),
};

static const struct field audit_entry_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aud", .doc = "The entry's id."),
	OUT("at", INSTANT, .doc = "When it happened."),
	OUT("actor", OBJECT, .nullable = true, .record = &actor_record,
		.doc = "The member who acted; null for the operator and for anonymous "
		       "callers."),
	OUT("action", ENUM, .values = audit_values,
		.doc = "The action, such as member.suspend."),
	OUT("subject", OBJECT, .nullable = true, .record = &audit_subject_record,
		.doc = "The record that was acted on."),
	OUT("credential", ENUM, .values = credential_values,
		.doc = "The kind of credential that was used."),
	OUT("clientId", TEXT, .nullable = true,
		.doc = "The OAuth client that was used, if any."),
	OUT("requestId", TEXT, .doc = "The id of the request."),
	OUT("detail", MAP, .element = &detail_element,
		.doc = "Details, such as the reason."),
};

static const struct record audit_entry_record = {
	.name = "AuditEntry",
	.doc = "An entry of the audit log.",
	.fields = audit_entry_fields,
	.count = COUNT_OF(audit_entry_fields),
};

static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

static const struct field admin_audit_list_in_fields[] = {
	IN(struct admin_audit_list_in, actor, "actor", TEXT, .min = 1, .max = 40,
		.doc = "Only actions of this member: an id or a handle."),
	IN(struct admin_audit_list_in, action, "action", ENUM, .values = audit_values,
		.doc = "Only this action."),
	PAGE_FIELDS(struct admin_audit_list_in),
};

static const struct record admin_audit_list_input =
	INPUT_RECORD(admin_audit_list_in, "The entries to list.");

const struct op op_admin_audit_list = {
	.name = "admin_audit_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/admin/audit",
	.summary = "Read the audit log",
	.doc = "Lists the entries of the audit log, newest first: actions of "
	       "administrators, sign-ins, tokens, and changes of roles. Entries are "
	       "never changed or removed.",
	.input = &admin_audit_list_input,
	.output = &audit_entry_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = admin_problems,
};

/* ---- reports ---- */

static const char *const report_status_values[] = {"open", "resolved", NULL};

static const struct field admin_report_list_in_fields[] = {
	IN(struct admin_report_list_in, status, "status", ENUM,
		.values = report_status_values, .doc = "Only reports in this state."),
	PAGE_FIELDS(struct admin_report_list_in),
};

static const struct record admin_report_list_input =
	INPUT_RECORD(admin_report_list_in, "The reports to list.");

const struct op op_admin_report_list = {
	.name = "admin_report_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/admin/reports",
	.summary = "List reports",
	.doc = "Lists the reports of members, newest first.",
	.input = &admin_report_list_input,
	.output = &report_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = admin_problems,
	.tool =
		{
			.name = "list_reports",
			.title = "List reports",
			.doc = "For administrators: lists the reports of members.",
			.read_only = true,
			.idempotent = true,
			.rank = 820,
		},
};

static const enum problem resolve_problems[] = {
	PROBLEM_ADMIN_REQUIRED, PROBLEM_REPORT_NOT_FOUND, PROBLEM_NONE};

static const struct field admin_report_resolve_in_fields[] = {
	ID_FIELD(struct admin_report_resolve_in, "rep", PROBLEM_REPORT_NOT_FOUND,
		"The report's id."),
};

static const struct record admin_report_resolve_input =
	INPUT_RECORD(admin_report_resolve_in, "The report.");

const struct op op_admin_report_resolve = {
	.name = "admin_report_resolve",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/reports/{id}/resolve",
	.summary = "Resolve a report",
	.doc = "Marks a report as resolved. Resolving it again changes nothing.",
	.input = &admin_report_resolve_input,
	.output = &report_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = resolve_problems,
	.tool =
		{
			.name = "resolve_report",
			.title = "Resolve a report",
			.doc = "For administrators: marks a report as resolved.",
			.idempotent = true,
			.rank = 821,
		},
};
