#include "proto/identity/export.h"

#include "proto/audit.h"
#include "proto/identity/fields.h"
#include "proto/records.h"

static const struct field export_credential_fields[] = {
	OUT("kind", TEXT, .doc = "The kind of credential: session, token or oauth."),
	OUT("name", TEXT, .doc = "The name that the member gave it."),
	OUT("client", TEXT, .nullable = true, .doc = "The app's client id."),
	OUT("scopes", LIST, .element = &scope_element, .doc = "Its scopes."),
	OUT("userAgent", TEXT, .doc = "The User-Agent that the program sent."),
	OUT("address", TEXT, .doc = "The IP address that started it."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("lastUsedAt", INSTANT, .nullable = true, .doc = "When it was last used."),
	OUT("expiresAt", INSTANT, .doc = "When it expires."),
	OUT("revokedAt", INSTANT, .nullable = true,
		.doc = "When it was revoked; null if it was not."),
};

const struct record export_credential_record = {
	.name = "ExportCredential",
	.doc = "A session or token, without its secret.",
	.fields = export_credential_fields,
	.count = COUNT_OF(export_credential_fields),
};

static const struct field export_app_fields[] = {
	OUT("name", TEXT, .doc = "The name of the app."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "The scopes that the member granted."),
	OUT("redirectHost", TEXT, .doc = "The host of the app's redirect URI."),
	OUT("grantedAt", INSTANT, .doc = "When the member connected the app."),
	OUT("expiresAt", INSTANT, .doc = "When the grant expires at the latest."),
	OUT("revokedAt", INSTANT, .nullable = true,
		.doc = "When it was revoked; null if it was not."),
};

const struct record export_app_record = {
	.name = "ExportApp",
	.doc = "A grant of the member to an app.",
	.fields = export_app_fields,
	.count = COUNT_OF(export_app_fields),
};

static const struct field export_known_address_fields[] = {
	OUT("address", TEXT, .doc = "An IPv4 address, or an IPv6 network."),
	OUT("signedInAt", INSTANT, .doc = "When the member last signed in from it."),
};

const struct record export_known_address_record = {
	.name = "ExportKnownAddress",
	.doc = "An address that is exempt from lockouts by other people's failed "
	       "sign-ins.",
	.fields = export_known_address_fields,
	.count = COUNT_OF(export_known_address_fields),
};

static const struct field export_report_fields[] = {
	OUT("subjectType", ENUM, .values = report_subject_values,
		.doc = "The type of the reported record."),
	OUT("reason", TEXT, .doc = "The reason that the member gave."),
	OUT("status", TEXT, .doc = "The state of the report: open or resolved."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
};

const struct record export_report_record = {
	.name = "ExportReport",
	.doc = "A report of the member to the administrators.",
	.fields = export_report_fields,
	.count = COUNT_OF(export_report_fields),
};

static const struct field export_act_fields[] = {
	OUT("at", INSTANT, .doc = "When it happened."),
	OUT("action", ENUM, .values = audit_values, .doc = "The action."),
	OUT("credential", TEXT, .doc = "The kind of credential that was used."),
	OUT("address", TEXT, .nullable = true,
		.doc = "The IP address; null if it was not recorded."),
};

const struct record export_act_record = {
	.name = "ExportAct",
	.doc = "An entry of the audit log about an action of the member.",
	.fields = export_act_fields,
	.count = COUNT_OF(export_act_fields),
};

static const struct field export_activity_fields[] = {
	OUT("at", INSTANT, .doc = "When it was done."),
	OUT("clientKind", TEXT, .example = "\"app\"",
		.doc = "The kind of client: browser, token or app."),
	OUT("clientName", TEXT, .example = "\"An assistant\"",
		.doc = "The name of the app or the token; empty for browsers."),
	OUT("via", TEXT, .example = "\"tool\"",
		.doc = "The interface: rest, tool or page."),
	OUT("operation", TEXT, .example = "\"post_create\"", .doc = "The operation."),
	OUT("about", TEXT, .example = "\"A compiler for looms\"",
		.doc = "The title, name or address of the record."),
};

const struct record export_activity_record = {
	.name = "ExportActivity",
	.doc = "A write of one of the member's clients.",
	.fields = export_activity_fields,
	.count = COUNT_OF(export_activity_fields),
};

static const struct field export_approval_fields[] = {
	OUT("clientName", TEXT, .example = "\"An assistant\"",
		.doc = "The name of the app or the token."),
	OUT("operation", TEXT, .example = "\"post_create\"", .doc = "The operation."),
	OUT("words", TEXT, .example = "\"@ada gets this message: Hello\"",
		.doc = "What the request would do."),
	OUT("status", TEXT, .example = "\"declined\"",
		.doc = "The state: waiting, approved or declined."),
	OUT("createdAt", INSTANT, .doc = "When it was made."),
	OUT("decidedAt", INSTANT, .nullable = true,
		.doc = "When the member decided; null if the member has not."),
};

const struct record export_approval_record = {
	.name = "ExportApproval",
	.doc = "A request for the member's approval.",
	.fields = export_approval_fields,
	.count = COUNT_OF(export_approval_fields),
};
