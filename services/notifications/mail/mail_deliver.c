#include "services/notifications/mail/mail_deliver.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/notifications/mail/mail_file.h"
#include "services/notifications/mail/mail_message.h"

/* Base URL, path and secret; NULL without a path. The secret is decrypted only here
 * and stored nowhere. */
static const char *
open_link(struct arena *arena, const struct mail_order *order, bool *broken)
{
	struct text secret = {.presence = GIVEN, .data = ""};

	*broken = false;
	if (order->link_path.presence != GIVEN)
		return NULL;
	if (order->sealed_secret.presence == GIVEN)
		secret = secret_decrypt(arena, OUTBOX_SEAL, order->id.bytes,
			sizeof(order->id.bytes), order->sealed_secret.data,
			order->sealed_secret.size);
	*broken = secret.presence != GIVEN;
	return arena_printf(arena, "%s%s%s", config()->base_url.data,
		order->link_path.data, *broken ? "" : secret.data);
}

/* Every attempt uses the same name, so that a repeated delivery replaces its file. */
static const char *
file_name(struct arena *arena, const struct mail_order *order)
{
	const time_t seconds = (time_t)(order->created_at_us / 1000000);
	char at[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(at, sizeof(at), "%Y%m%dT%H%M%SZ", &tm);
	return arena_printf(arena, "%s-%s-%s.eml", at, order->name,
		hex_encode(arena, order->id.bytes, sizeof(order->id.bytes)));
}

/* Returns NULL, or an error sentence. */
static const char *
write_text(struct arena *arena, const struct mail_order *order, struct mail_text *text)
{
	bool broken;
	const struct mail_parts parts = {
		.to_name = order->to_name.data,
		.link = open_link(arena, order, &broken),
		.note = order->note.data,
		.unsubscribe = order->unsubscribe,
	};

	if (broken)
		return "the message's secret cannot be decrypted with this "
		       "instance's key";
	if (order->digest)
		mail_text_digest(arena,
			&(const struct mail_digest){mail_named(order->name), order->items,
				order->item_count, order->more, order->news,
				order->news_count},
			&parts, text);
	else if (order->item_count > 0)
		mail_text_notice(arena, order->items, &parts, text);
	else if (!mail_text_write(arena, order->name, &parts, text))
		return "the mail's template is unknown, or its link is missing";
	return NULL;
}

const char *
mail_compose(struct arena *arena, const struct mail_order *order, struct buffer *message)
{
	struct mail_message mail = {
		.id = order->id,
		.created_at_us = order->created_at_us,
		.from = config()->mail_from.data,
		.to_address = order->to_address,
		.to_name = order->to_name,
		.unsubscribe = order->unsubscribe,
	};
	const char *error = write_text(arena, order, &mail.text);

	if (error != NULL)
		return error;
	if (!mail_message_write(message, &mail))
		return "the address is not a valid mail address";
	return NULL;
}

const char *
mail_to_file(
	struct arena *arena, const struct mail_order *order, const struct buffer *message)
{
	if (!mail_file_write(arena_printf(arena, "%s/mail", config()->run_dir.data),
		    file_name(arena, order), message->data, message->size))
		return arena_printf(
			arena, "cannot write the mail's file: %s", strerror(errno));
	return NULL;
}
