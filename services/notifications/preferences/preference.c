#include "services/notifications/preferences/preference.h"

#include <string.h>

#include "common/reply/reply.h"

/* Two fields for each kind: inbox and email. */
#define EXTRAS ((size_t)2 * NOTICE_COUNT)

STATEMENT(FIND,
	"SELECT coalesce(p.mail_on, '{}') AS mail_on, coalesce(p.mail_off,"
	" '{}') AS mail_off,"
	" coalesce(p.digest, 'off') AS digest FROM (VALUES ($1::uuid)) AS caller (id)"
	" LEFT JOIN notification_preferences p ON p.member_id = caller.id");

bool
preference_mailed(enum notice_kind kind)
{
	const enum notice_mail mail = notice_infos[kind].mail;

	return mail == NOTICE_MAIL_OWN || mail == NOTICE_MAIL_ON;
}

static bool
contains(const struct text_list *list, const char *kind)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i].data, kind) == 0)
			return true;
	return false;
}

enum problem
preference_answer(struct call *call)
{
	struct rows *rows = db_query(call, FIND, DB_CALLER(call));
	struct reply_extra *extras = arena_array(call->arena, EXTRAS, sizeof(*extras));
	struct text_list on, off;
	size_t count = 0;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	on = row_texts(rows, 0, "mail_on");
	off = row_texts(rows, 0, "mail_off");
	for (enum notice_kind i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++) {
		const char *kind = notice_infos[i].kind;
		const bool mailed = contains(&on, kind) ||
			(preference_mailed(i) && !contains(&off, kind));

		extras[count++] = REPLY_FIELD_BOOLEAN(
			arena_printf(call->arena, "kinds.%s.inbox", kind), true);
		extras[count++] = REPLY_FIELD_BOOLEAN(
			arena_printf(call->arena, "kinds.%s.email", kind), mailed);
	}
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = extras, .extra_count = count});
}
