/*
 * account_export.c - what is held about a member, as the member gets it.
 *
 * Every service's tables appear here in a list of their own. Other people's data does not.
 */
#include "account.h"

#include "records.h"

static const struct field export_account_fields[] = {
	OUT("application", TEXT, .doc = "What was written for the administrators."),
	OUT("emailVerifiedAt", INSTANT, .doc = "When the address was verified."),
	OUT("createdAt", INSTANT, .doc = "When the account was made."),
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

static const struct field export_credential_fields[] = {
	OUT("kind", TEXT, .doc = "session, token or oauth."),
	OUT("name", TEXT, .doc = "What the member called it."),
	OUT("client", TEXT, .nullable = true, .doc = "The app's client id."),
	OUT("scopes", LIST, .element = &scope_element, .doc = "What it may be used for."),
	OUT("userAgent", TEXT, .doc = "What the program calls itself."),
	OUT("address", TEXT, .doc = "The network address that it began from."),
	OUT("createdAt", INSTANT, .doc = "When it was made."),
	OUT("lastUsedAt", INSTANT, .nullable = true, .doc = "Its latest use."),
	OUT("expiresAt", INSTANT, .doc = "When it ends."),
	OUT("revokedAt", INSTANT, .nullable = true, .doc = "When it was ended."),
};

static const struct record export_credential_record = {
	.name = "ExportCredential",
	.doc = "A session or token, without its secret.",
	.fields = export_credential_fields,
	.count = COUNT_OF(export_credential_fields),
};

static const struct field export_org_fields[] = {
	OUT("slug", TEXT, .doc = "The organization's slug."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("role", TEXT, .doc = "The member's role in it."),
	OUT("joinedAt", INSTANT, .doc = "Since when."),
};

static const struct record export_org_record = {
	.name = "ExportOrg",
	.doc = "A membership in an organization.",
	.fields = export_org_fields,
	.count = COUNT_OF(export_org_fields),
};

static const struct field export_slug_element =
	OUT("slug", TEXT, .doc = "The slug of an organization.");

static const struct field export_post_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The ask's id."),
	OUT("kind", TEXT, .doc = "What is asked for."),
	OUT("title", TEXT, .doc = "The ask in one line."),
	OUT("body", TEXT, .doc = "The ask in full."),
	OUT("tags", LIST, .element = &tag_element, .doc = "Words to find it by."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The address of its photo."),
	OUT("status", TEXT, .doc = "open or closed."),
	OUT("public", BOOLEAN, .doc = "Whether every active member sees it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations that it is published to."),
	OUT("expiresAt", INSTANT, .nullable = true, .doc = "When it leaves the lists."),
	OUT("createdAt", INSTANT, .doc = "When it was made."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

static const struct record export_post_record = {
	.name = "ExportPost",
	.doc = "An ask of the member.",
	.fields = export_post_fields,
	.count = COUNT_OF(export_post_fields),
};

static const struct field export_notice_fields[] = {
	OUT("kind", TEXT, .doc = "What happened."),
	OUT("subjectType", TEXT, .doc = "What it was about."),
	OUT("createdAt", INSTANT, .doc = "When."),
	OUT("readAt", INSTANT, .nullable = true, .doc = "When it was read."),
};

static const struct record export_notice_record = {
	.name = "ExportNotice",
	.doc = "A notification in the inbox.",
	.fields = export_notice_fields,
	.count = COUNT_OF(export_notice_fields),
};

static const struct field export_act_fields[] = {
	OUT("at", INSTANT, .doc = "When."),
	OUT("action", TEXT, .doc = "What was done."),
	OUT("credential", TEXT, .doc = "The kind of credential that was used."),
	OUT("address", TEXT, .nullable = true,
		.doc = "The network address, where it was noted."),
};

static const struct record export_act_record = {
	.name = "ExportAct",
	.doc = "An entry of the audit log that the member caused.",
	.fields = export_act_fields,
	.count = COUNT_OF(export_act_fields),
};

static const struct field account_export_fields[] = {
	OUT("exportedAt", INSTANT, .doc = "When this was put together."),
	OUT("account", OBJECT, .record = &account_record,
		.doc = "The account and its profile."),
	OUT("details", OBJECT, .record = &export_account_record,
		.doc = "What else the account holds."),
	OUT("credentials", LIST, .record = &export_credential_record,
		.doc = "Sessions and tokens, ended ones too while they are kept."),
	OUT("organizations", LIST, .record = &export_org_record,
		.doc = "The organizations that the member is in."),
	OUT("posts", LIST, .record = &export_post_record,
		.doc = "The member's asks, closed ones too."),
	OUT("notifications", LIST, .record = &export_notice_record, .doc = "The inbox."),
	OUT("audit", LIST, .record = &export_act_record,
		.doc = "What the audit log says that the member did."),
};

const struct record account_export_record = {
	.name = "AccountExport",
	.doc = "Everything that is held about a member.",
	.fields = account_export_fields,
	.count = COUNT_OF(account_export_fields),
};
