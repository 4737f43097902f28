#include "services/notifications/mail/mail_deliver.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/notifications/mail/mail_file.h"
#include "services/notifications/mail/mail_message.h"

/* Base URL, path and secret; NULL without a path. The secret is opened here and nowhere kept. */
static const char *
open_link(struct arena *arena, const struct mail_order *order, bool *broken)
{
	struct text secret = {.presence = GIVEN, .data = ""};

	*broken = false;
	if (order->link_path.presence != GIVEN)
		return NULL;
	if (order->sealed_secret.presence == GIVEN)
		secret = secret_unseal(arena, OUTBOX_SEAL, order->id.bytes,
			sizeof(order->id.bytes), order->sealed_secret.data,
			order->sealed_secret.size);
	*broken = secret.presence != GIVEN;
	return arena_printf(arena, "%s%s%s", config()->base_url.data,
		order->link_path.data, *broken ? "" : secret.data);
}

/* The same for each try, so that a repeated delivery replaces its file. */
static const char *
file_name(struct arena *arena, const struct mail_order *order)
{
	const time_t seconds = (time_t)(order->created_at_us / 1000000);
	char at[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(at, sizeof(at), "%Y%m%dT%H%M%SZ", &tm);
	return arena_printf(arena, "%s-%s-%s.eml", at, order->template_name.data,
		hex_encode(arena, order->id.bytes, sizeof(order->id.bytes)));
}

const char *
mail_deliver(struct arena *arena, const struct mail_order *order)
{
	struct mail_message mail = {
		.id = order->id,
		.created_at_us = order->created_at_us,
		.from = config()->mail_from.data,
		.to_address = order->to_address,
		.to_name = order->to_name,
	};
	struct buffer message = {.arena = arena};
	bool broken;
	const struct mail_parts parts = {
		.to_name = order->to_name.data,
		.link = open_link(arena, order, &broken),
		.note = order->note.data,
	};

	if (broken)
		return "the message's secret cannot be opened with this instance's key";
	if (!mail_text_write(arena, order->template_name.data, &parts, &mail.text))
		return "the mail has an unknown template, or its link is missing";
	if (!mail_message_write(&message, &mail))
		return "the address is not one that mail can be sent to";
	if (!mail_file_write(arena_printf(arena, "%s/mail", config()->run_dir.data),
		    file_name(arena, order), message.data, message.size))
		return arena_printf(
			arena, "the mail's file cannot be written: %s", strerror(errno));
	return NULL;
}
