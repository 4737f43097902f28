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

#define INTRO 100

/* A request that was made so long ago; one with an answer has it from one day later. */
static inline void
intro_add(unsigned number, unsigned sender, unsigned recipient, const char *status,
	const char *age)
{
	scratch_sql(
		"INSERT INTO intros (id, sender_id, recipient_id, context_kind, context_id,"
		" message, status, created_at, responded_at, expires_at) VALUES ('%s', '%s',"
		" '%s', 'profile', '%s', 'Intro %u', '%s', now() - interval '%s',"
		" CASE WHEN '%s' IN ('accepted', 'declined')"
		" THEN now() - interval '%s' + interval '1 day' END,"
		" now() - interval '%s' + interval '14 days')",
		scratch_uuid_text(number), scratch_uuid_text(sender),
		scratch_uuid_text(recipient), scratch_uuid_text(recipient), number,
		status, age, status, age, age);
}

/* Everybody, and one request that waits. */
static inline void
intro_world(void)
{
	for (unsigned i = SENDER; i < PERSON_END; i++)
		people_add(i);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	intro_add(INTRO, SENDER, RECIPIENT, "pending", "2 days");
}

/* A call by person `number`. */
static inline struct scratch_answer __attribute__((format(printf, 3, 4)))
intro_call(const struct op_entry *entry, unsigned number, const char *format, ...)
{
	const struct uuid id = scratch_uuid(number);

	const struct principal caller =
		number == PLATFORM_ADMIN ? scratch_admin(&id) : scratch_member(&id);
	va_list arguments;
	char *json;

	va_start(arguments, format);
	json = arena_vprintf(scratch_arena(), format, arguments);
	va_end(arguments);
	return scratch_call(entry, &caller, json);
}

/* {"id": "intro_…"} */
static inline const char *
intro_id_json(unsigned number)
{
	return item_id_json("intro", number);
}

/* What every person is answered to the same input, each in the world as it is now. */
static inline void
intro_expect(const struct op_entry *entry, const char *json,
	const enum problem expected[PERSON_END])
{
	for (unsigned i = SENDER; i < PERSON_END; i++) {
		struct scratch_answer answer;

		scratch_sql("SAVEPOINT person");
		answer = intro_call(entry, i, "%s", json);
		scratch_sql("ROLLBACK TO SAVEPOINT person");
		if (answer.problem != expected[i])
			fail_msg("person %u: %s instead of %s", i,
				problems[answer.problem].code,
				problems[expected[i]].code);
	}
}

/* How many notices of a kind wait for a member. */
static inline long
intro_notices(const char *kind, unsigned recipient)
{
	return people_count(
		"SELECT count(*) FROM outbox WHERE topic = 'notice'"
		" AND payload ->> 'kind' = '%s' AND payload ->> 'recipient' = '%s'",
		kind, scratch_uuid_text(recipient));
}

#endif
