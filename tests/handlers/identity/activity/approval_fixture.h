/*
 * approval_fixture.h - requests that wait for the member.
 */
#ifndef KITH_TEST_APPROVAL_FIXTURE_H
#define KITH_TEST_APPROVAL_FIXTURE_H

#include "common/base/id.h"
#include "common/json/json.h"
#include "common/run/run.h"
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

/* Calls an operation as the gateway does: with an approval, or as a dry run. */
static inline enum problem
call_as_gateway(const struct principal *caller, const struct op_entry *entry,
	struct identifier approval, bool dry_run, const char *json)
{
	struct buffer input = {.arena = scratch_arena()};
	struct db *db = db_new(scratch_url(), service_names[entry->op->service]);
	const char *fault = NULL;
	struct call call = {
		.op = entry->op,
		.arena = scratch_arena(),
		.principal = *caller,
		.request_id = arena_text(scratch_arena(), "approved"),
		.approval = approval,
		.dry_run = dry_run,
		.db = db,
	};

	scratch_sign_in(caller);
	json_to_wire(&input, json_parse(scratch_arena(), json, strlen(json), &fault));
	run_call(&call, entry->handler, input.data, input.size);
	db_free(db);
	return call.outcome.problem;
}

/* Carries out a stored request. */
static inline enum problem
carry_out(const struct principal *caller, const struct op_entry *entry,
	const char *approval, const char *json)
{
	struct identifier id = {.presence = GIVEN};

	assert_true(id_parse(approval, strlen(approval), "apr", &id.uuid));
	return call_as_gateway(caller, entry, id, false, json);
}

static inline enum problem
try_out(const struct principal *caller, const struct op_entry *entry, const char *json)
{
	return call_as_gateway(
		caller, entry, (struct identifier){.presence = ABSENT}, true, json);
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

/* A new member's app, with a setting. */
static inline struct principal
app_with(unsigned member, unsigned app, const char *setting)
{
	struct principal caller;

	people_add(member);
	caller = app_of(member, app, "registered");
	set_approval(member, app, setting);
	return caller;
}

/* An app of a member which always asks, with one request that waits. */
static inline struct principal
app_that_waits(unsigned member, unsigned app)
{
	struct principal caller = app_with(member, app, "each");

	assert_problem(call_by(&caller, ENTRY(post_create), PUBLIC_ASK),
		PROBLEM_AWAITING_APPROVAL);
	return caller;
}

#endif
