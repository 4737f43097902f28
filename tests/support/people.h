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

/* The principal of an active member. */
struct principal people_principal(unsigned number);

/* Adds a mail token of a member that is opened by the word itself, and lives for so long. */
void people_add_mail_token(
	unsigned member, const char *kind, const char *token, const char *lifetime);

/* Fails the test unless the answer has exactly one fault, here and of this kind. */
void people_expect_fault(
	const struct scratch_answer *answer, const char *pointer, enum fault_code code);

/* The number that a query answers. */
long people_count(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
