/*
 * bounds.h - the limits that clients can meet and that no field declares.
 *
 * BOUND(constant, value, unit, what): `what` names the limited quantity on /docs/limits.
 * Bounds of fields are declared in their fields, and limits that operators set in
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
BOUND(BODY_BYTES, 131072, BYTES, \
	"The body of a request, a form on a page, and a message to the tool server") \
BOUND(STRANGER_BODY_BYTES, 16384, BYTES, \
	"The body of a request without a credential, and a form without a session") \
BOUND(TARGET_BYTES, 8192, BYTES, "The URL of a request, including the query") \
BOUND(HEAD_BYTES, 18432, BYTES, \
	"The URL and the headers with the cookies, where each header counts 64 bytes " \
	"more than its length") \
BOUND(JSON_DEPTH, 16, LEVELS, "Nesting of JSON objects and arrays") \
BOUND(JSON_VALUES, 1000, ITEMS, \
	"Values in the JSON of a request, and in that of a message to the tool server") \
BOUND(STRANGER_JSON_VALUES, 200, ITEMS, \
	"Values in the JSON of a request without a credential") \
BOUND(IMAGE_BYTES, IMAGE_BYTES_MAX, BYTES, "An image") \
BOUND(IMAGE_SIDE, IMAGE_SIDE_MAX, PIXELS, "Each side of an image") \
BOUND(IMAGE_PIXELS, IMAGE_PIXELS_MAX, PIXELS, "The total number of pixels of an image") \
BOUND(PAGE_ITEMS, PAGE_ITEMS_MAX, ITEMS, "Items on one page of a list") \
BOUND(TOKENS, 20, ITEMS, "Personal access tokens of a member") \
BOUND(ROSTER, PROJECT_ROSTER_MAX, ITEMS, "People on the roster of a project") \
BOUND(FORMER_SLUGS, 5, 90_DAYS, \
	"Former slugs of an organization, each of which is kept for 90 days") \
BOUND(INTROS_A_DAY, 10, A_DAY, "Introductions that a member requests") \
BOUND(ROLES_A_DAY, 50, A_DAY, \
	"Roles of administrators, and of owners and admins of organizations, that a " \
	"member gives without an invitation") \
BOUND(AFFILIATIONS_A_DAY, 50, A_DAY, \
	"Affiliations that a member requests or invites projects to") \
BOUND(INVITATIONS_A_DAY, 50, A_DAY, "Invitations to organizations that a member sends") \
BOUND(STRANGERS_A_DAY, 200, A_DAY, \
	"E-mail addresses without an account that an organization invites. Beyond " \
	"them, it invites no other address, whether it has an account or not") \
BOUND(INVITATIONS_TO_ADDRESS, 2, 7_DAYS, \
	"Invitations of one organization to the same address in 7 days") \
BOUND(ADDRESS_MAILS_AN_HOUR, 5, AN_HOUR, \
	"E-mails of one kind in an hour that strangers cause to one address: notices, " \
	"links of sign-ups, of changes to it and for new passwords, and invitations") \
BOUND(ADDRESS_MAILS_A_DAY, 20, A_DAY, \
	"E-mails of one kind that strangers cause to one address. Beyond them, one " \
	"link for a new password is sent in an hour") \
BOUND(EDITS_A_DAY, 300, A_DAY, \
	"Edits of asks, progress entries, projects, events, organizations and the " \
	"profile by a member") \
BOUND(APPROVALS_A_DAY, 200, A_DAY, \
	"Requests for approval that the apps and tokens of a member make") \
BOUND(REPORTS_A_DAY, 20, A_DAY, "Reports that a member sends") \
BOUND(PASSWORDS_A_DAY, 10, A_DAY, \
	"Changes of a member's password, without those by the link of a mail") \
BOUND(ADDRESSES_A_DAY, 10, A_DAY, \
	"Changes of the e-mail address that a member requests") \
BOUND(FACTORS_A_DAY, 10, A_DAY, "Second factors that a member sets up") \
BOUND(NOTICES_A_DAY, 100, A_DAY, \
	"Notifications that one member causes to another member") \
BOUND(NOTICE_MAILS_A_DAY, 50, A_DAY, \
	"Notification mails that one member causes to another member") \
BOUND(SAME_NOTICES_A_DAY, 20, A_DAY, \
	"Notifications of the same kind and about the same record that one member " \
	"causes to another member") \
BOUND(SAME_NOTICE_MAILS_A_DAY, 5, A_DAY, \
	"Notification mails of the same kind and about the same record that one member " \
	"causes to another member")
/* clang-format on */

/* The values, such as BOUND_BODY_BYTES. */
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
	/* disabled together with the rate limits */
	BOUND_IN_AN_HOUR,
	BOUND_IN_A_DAY,
	BOUND_IN_7_DAYS,
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
