/*
 * bounds.h - how much and how many, where no field says so: every bound that clients can
 * meet, once.
 *
 * BOUND(constant, value, unit, what): `what` is what it is a bound of, for readers of
 * /docs/limits. Bounds of fields stand in their fields, and limits that operators set in
 * common/config/config.c.
 */
#ifndef KITH_PROTO_BOUNDS_BOUNDS_H
#define KITH_PROTO_BOUNDS_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

#include "proto/media/media.h"
#include "proto/projects/projects.h"
#include "proto/records.h"

/* clang-format off */
#define BOUNDS(BOUND) \
BOUND(BODY_BYTES, 131072, BYTES, "The body of a request, and a message to the tool " \
				 "server") \
BOUND(STRANGER_BODY_BYTES, 16384, BYTES, "The body of a request without a credential, " \
					 "and a form of a page") \
BOUND(TARGET_BYTES, 8192, BYTES, "The address of a request with its query") \
BOUND(HEAD_BYTES, 10240, BYTES, "The address and the headers, each of which counts for " \
				"64 bytes more") \
BOUND(JSON_DEPTH, 16, LEVELS, "Objects and lists within each other") \
BOUND(IMAGE_BYTES, IMAGE_BYTES_MAX, BYTES, "An image") \
BOUND(IMAGE_SIDE, IMAGE_SIDE_MAX, PIXELS, "Each side of an image") \
BOUND(IMAGE_PIXELS, IMAGE_PIXELS_MAX, PIXELS, "An image in all") \
BOUND(PAGE_ITEMS, PAGE_ITEMS_MAX, ITEMS, "Items of one page of a list") \
BOUND(TOKENS, 20, ITEMS, "Personal access tokens of a member") \
BOUND(ROSTER, PROJECT_ROSTER_MAX, ITEMS, "People on the roster of a project") \
BOUND(FORMER_SLUGS, 5, 90_DAYS, "Former slugs of an organization, each of which is " \
				"kept for 90 days") \
BOUND(INTROS_A_DAY, 10, A_DAY, "Introductions that a member asks for") \
BOUND(INVITATIONS_A_DAY, 50, A_DAY, "Invitations to organizations that a member sends") \
BOUND(STRANGERS_A_DAY, 200, A_DAY, "Addresses without an account that an organization " \
				   "invites") \
BOUND(NOTICES_A_DAY, 100, A_DAY, "Notifications to a member of what one other member " \
				 "does") \
BOUND(NOTICE_MAILS_A_DAY, 50, A_DAY, "Mails of notifications to a member of what one " \
				     "other member does") \
BOUND(SAME_NOTICES_A_DAY, 20, A_DAY, "Notifications to a member of what one other " \
				     "member does, of the same kind and about the same " \
				     "thing") \
BOUND(SAME_NOTICE_MAILS_A_DAY, 5, A_DAY, "Mails of notifications to a member of what " \
					 "one other member does, of the same kind and " \
					 "about the same thing")
/* clang-format on */

/* The values: BOUND_BODY_BYTES. */
enum {
#define BOUND_VALUE(constant, value, ...) BOUND_##constant = (value),
	BOUNDS(BOUND_VALUE)
#undef BOUND_VALUE
};

enum bound_unit {
	BOUND_IN_BYTES,
	BOUND_IN_PIXELS,
	BOUND_IN_LEVELS,
	BOUND_IN_ITEMS,
	/* lifted together with the rate limits */
	BOUND_IN_A_DAY,
	BOUND_IN_90_DAYS,
};

struct bound_info {
	const char *what;
	int64_t value;
	enum bound_unit unit;
};

extern const struct bound_info bound_infos[];
extern const size_t bound_count;

#endif
