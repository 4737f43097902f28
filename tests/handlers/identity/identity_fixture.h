/*
 * identity_fixture.h - lookups that several tests of identity share.
 */
#ifndef KITH_TEST_IDENTITY_FIXTURE_H
#define KITH_TEST_IDENTITY_FIXTURE_H

#include <stdlib.h>

#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_request.h"
#include "tests/support/handler_test.h"

#define GOOD_PASSWORD "purple elephants dance"

static inline uint8_t *
bytes_of(const char *hex, size_t *size)
{
	uint8_t *bytes = arena_alloc(scratch_arena(), strlen(hex) / 2 + 1);

	*size = strlen(hex) / 2;
	for (size_t i = 0; i < *size; i++) {
		const char digits[3] = {hex[2 * i], hex[2 * i + 1], '\0'};

		bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	return bytes;
}

/* The secret of the newest mail of a template, decrypted as the notifications service
 * does. */
static inline const char *
mailed_secret(const char *template_name)
{
	const char *where = scratch_printf(
		"FROM outbox WHERE payload ->> 'template' = '%s' ORDER BY id DESC"
		" LIMIT 1",
		template_name);
	size_t id_size, size;
	const uint8_t *id = bytes_of(
		scratch_value("SELECT replace(id::text, '-', '') %s", where), &id_size);

	const uint8_t *sealed =
		bytes_of(scratch_value("SELECT encode(secret, 'hex') %s", where), &size);
	struct text secret =
		secret_decrypt(scratch_arena(), OUTBOX_SEAL, id, id_size, sealed, size);

	assert_int_equal(secret.presence, GIVEN);
	return secret.data;
}

static inline struct scratch_answer
call_anonymously(struct op_entry entry, const char *json)
{
	const struct principal nobody = scratch_anonymous();

	return scratch_call(&entry, &nobody, json);
}

/* Writes the requested mails, as the service does every second. */
static inline void
send_asked_mails(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	struct mail_request request;

	scratch_sql("SET ROLE kith_identity");
	while (mail_request_take(&call, &request))
		mail_request_answer(&call, &request);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	people_expect_rows(0, "mail_requests");
}

/* Adds an active member with GOOD_PASSWORD as kithctl does; returns the id of the
 * contract. */
static inline const char *
add_with_password(const char *email)
{
	struct scratch_answer answer = call_anonymously(ENTRY(member_create),
		scratch_printf(
			"{\"email\": \"%s\", \"name\": \"Somebody\", \"active\": true,"
			" \"password\": \"" GOOD_PASSWORD "\"}",
			email));

	assert_done(answer);
	return scratch_string(&answer, "userId");
}

#endif
