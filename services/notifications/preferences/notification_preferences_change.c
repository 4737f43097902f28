#include "common/db/db.h"
#include "services/notifications/handlers.h"
#include "services/notifications/preferences/preference.h"

#define WITHOUT(list) "ARRAY(SELECT unnest(" list ") EXCEPT SELECT unnest($2::text[]))"

/* $2: the kinds, $3 and $4: those whose setting differs from the default, $5: the digest,
 * or NULL to keep it. */
STATEMENT(CHANGE,
	"INSERT INTO notification_preferences AS p (member_id, mail_on, mail_off, digest,"
	" digest_from, digest_at)"
	" SELECT $1, $3, $4, coalesce($5, 'off'),"
	" CASE WHEN $5 <> 'off' THEN now() END, now() + CASE $5"
	" WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' END"
	" ON CONFLICT (member_id) DO UPDATE SET"
	" mail_on = " WITHOUT("p.mail_on") " || $3::text[],"
	" mail_off = " WITHOUT("p.mail_off") " || $4::text[],"
	" digest = coalesce($5, p.digest),"
	" digest_from = CASE WHEN coalesce($5, p.digest) <> 'off'"
	" THEN coalesce(p.digest_from, now()) END,"
	" digest_at = CASE WHEN coalesce($5, p.digest) = p.digest THEN p.digest_at"
	" ELSE excluded.digest_at END, updated_at = now()");

enum problem
notification_preferences_change(struct call *call, const void *input)
{
	const struct notification_preferences_change_in *in = input;
	struct text *differ =
		arena_array(call->arena, in->kinds.count + 1U, sizeof(*differ));
	struct text_list kinds = in->kinds,
			 changed = {.presence = GIVEN, .items = differ};
	const struct text_list none = {.presence = GIVEN};

	kinds.presence = GIVEN;
	if (kinds.count > 0 && in->email.presence != GIVEN)
		return call_fault(
			call, "#/email", FAULT_REQUIRED, "email is required with kinds");
	for (uint32_t i = 0; i < kinds.count; i++) {
		const enum notice_kind kind = notice_named(kinds.items[i].data);

		if (in->email.value == preference_mailed(kind))
			continue;
		if (!notice_mail_is_optional(kind))
			return call_fault(call, "#/kinds", FAULT_NOT_ALLOWED,
				"the mail of %s cannot be switched off",
				kinds.items[i].data);
		differ[changed.count++] = kinds.items[i];
	}
	db_query(call, CHANGE, DB_CALLER(call), DB_TEXTS(kinds),
		DB_TEXTS(in->email.value ? changed : none),
		DB_TEXTS(in->email.value ? none : changed), DB_TEXT(in->digest));
	return preference_answer(call);
}
