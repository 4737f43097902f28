#include "proto/export/export.h"

#include "proto/identity/account.h"
#include "proto/records.h"

static const struct field export_account_fields[] = {
	OUT("application", TEXT, .doc = "What was written for the administrators."),
	OUT("emailVerifiedAt", INSTANT, .doc = "When the address was verified."),
	OUT("createdAt", INSTANT, .doc = "When the account was created."),
	OUT("hasPassword", BOOLEAN,
		.doc = "Whether a password is set; only its hash is held."),
	OUT("secondFactorSince", INSTANT, .nullable = true,
		.doc = "When the second factor was confirmed."),
};

static const struct record export_account_record = {
	.name = "ExportAccount",
	.doc = "What the account holds beyond its record.",
	.fields = export_account_fields,
	.count = COUNT_OF(export_account_fields),
};

#define EXPORT_FIELD(list, view, list_record, rows_max, sentence) \
	OUT(#list, LIST, .record = &(list_record), .doc = (sentence)),

static const struct field account_export_fields[] = {
	OUT("exportedAt", INSTANT, .doc = "When this was put together."),
	OUT("account", OBJECT, .record = &account_record,
		.doc = "The account and its profile."),
	OUT("details", OBJECT, .record = &export_account_record,
		.doc = "What else the account holds."),
	EXPORTS(EXPORT_FIELD)};

const struct record account_export_record = {
	.name = "AccountExport",
	.doc = "Everything that is held about a member.",
	.fields = account_export_fields,
	.count = COUNT_OF(account_export_fields),
};
