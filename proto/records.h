/*
 * records.h - value lists, inputs and records that several operations share.
 */
#ifndef KITH_PROTO_RECORDS_H
#define KITH_PROTO_RECORDS_H

#include "proto/field.h"

/* Value lists of enums, each ended by NULL. */
extern const char *const membership_values[];
extern const char *const platform_role_values[];
extern const char *const profile_visibility_values[];
extern const char *const post_kind_values[];
extern const char *const member_role_values[];
extern const char *const looking_for_values[];

extern const struct field slug_element;
extern const struct field tag_element;
extern const struct field skill_element;
extern const struct field member_role_element;
extern const struct field looking_for_element;
extern const struct field link_element;
extern const struct field scope_element;

/* The number of items on a page: the default and the maximum. */
#define PAGE_ITEMS_USUAL 25
#define PAGE_ITEMS_MAX 100

#define RECORDS_TEXT(number) RECORDS_TEXT_OF(number)
#define RECORDS_TEXT_OF(number) #number

/* The two inputs of every list. The service runtime reads them by name. */
#define PAGE_FIELDS(holder) \
	IN(holder, limit, "limit", INTEGER, .min = 1, .max = PAGE_ITEMS_MAX, \
		.fallback = RECORDS_TEXT(PAGE_ITEMS_USUAL), .doc = "Items per page."), \
		IN(holder, cursor, "cursor", TEXT, .format = FORMAT_CURSOR, .max = 400, \
			.missing = PROBLEM_INVALID_CURSOR, \
			.doc = "The last `nextCursor`.")

/* The time that a list is limited to. `what` is the time of an item. */
#define BETWEEN_FIELDS(holder, what) \
	IN(holder, since, "since", INSTANT, .doc = what " at or after this."), \
		IN(holder, until, "until", INSTANT, .doc = what " before this.")

/* The id of a record. `absent` is the problem for a malformed id. */
#define ID_FIELD(holder, id_prefix, absent, sentence) \
	IN(holder, id, "id", IDENTIFIER, .required = true, .prefix = (id_prefix), \
		.missing = (absent), .doc = (sentence))

extern const struct record health_record;
extern const struct record account_record;
extern const struct record verified_account_record;
extern const struct record session_record;
extern const struct record signed_in_record;
extern const struct record pending_mail_record;
extern const struct record admin_member_record;
extern const struct record targets_record;
extern const struct record post_record;

#endif
