#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

/* Deletes the record, and answers a row for each owner, or one without an owner. */
STATEMENT(REMOVE,
	"SELECT i.title, m.id IS NOT NULL AS owned, m.email"
	" FROM remove_item($1, $2) i"
	" LEFT JOIN members m ON m.id = ANY (i.owners) AND m.former_at IS NULL");

STATEMENT(RESOLVE_REPORTS,
	"UPDATE reports SET status = 'resolved', resolved_at = now(), resolved_by = $1"
	" WHERE subject_type = $2 AND subject_id = $3 AND status = 'open'");

/* The types that can be removed. `word` is the type in the mail. */
static const struct removable {
	enum subject subject;
	enum audit_action action;
	enum problem missing;
	const char *word;
} removables[] = {
	{SUBJECT_POST, AUDIT_POST_REMOVE, PROBLEM_POST_NOT_FOUND, "Ask"},
	{SUBJECT_PROGRESS, AUDIT_PROGRESS_REMOVE, PROBLEM_PROGRESS_NOT_FOUND,
		"Progress entry"},
	{SUBJECT_EVENT, AUDIT_EVENT_REMOVE, PROBLEM_EVENT_NOT_FOUND, "Event"},
	{SUBJECT_PROJECT, AUDIT_PROJECT_REMOVE, PROBLEM_PROJECT_NOT_FOUND, "Project"},
	{SUBJECT_ORG, AUDIT_ORG_REMOVE, PROBLEM_ORG_NOT_FOUND, "Organization"},
};

/* The type of an id by its prefix; NULL for any other text. */
static const struct removable *
find_type(const struct text *text, struct uuid *id)
{
	for (size_t i = 0; i < COUNT_OF(removables); i++) {
		const char *prefix = subject_infos[removables[i].subject].prefix;

		if (id_parse(text->data, text->size, prefix, id))
			return &removables[i];
	}
	return NULL;
}

/* Mails the reason to each owner. */
static void
tell_owners(struct call *call, const struct removable *type, const struct rows *rows,
	const struct text *reason)
{
	const struct text title = row_text(rows, 0, "title");
	const char *note = arena_printf(
		call->arena, "%s: %s\n\n%s", type->word, title.data, reason->data);

	for (int i = 0; i < rows->count; i++) {
		if (!row_boolean(rows, i, "owned"))
			continue;
		outbox_mail(call,
			&(const struct outbox_mail){
				.template = MAIL_ITEM_REMOVED,
				.to_address = row_text(rows, i, "email"),
				.note = {.presence = GIVEN,
					.data = note,
					.size = (uint32_t)strlen(note)},
			});
	}
}

/* Deletes a record of members, resolves its reports, and tells its owners. */
enum problem
admin_item_remove(struct call *call, const void *input)
{
	const struct admin_item_remove_in *in = input;
	struct uuid id;
	const struct removable *type = find_type(&in->id, &id);
	const struct rows *removed, *resolved;
	const char *name;

	if (type == NULL)
		return call_fault(call, "#/id", FAULT_FORMAT,
			"id must be the id of an ask, a progress entry, an event, a "
			"project or an organization");
	name = subject_infos[type->subject].name;
	removed = db_query(call, REMOVE, DB_STRING(name), DB_UUID(&id));
	if (removed->count == 0)
		return call_fail(call, type->missing, NULL);
	resolved = db_query(
		call, RESOLVE_REPORTS, DB_CALLER(call), DB_STRING(name), DB_UUID(&id));
	tell_owners(call, type, removed, &in->reason);
	audit_write_detail(call, type->action, &id,
		&(const struct audit_detail){"reason", in->reason});
	return reply_fields(call,
		(const struct reply_extra[]){
			REPLY_FIELD_STRING("subjectType", name),
			REPLY_FIELD_TEXT("subjectId", in->id),
			REPLY_FIELD_TEXT("title", row_text(removed, 0, "title")),
			REPLY_FIELD_INTEGER("reportsResolved", resolved->affected),
		},
		4);
}
