/*
 * export.h - the lists of content in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_CONTENT_EXPORT_H
#define KITH_PROTO_CONTENT_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define CONTENT_EXPORTS(LIST) \
	LIST(posts, posts, export_post_record, 12, \
		"The member's asks, including closed ones.") \
	LIST(progress, progress, export_progress_record, 20, \
		"The member's progress entries.")
/* clang-format on */

extern const struct record export_post_record;
extern const struct record export_progress_record;

#endif
