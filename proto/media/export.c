#include "proto/media/export.h"

static const struct field export_social_fields[] = {
	OUT("provider", TEXT, .example = "\"https://social.example\"",
		.doc = "The origin of the provider."),
	OUT("handle", TEXT, .doc = "The handle of the account at the provider."),
	OUT("url", TEXT, .example = "\"https://social.example/@ada\"",
		.doc = "The URL of the account."),
	OUT("linkedAt", INSTANT, .doc = "When it was linked."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When the access expires or expired; null if unknown."),
};

const struct record export_social_record = {
	.name = "ExportSocial",
	.doc = "A social account of the member.",
	.fields = export_social_fields,
	.count = COUNT_OF(export_social_fields),
};

static const struct field export_social_share_fields[] = {
	OUT("progressId", IDENTIFIER, .prefix = "prog",
		.doc = "The id of the progress entry."),
	OUT("status", TEXT, .example = "\"shared\"",
		.doc = "The state of its post: asked, sending, failed, unknown or "
		       "shared."),
	OUT("postUrl", TEXT, .nullable = true,
		.example = "\"https://social.example/@ada/1\"",
		.doc = "The URL of its post; null if unknown."),
	OUT("askedAt", INSTANT, .doc = "When the member requested it."),
};

const struct record export_social_share_record = {
	.name = "ExportSocialShare",
	.doc = "A progress entry that the member has shared.",
	.fields = export_social_share_fields,
	.count = COUNT_OF(export_social_share_fields),
};
