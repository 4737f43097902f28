/*
 * message_fixture.h - messages of the outbox, for the operations of administrators.
 */
#ifndef KITH_TEST_MESSAGE_FIXTURE_H
#define KITH_TEST_MESSAGE_FIXTURE_H

#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

/* Adds a mail in this state; greater numbers are newer. */
static inline void
message_add(unsigned number, const char *status, int attempts, const char *error)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, attempts, last_error,"
		" sent_at, created_at) VALUES ('%s', 'mail', '{\"template\": \"totp_on\","
		" \"toAddress\": \"ada@example.org\"}', '%s', %d, nullif('%s', ''),"
		" CASE WHEN '%s' = 'sent' THEN now() END,"
		" now() - (1000 - %u) * interval '1 minute')",
		scratch_uuid_text(number), status, attempts, error, status, number);
}

static inline struct scratch_answer
message_call(struct op_entry entry, const char *json)
{
	const struct uuid id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&id);

	return scratch_call(&entry, &admin, json);
}

#endif
