/*
 * people.h - members and organizations for the tests of handlers.
 *
 * Number n is scratch_uuid(n), with the address member<n>@example.org, the handle
 * member-<n>, and a profile that others can see.
 */
#ifndef KITH_TEST_PEOPLE_H
#define KITH_TEST_PEOPLE_H

#include "tests/support/scratch.h"

/* Adds an active, onboarded member. */
void people_add(unsigned number);

/* Adds members 1 to `count`. */
void people_add_all(unsigned count);

/* The same in another state: "pending", "suspended". */
void people_add_as(unsigned number, const char *status);

/* Adds a member with an unverified address and no profile. */
void people_add_unverified(unsigned number);

/* Adds organization `number` with the slug org-<number>; visibility "public" or
 * "unlisted". */
void people_add_org(unsigned number, const char *visibility);

void people_join(unsigned org, unsigned member);

/* Adds a member of an organization; "owner", "admin" or "member". */
void people_join_as(unsigned org, unsigned member, const char *role);

/* Ends an account as identity does. */
void people_end_account(unsigned member);

/* The number of the administrator. A test or a shared header may define it; otherwise
 * there is none. */
extern unsigned people_admin;

/* The principal of an active member. */
struct principal people_principal(unsigned number);

/* A personal access token of a member, with this number, whose outward acts wait for the
 * member's approval. */
struct principal people_asking_token(unsigned number, unsigned token);

/* The image that each call comes with; 0 = none. */
extern unsigned people_image;

/* Calls an operation with JSON as in scratch_json(). */
struct scratch_answer people_call(const struct op_entry *entry, unsigned number,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Calls the operation as each member from 1 up to `end` with the same input in the same
 * world. Fails the test unless member n gets the problem expected[n]. */
void people_expect(const struct op_entry *entry, const char *json,
	const enum problem *expected, unsigned end);

/* Adds a mail token whose secret is `token`, with this lifetime. */
void people_add_mail_token(
	unsigned member, const char *kind, const char *token, const char *lifetime);

/* The number of pending notices of a kind for a member, and for all members. */
long people_notices(const char *kind, unsigned member);
long people_notices_in_all(const char *kind);

/* Adds an unread notification to an inbox, and counts those of a member. */
void people_tell(unsigned recipient, const char *kind, unsigned subject, unsigned actor);
long people_unread(unsigned member);

/* Fails the test unless the answer has exactly one fault, at this pointer and of this
 * code. */
void people_expect_fault(
	struct scratch_answer answer, const char *pointer, enum fault_code code);

/* Fails the test unless the FROM clause and the conditions after it select `count`
 * rows. */
void people_expect_rows(long count, const char *from, ...)
	__attribute__((format(printf, 2, 3)));

long people_count(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
