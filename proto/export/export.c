#include "proto/export/export.h"

#include "proto/identity/account.h"
#include "proto/records.h"

static const struct field export_account_fields[] = {
	OUT("application", TEXT,
		.doc = "The member's message to the administrators at sign-up."),
	OUT("emailVerifiedAt", INSTANT, .doc = "When the e-mail address was verified."),
	OUT("createdAt", INSTANT, .doc = "When the account was created."),
	OUT("hasPassword", BOOLEAN,
		.doc = "Whether a password is set. Only its hash is stored."),
	OUT("secondFactorSince", INSTANT, .nullable = true,
		.doc = "When the second factor was confirmed; null if there is none."),
};

static const struct record export_account_record = {
	.name = "ExportAccount",
	.doc = "Details of the account that its record does not contain.",
	.fields = export_account_fields,
	.count = COUNT_OF(export_account_fields),
};

#define EXPORT_FIELD(list, view, list_record, rows_max, sentence) \
	OUT(#list, LIST, .record = &(list_record), .doc = (sentence)),

static const struct field account_export_fields[] = {
	OUT("exportedAt", INSTANT, .doc = "When the export was created."),
	OUT("account", OBJECT, .record = &account_record,
		.doc = "The account and its profile."),
	OUT("details", OBJECT, .record = &export_account_record,
		.doc = "Further details of the account."),
	EXPORTS(EXPORT_FIELD)};

const struct record account_export_record = {
	.name = "AccountExport",
	.doc = "All data that this instance holds about a member.",
	.fields = account_export_fields,
	.count = COUNT_OF(account_export_fields),
};
