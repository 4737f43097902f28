/*
 * approval_fixture.h - requests that wait for the member.
 */
#ifndef KITH_TEST_APPROVAL_FIXTURE_H
#define KITH_TEST_APPROVAL_FIXTURE_H

#include "tests/handlers/identity/activity/activity_fixture.h"

static inline const char *
item_json(const char *id)
{
	return scratch_printf("{\"id\": \"%s\"}", id);
}

static inline long
asks_of(unsigned member)
{
	return people_count("SELECT count(*) FROM posts WHERE author_id = '%s'"
			    " AND is_public",
		scratch_uuid_text(member));
}

static inline long
waiting_of(unsigned member)
{
	return people_count("SELECT count(*) FROM approvals WHERE member_id = '%s'"
			    " AND status = 'waiting'",
		scratch_uuid_text(member));
}

static inline struct scratch_answer
call_by(const struct principal *caller, struct op_entry entry, const char *json)
{
	return scratch_call(&entry, caller, json);
}

static inline struct scratch_answer
by_browser(unsigned member, struct op_entry entry, const char *json)
{
	const struct principal caller = browser_of(member);

	return scratch_call(&entry, &caller, json);
}

static inline void
set_approval(unsigned member, unsigned app, const char *setting)
{
	assert_done(by_browser(member, ENTRY(app_approval_set),
		scratch_printf("{\"clientId\": \"%s\", \"approval\": \"%s\"}",
			scratch_id("cli", app), setting)));
}

/* The id of the newest request of a member that waits. */
static inline const char *
newest(unsigned member)
{
	struct scratch_answer answer = by_browser(member, ENTRY(me_approval_list), NULL);

	assert_done(answer);
	return scratch_printf("{\"id\": \"%s\"}", scratch_string(&answer, "items.0.id"));
}

/* An app of a member which always asks, with one request that waits. */
static inline struct principal
app_that_waits(unsigned member, unsigned app)
{
	struct principal caller;

	people_add(member);
	caller = app_of(member, app, "registered");
	set_approval(member, app, "each");
	assert_problem(call_by(&caller, ENTRY(post_create), PUBLIC_ASK),
		PROBLEM_AWAITING_APPROVAL);
	return caller;
}

#endif
