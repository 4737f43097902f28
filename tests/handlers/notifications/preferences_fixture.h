/*
 * preferences_fixture.h - members' mail preferences, and their defaults.
 */
#ifndef KITH_TEST_PREFERENCES_FIXTURE_H
#define KITH_TEST_PREFERENCES_FIXTURE_H

#include "services/notifications/handlers.h"
#include "services/notifications/preferences/unsubscribe.h"
#include "tests/support/handler_test.h"

static inline struct scratch_answer
preferences_call(unsigned member, struct op_entry entry, const char *json)
{
	return people_call(&entry, member, "%s", json == NULL ? "{}" : json);
}

static inline struct scratch_answer
preferences_set(unsigned member, const char *json)
{
	return preferences_call(member, ENTRY(notification_preferences_set), json);
}

static inline struct scratch_answer
preferences_get(unsigned member)
{
	return preferences_call(member, ENTRY(notification_preferences_get), NULL);
}

static inline bool
preferences_mailed(unsigned member, const char *kind)
{
	struct scratch_answer answer = preferences_get(member);

	assert_done(answer);
	return json_is_true(scratch_at(&answer, scratch_printf("kinds.%s.email", kind)));
}

/* Posts to the unsubscribe address of a mail. */
static inline enum problem
preferences_unsubscribe(const char *token)
{
	const struct op_entry entry = {
		&op_notification_unsubscribe, notification_unsubscribe};
	const struct principal nobody = {.membership = MEMBERSHIP_NONE};

	return scratch_call(&entry, &nobody, scratch_printf("{\"token\": \"%s\"}", token))
		.problem;
}

/* The token in such an address. */
static inline const char *
preferences_token(const struct unsubscribe *what)
{
	return strrchr(unsubscribe_link(scratch_arena(), what), '/') + 1;
}

static inline const char *
preferences_token_of(unsigned member, const char *kind)
{
	return preferences_token(&(const struct unsubscribe){
		.member = scratch_uuid(member), .kind = kind});
}

#endif
