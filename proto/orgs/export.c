#include "proto/orgs/export.h"

#include "proto/records.h"

static const struct field export_org_fields[] = {
	OUT("slug", TEXT, .doc = "The organization's slug."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("role", TEXT, .doc = "The member's role in it."),
	OUT("joinedAt", INSTANT, .doc = "The start time."),
};

const struct record export_org_record = {
	.name = "ExportOrg",
	.doc = "A membership in an organization.",
	.fields = export_org_fields,
	.count = COUNT_OF(export_org_fields),
};

static const struct field export_application_fields[] = {
	OUT("slug", TEXT, .doc = "The slug that was asked for."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("kind", TEXT, .doc = "The kind of organization."),
	OUT("description", TEXT, .doc = "What the organization is about."),
	OUT("location", TEXT, .doc = "Where the organization is."),
	OUT("website", TEXT, .format = FORMAT_URI, .empty_allowed = true,
		.doc = "The website."),
	OUT("applicantRole", TEXT, .doc = "The member's role in it."),
	OUT("message", TEXT, .doc = "What was written to the administrators."),
	OUT("status", TEXT, .doc = "pending, approved or declined."),
	OUT("reason", TEXT, .doc = "Why it was declined."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
};

const struct record export_application_record = {
	.name = "ExportApplication",
	.doc = "An application for a new organization.",
	.fields = export_application_fields,
	.count = COUNT_OF(export_application_fields),
};

static const struct field export_join_request_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("message", TEXT, .doc = "What was written to it."),
	OUT("status", TEXT, .doc = "pending, approved or declined."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
};

const struct record export_join_request_record = {
	.name = "ExportJoinRequest",
	.doc = "A request to join an organization.",
	.fields = export_join_request_fields,
	.count = COUNT_OF(export_join_request_fields),
};

static const struct field export_invitation_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("role", TEXT, .doc = "The role that was offered."),
	OUT("status", TEXT, .doc = "The state of the invitation."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
};

const struct record export_invitation_record = {
	.name = "ExportInvitation",
	.doc = "An invitation to the member's address.",
	.fields = export_invitation_fields,
	.count = COUNT_OF(export_invitation_fields),
};
