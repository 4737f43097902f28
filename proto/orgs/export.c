#include "proto/orgs/export.h"

#include "proto/records.h"

static const struct field export_org_fields[] = {
	OUT("slug", TEXT, .doc = "The organization's slug."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("role", TEXT, .doc = "The member's role in the organization."),
	OUT("joinedAt", INSTANT, .doc = "When the member joined."),
};

const struct record export_org_record = {
	.name = "ExportOrg",
	.doc = "A membership in an organization.",
	.fields = export_org_fields,
	.count = COUNT_OF(export_org_fields),
};

static const struct field export_application_fields[] = {
	OUT("slug", TEXT, .doc = "The requested slug."),
	OUT("name", TEXT, .doc = "The organization's name."),
	OUT("kind", TEXT, .doc = "The kind of organization."),
	OUT("description", TEXT, .doc = "What the organization is about."),
	OUT("location", TEXT, .doc = "Where the organization is."),
	OUT("website", TEXT, .format = FORMAT_URI, .empty_allowed = true,
		.doc = "The URL of the website; empty if there is none."),
	OUT("applicantRole", TEXT, .doc = "The member's role in the organization."),
	OUT("message", TEXT, .doc = "The member's message to the administrators."),
	OUT("status", TEXT, .doc = "The state: pending, approved or declined."),
	OUT("reason", TEXT,
		.doc = "The reason for declining it; empty if there is none."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

const struct record export_application_record = {
	.name = "ExportApplication",
	.doc = "An application for a new organization.",
	.fields = export_application_fields,
	.count = COUNT_OF(export_application_fields),
};

static const struct field export_join_request_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("message", TEXT, .doc = "The member's message to the organization."),
	OUT("status", TEXT, .doc = "The state: pending, approved or declined."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

const struct record export_join_request_record = {
	.name = "ExportJoinRequest",
	.doc = "A request to join an organization.",
	.fields = export_join_request_fields,
	.count = COUNT_OF(export_join_request_fields),
};

static const struct field export_invitation_fields[] = {
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("role", TEXT, .doc = "The offered role."),
	OUT("status", TEXT, .doc = "The state of the invitation."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

const struct record export_invitation_record = {
	.name = "ExportInvitation",
	.doc = "An invitation to the member's e-mail address.",
	.fields = export_invitation_fields,
	.count = COUNT_OF(export_invitation_fields),
};
