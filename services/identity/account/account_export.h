/*
 * account_export.h - the lists of an export, in parts of bounded size.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_EXPORT_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_EXPORT_H

#include "common/reply/reply.h"

/* The position at which the next part of an export starts. */
struct account_export_position {
	size_t list;
	struct page_position after; /* not given: start of the list */
};

/* Appends rows from the position until the part is full or the export is complete, and
 * ends the part. */
enum problem account_export_continue(struct call *call, struct reply_part *part,
	struct account_export_position position);

/* Parses a position that account_export_continue() wrote. False for any other text. */
bool account_export_read_position(struct call *call, const struct text *text,
	struct account_export_position *position);

#endif
