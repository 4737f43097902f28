/*
 * export.c - what is held about a member, as the member gets it.
 *
 * Every service's tables appear here in a list of their own. Other people's data does not.
 */
#include "proto/identity/account.h"

#include "proto/audit.h"
#include "proto/notices.h"
#include "proto/records.h"

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

static const struct field export_application_fields[] = {
	OUT("slug", TEXT, .doc = "The slug that was asked for."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("kind", TEXT, .doc = "What kind of organization."),
	OUT("description", TEXT, .doc = "What it is about."),
	OUT("location", TEXT, .doc = "Where it is."),
	OUT("website", TEXT, .doc = "Its address on the web."),
	OUT("applicantRole", TEXT, .doc = "What the member is in it."),
	OUT("message", TEXT, .doc = "What was written to the administrators."),
	OUT("status", TEXT, .doc = "pending, approved or declined."),
	OUT("reason", TEXT, .doc = "Why it was declined."),
	OUT("createdAt", INSTANT, .doc = "When."),
};

static const struct record export_application_record = {
	.name = "ExportApplication",
	.doc = "An application for an organization.",
	.fields = export_application_fields,
	.count = COUNT_OF(export_application_fields),
};

static const struct field export_join_request_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("message", TEXT, .doc = "What was written to it."),
	OUT("status", TEXT, .doc = "pending, approved or declined."),
	OUT("createdAt", INSTANT, .doc = "When."),
};

static const struct record export_join_request_record = {
	.name = "ExportJoinRequest",
	.doc = "A wish to join an organization.",
	.fields = export_join_request_fields,
	.count = COUNT_OF(export_join_request_fields),
};

static const struct field export_invitation_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("role", TEXT, .doc = "The role that was offered."),
	OUT("status", TEXT, .doc = "What became of it."),
	OUT("createdAt", INSTANT, .doc = "When."),
};

static const struct record export_invitation_record = {
	.name = "ExportInvitation",
	.doc = "An invitation to the member's address.",
	.fields = export_invitation_fields,
	.count = COUNT_OF(export_invitation_fields),
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

static const struct field export_progress_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "prog", .doc = "The entry's id."),
	OUT("kind", TEXT, .doc = "What was reached."),
	OUT("title", TEXT, .doc = "The entry in one line."),
	OUT("note", TEXT, .doc = "The entry in full."),
	OUT("projectId", IDENTIFIER, .prefix = "proj", .nullable = true,
		.doc = "The project that it belongs to."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The address of its photo."),
	OUT("public", BOOLEAN, .doc = "Whether every active member sees it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations that it is published to."),
	OUT("occurredAt", INSTANT, .doc = "When it happened."),
	OUT("createdAt", INSTANT, .doc = "When it was made."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

static const struct record export_progress_record = {
	.name = "ExportProgress",
	.doc = "A progress entry of the member.",
	.fields = export_progress_fields,
	.count = COUNT_OF(export_progress_fields),
};

static const struct field export_project_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("name", TEXT, .doc = "The project's name."),
	OUT("role", TEXT, .doc = "lead or member."),
	OUT("title", TEXT, .doc = "What the member does there."),
	OUT("joinedAt", INSTANT, .doc = "Since when."),
};

static const struct record export_project_record = {
	.name = "ExportProject",
	.doc = "A place on the roster of a project.",
	.fields = export_project_fields,
	.count = COUNT_OF(export_project_fields),
};

static const struct field export_report_fields[] = {
	OUT("subjectType", TEXT, .doc = "What was reported."),
	OUT("reason", TEXT, .doc = "Why, in the member's words."),
	OUT("status", TEXT, .doc = "open or resolved."),
	OUT("createdAt", INSTANT, .doc = "When."),
};

static const struct record export_report_record = {
	.name = "ExportReport",
	.doc = "What the member reported to the administrators.",
	.fields = export_report_fields,
	.count = COUNT_OF(export_report_fields),
};

static const struct field export_notice_fields[] = {
	OUT("kind", ENUM, .values = notice_values, .doc = "What happened."),
	OUT("subjectType", ENUM, .values = subject_values, .doc = "What it was about."),
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
	OUT("action", ENUM, .values = audit_values, .doc = "What was done."),
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
	OUT("orgApplications", LIST, .record = &export_application_record,
		.doc = "The member's applications for organizations."),
	OUT("joinRequests", LIST, .record = &export_join_request_record,
		.doc = "The member's wishes to join."),
	OUT("invitations", LIST, .record = &export_invitation_record,
		.doc = "Invitations to the member's address."),
	OUT("posts", LIST, .record = &export_post_record,
		.doc = "The member's asks, closed ones too."),
	OUT("progress", LIST, .record = &export_progress_record,
		.doc = "The member's progress entries."),
	OUT("projects", LIST, .record = &export_project_record,
		.doc = "The projects that the member is on."),
	OUT("reports", LIST, .record = &export_report_record,
		.doc = "What the member reported."),
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
