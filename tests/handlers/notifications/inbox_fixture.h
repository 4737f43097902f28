/*
 * inbox_fixture.h - notifications in the inboxes of members, and the operations that read
 * them.
 */
#ifndef KITH_TEST_INBOX_FIXTURE_H
#define KITH_TEST_INBOX_FIXTURE_H

#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

/* Adds a notification that is 1,000 - `number` hours old, so that greater numbers are
 * newer. */
static inline void
inbox_add(unsigned number, unsigned recipient, const char *kind, const char *subject_type,
	unsigned subject)
{
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, actor, subject_type, subject_id,"
		" created_at, dedupe) VALUES ('%s', '%s', '%s', '%s', '%s', '%s',"
		" now() - (1000 - %u) * interval '1 hour', gen_random_uuid())",
		scratch_uuid_text(number), scratch_uuid_text(recipient), kind,
		scratch_uuid_text(2), subject_type, scratch_uuid_text(subject), number);
}

static inline struct scratch_answer
inbox_call(unsigned member, struct op_entry entry, const char *json)
{
	return people_call(&entry, member, "%s", json == NULL ? "{}" : json);
}

static inline long
inbox_unread(unsigned member)
{
	struct scratch_answer answer =
		inbox_call(member, ENTRY(notification_count), NULL);

	assert_done(answer);
	return (long)json_integer_value(scratch_at(&answer, "unread"));
}

#endif
