#include "common/db/db.h"
#include "services/notifications/handlers.h"
#include "services/notifications/preferences/preference.h"

/* A digest that was on continues from its last position. A new one starts now. */
STATEMENT(SET,
	"INSERT INTO notification_preferences AS p (member_id, mail_on, mail_off, digest,"
	" digest_from, digest_at)"
	" SELECT $1, $2, $3, $4, CASE WHEN $4 <> 'off' THEN now() END,"
		" now() + CASE $4 WHEN 'daily' THEN interval '1 day'"
	" WHEN 'weekly' THEN interval '7 days' END"
	" ON CONFLICT (member_id) DO UPDATE SET mail_on = $2, mail_off = $3, digest = $4,"
	" digest_from = CASE WHEN $4 <> 'off' THEN coalesce(p.digest_from, now()) END,"
		" digest_at = CASE WHEN p.digest = $4 THEN p.digest_at"
	" ELSE excluded.digest_at END, updated_at = now()");

/* The kinds whose mail setting differs from the registry's default. */
struct decisions {
	struct text_list on, off;
};

static void
add(struct call *call, struct text_list *list, enum notice_kind kind)
{
	struct text *items = arena_array(call->arena, list->count + 1U, sizeof(*items));

	for (uint32_t i = 0; i < list->count; i++)
		items[i] = list->items[i];
	items[list->count] = arena_text(call->arena, notice_infos[kind].kind);
	list->items = items;
	list->count++;
}

/* Records the setting of one kind; a fault when it is not allowed. */
static enum problem
decide(struct call *call, enum notice_kind kind, const struct notification_wish *wish,
	struct decisions *decisions)
{
	const char *name = notice_infos[kind].kind;

	if (wish->presence != GIVEN)
		return PROBLEM_NONE;
	if (wish->inbox.presence == GIVEN && !wish->inbox.value)
		return call_fault(call,
			arena_printf(call->arena, "#/kinds/%s/inbox", name),
			FAULT_NOT_ALLOWED, "every notification is in the inbox");
	if (wish->email.presence != GIVEN || wish->email.value == preference_mailed(kind))
		return PROBLEM_NONE;
	if (!notice_mail_is_optional(kind))
		return call_fault(call,
			arena_printf(call->arena, "#/kinds/%s/email", name),
			FAULT_NOT_ALLOWED, "this mail cannot be switched off");
	add(call, wish->email.value ? &decisions->on : &decisions->off, kind);
	return PROBLEM_NONE;
}

enum problem
notification_preferences_set(struct call *call, const void *input)
{
	const struct notification_preferences_set_in *in = input;
	struct decisions decisions = {
		.on = {.presence = GIVEN}, .off = {.presence = GIVEN}};
	enum problem problem = PROBLEM_NONE;

	for (enum notice_kind i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		const enum problem fault = decide(call, i, &in->kinds.of[i], &decisions);

		if (fault != PROBLEM_NONE)
			problem = fault;
	}
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, SET, DB_CALLER(call), DB_TEXTS(decisions.on),
		DB_TEXTS(decisions.off), DB_TEXT(in->digest));
	return preference_answer(call);
}
