/*
 * export.h - the lists of media in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_MEDIA_EXPORT_H
#define KITH_PROTO_MEDIA_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define MEDIA_EXPORTS(LIST) \
	LIST(social, social, export_social_record, 1, \
		"The social account that the member has linked.") \
	LIST(socialShares, social_shares, export_social_share_record, 100, \
		"The progress entries that the member has shared on a social account.")
/* clang-format on */

extern const struct record export_social_record;
extern const struct record export_social_share_record;

#endif
