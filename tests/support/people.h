/*
 * people.h - members and organizations for the tests of handlers.
 *
 * Number n is scratch_uuid(n), with the address member<n>@example.org, the handle member-<n>,
 * and a profile that others can see.
 */
#ifndef KITH_TEST_PEOPLE_H
#define KITH_TEST_PEOPLE_H

#include "tests/support/scratch.h"

/* An active, onboarded member. */
void people_add(unsigned number);

/* The same in another state: "pending", "suspended". */
void people_add_as(unsigned number, const char *status);

/* Somebody who signed up and has not verified the address; there is no profile. */
void people_add_unverified(unsigned number);

/* An organization `number`, with the slug org-<number>; visibility "public" or "unlisted". */
void people_add_org(unsigned number, const char *visibility);

void people_join(unsigned org, unsigned member);

/* Who of them administers the instance. A file defines it, or a header that says so; without
 * such a definition nobody does. */
extern unsigned people_admin;

/* The principal of an active member. */
struct principal people_principal(unsigned number);

/* The image that each call comes with; 0 = none. */
extern unsigned people_image;

/* Calls an operation with JSON as in scratch_json(). */
struct scratch_answer people_call(const struct op_entry *entry, unsigned number,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fails the test unless each of the members from 1 up to `end` gets the answer at its place
 * for the same input, in the world as it is now. */
void people_expect(const struct op_entry *entry, const char *json,
	const enum problem *expected, unsigned end);

/* Adds a mail token of a member that is opened by the word itself, and lives for so long. */
void people_add_mail_token(
	unsigned member, const char *kind, const char *token, const char *lifetime);

/* How many notices of a kind wait for a member, and how many there are in all. */
long people_notices(const char *kind, unsigned member);
long people_notices_in_all(const char *kind);

/* Fails the test unless the answer has exactly one fault, here and of this kind. */
void people_expect_fault(
	const struct scratch_answer *answer, const char *pointer, enum fault_code code);

/* Fails the test unless the FROM clause and what follows it give so many rows. */
void people_expect_rows(long count, const char *from, ...)
	__attribute__((format(printf, 2, 3)));

/* The number that a query answers. */
long people_count(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
