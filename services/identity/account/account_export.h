/*
 * account_export.h - the lists of an export, a part at a time.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_EXPORT_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_EXPORT_H

#include "common/reply/reply.h"

/* Where an export goes on: in which list, and after which of its rows. */
struct account_export_place {
	size_t list;
	struct page_position after; /* given = false: at the list's beginning */
};

/* Adds rows from there on until the part is large enough or everything is in it, and ends it. */
enum problem account_export_go_on(
	struct call *call, struct reply_part *part, struct account_export_place place);

/* Reads a place as account_export_go_on() wrote it; false for anything else. */
bool account_export_read_place(
	struct call *call, const struct text *text, struct account_export_place *place);

#endif
