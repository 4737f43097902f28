#include "proto/mails.h"
#include "services/notifications/mail/mail_deliver.h"
#include "services/notifications/outbox/outbox_deliver.h"

static struct text
text_or_absent(const struct rows *rows, int row, const char *column)
{
	if (row_null(rows, row, column))
		return (struct text){.presence = ABSENT, .data = ""};
	return row_text(rows, row, column);
}

/* NULL once the mail is on its way, or need not be sent: suspended members get none but those
 * that tell them why they are. */
static const char *
send(struct arena *arena, const struct rows *rows, int row, const struct uuid *id)
{
	const struct mail_order order = {
		.id = *id,
		.created_at_us = row_instant_us(rows, row, "created_at"),
		.template_name = text_or_absent(rows, row, "template"),
		.to_address = text_or_absent(rows, row, "to_address"),
		.to_name = text_or_absent(rows, row, "to_name"),
		.link_path = text_or_absent(rows, row, "link_path"),
		.note = text_or_absent(rows, row, "note"),
		.sealed_secret = text_or_absent(rows, row, "secret"),
	};
	const enum mail_template template = mail_named(order.template_name.data);

	if (row_boolean(rows, row, "suspended") &&
		mail_infos[template].policy != MAIL_EVEN_SUSPENDED)
		return NULL;
	return mail_deliver(arena, &order);
}

bool
outbox_mail_one(
	struct db *db, const struct outbox_lease *lease, const struct rows *rows, int row)
{
	const struct uuid id = row_uuid(rows, row, "id");
	struct call call = outbox_call(db, rows->arena);
	const int64_t attempt = outbox_lease_try(&call, lease, &id);
	const char *error;

	if (attempt == 0)
		return !outbox_broken(&call);
	error = send(rows->arena, rows, row, &id);
	call = outbox_call(db, rows->arena);
	if (error == NULL)
		outbox_lease_sent(&call, lease, &id);
	else
		outbox_lease_failed(&call, lease, &id, attempt, error);
	return !outbox_broken(&call);
}

int
outbox_mails(struct db *db, struct arena *arena, bool *alive)
{
	struct call call = outbox_call(db, arena);
	struct outbox_lease lease;
	struct rows *rows =
		outbox_lease_claim(&call, "mail", OUTBOX_MAILS, false, &lease);

	*alive = !outbox_broken(&call);
	for (int i = 0; i < rows->count && *alive; i++)
		if (!row_boolean(rows, i, "given_up"))
			*alive = outbox_mail_one(db, &lease, rows, i);
	return rows->count;
}
