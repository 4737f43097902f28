#include "proto/media/export.h"

static const struct field export_social_fields[] = {
	OUT("provider", TEXT, .example = "\"https://social.example\"",
		.doc = "The origin of the provider."),
	OUT("handle", TEXT, .doc = "What the account is called there."),
	OUT("url", TEXT, .example = "\"https://social.example/@ada\"",
		.doc = "The address of the account."),
	OUT("linkedAt", INSTANT, .doc = "When it was linked."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When the access to it ends or ended."),
};

const struct record export_social_record = {
	.name = "ExportSocial",
	.doc = "A social account of the member.",
	.fields = export_social_fields,
	.count = COUNT_OF(export_social_fields),
};

static const struct field export_social_share_fields[] = {
	OUT("progressId", IDENTIFIER, .prefix = "prog", .doc = "The progress entry."),
	OUT("status", TEXT, .example = "\"shared\"",
		.doc = "What is known of its post: asked, sending, failed, unknown, or "
		       "shared."),
	OUT("postUrl", TEXT, .nullable = true,
		.example = "\"https://social.example/@ada/1\"",
		.doc = "The address of its post."),
	OUT("askedAt", INSTANT, .doc = "When the member asked for it."),
};

const struct record export_social_share_record = {
	.name = "ExportSocialShare",
	.doc = "A progress entry that the member has shared.",
	.fields = export_social_share_fields,
	.count = COUNT_OF(export_social_share_fields),
};
