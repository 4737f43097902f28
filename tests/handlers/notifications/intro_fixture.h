/*
 * intro_fixture.h - requests for introductions, for the tests of notifications.
 */
#ifndef KITH_TEST_INTRO_FIXTURE_H
#define KITH_TEST_INTRO_FIXTURE_H

#include <stdarg.h>

#include "services/notifications/handlers.h"
#include "tests/handlers/content/post_fixture.h"

/* The callers of every table, in this order. */
enum person {
	SENDER = 1,
	RECIPIENT,
	STRANGER,
	PLATFORM_ADMIN,
	PERSON_END
};

unsigned people_admin = PLATFORM_ADMIN;

#define INTRO 100

/* Adds a request of that age; an answered one was answered a day after it was made. */
static inline void
intro_add(unsigned number, unsigned sender, unsigned recipient, const char *status,
	const char *age)
{
	scratch_sql(
		"INSERT INTO intros (id, sender_id, recipient_id, context_kind,"
		" context_id, message, status, created_at, responded_at, expires_at)"
		" VALUES ('%s', '%s', '%s', 'profile', '%s', 'Intro %u', '%s', now() -"
		" interval '%s', CASE WHEN '%s' IN ('accepted', 'declined')"
		" THEN now() - interval '%s' + interval '1 day' END,"
		" now() - interval '%s' + interval '14 days')",
		scratch_uuid_text(number), scratch_uuid_text(sender),
		scratch_uuid_text(recipient), scratch_uuid_text(recipient), number,
		status, age, status, age, age);
}

/* Adds all members, and one request that waits for an answer. */
static inline void
intro_world(void)
{
	for (unsigned i = SENDER; i < PERSON_END; i++)
		people_add(i);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	intro_add(INTRO, SENDER, RECIPIENT, "pending", "2 days");
}

/* {"id": "intro_…"} */
static inline const char *
intro_id_json(unsigned number)
{
	return item_id_json("intro", number);
}

#endif
