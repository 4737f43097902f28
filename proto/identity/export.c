#include "proto/identity/export.h"

#include "proto/audit.h"
#include "proto/identity/fields.h"
#include "proto/records.h"

static const struct field export_credential_fields[] = {
	OUT("kind", TEXT, .doc = "session, token or oauth."),
	OUT("name", TEXT, .doc = "What the member called it."),
	OUT("client", TEXT, .nullable = true, .doc = "The app's client id."),
	OUT("scopes", LIST, .element = &scope_element, .doc = "What it may be used for."),
	OUT("userAgent", TEXT, .doc = "What the program calls itself."),
	OUT("address", TEXT, .doc = "The network address that it started from."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("lastUsedAt", INSTANT, .nullable = true, .doc = "Its latest use."),
	OUT("expiresAt", INSTANT, .doc = "When it expires."),
	OUT("revokedAt", INSTANT, .nullable = true, .doc = "When it was ended."),
};

const struct record export_credential_record = {
	.name = "ExportCredential",
	.doc = "A session or token, without its secret.",
	.fields = export_credential_fields,
	.count = COUNT_OF(export_credential_fields),
};

static const struct field export_app_fields[] = {
	OUT("name", TEXT, .doc = "What the app calls itself."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "What the member allowed it."),
	OUT("redirectHost", TEXT, .doc = "Where the member was sent back to."),
	OUT("grantedAt", INSTANT, .doc = "Since when."),
	OUT("expiresAt", INSTANT, .doc = "Until when, at the longest."),
	OUT("revokedAt", INSTANT, .nullable = true, .doc = "When it was ended."),
};

const struct record export_app_record = {
	.name = "ExportApp",
	.doc = "What the member allowed an app.",
	.fields = export_app_fields,
	.count = COUNT_OF(export_app_fields),
};

static const struct field export_known_address_fields[] = {
	OUT("address", TEXT, .doc = "An IPv4 address, or a network of IPv6 addresses."),
	OUT("signedInAt", INSTANT, .doc = "When the member last signed in from it."),
};

const struct record export_known_address_record = {
	.name = "ExportKnownAddress",
	.doc = "A network address that strangers' guesses do not keep out.",
	.fields = export_known_address_fields,
	.count = COUNT_OF(export_known_address_fields),
};

static const struct field export_report_fields[] = {
	OUT("subjectType", ENUM, .values = report_subject_values,
		.doc = "What was reported."),
	OUT("reason", TEXT, .doc = "Why, in the member's words."),
	OUT("status", TEXT, .doc = "open or resolved."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
};

const struct record export_report_record = {
	.name = "ExportReport",
	.doc = "What the member reported to the administrators.",
	.fields = export_report_fields,
	.count = COUNT_OF(export_report_fields),
};

static const struct field export_act_fields[] = {
	OUT("at", INSTANT, .doc = "When it happened."),
	OUT("action", ENUM, .values = audit_values, .doc = "What was done."),
	OUT("credential", TEXT, .doc = "The kind of credential that was used."),
	OUT("address", TEXT, .nullable = true,
		.doc = "The network address, where it was noted."),
};

const struct record export_act_record = {
	.name = "ExportAct",
	.doc = "An entry of the audit log about something the member did.",
	.fields = export_act_fields,
	.count = COUNT_OF(export_act_fields),
};
