/*
 * outbox.c - outgoing messages, written in the transaction of the change.
 */
#include "common/outbox/outbox.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/db/db.h"
#include "common/json/json.h"
#include "common/secret/secret.h"

STATEMENT(INSERT_MAIL,
	"INSERT INTO outbox (id, topic, payload, secret, asker)"
	" VALUES ($1, 'mail', $2, $3, nullif($4::uuid,"
	" '00000000-0000-0000-0000-000000000000'))");

STATEMENT(INSERT_NOTICE,
	OUTBOX_NOTICE_EACH("SELECT $8::uuid"));

/* Adds a member to a JSON object that is being written; NULL `data` becomes null. */
static void
put(struct buffer *json, const char *name, const char *data, size_t size)
{
	json_put_raw(json, json->size == 0 ? "{" : ",");
	json_put_string(json, name, strlen(name));
	json_put_raw(json, ":");
	if (data == NULL)
		json_put_raw(json, "null");
	else
		json_put_string(json, data, size);
}

static void
put_string(struct buffer *json, const char *name, const char *string)
{
	put(json, name, string, string == NULL ? 0 : strlen(string));
}

/* Absent text becomes null. */
static void
put_text(struct buffer *json, const char *name, struct text text)
{
	put(json, name, text.presence == GIVEN ? text.data : NULL, text.size);
}

/* Closes the object and returns it as text. */
static struct text
finish(struct buffer *json)
{
	json_put_raw(json, "}");
	return (struct text){.presence = GIVEN,
		.size = (uint32_t)json->size,
		.data = (const char *)json->data};
}

void
outbox_mail(struct call *call, const struct outbox_mail *mail)
{
	struct buffer json = {.arena = call->arena};
	struct uuid id = id_new();
	const struct uuid asker =
		mail->asker != NULL ? *mail->asker : principal_key(&call->principal);
	struct text sealed = {.presence = ABSENT};
	struct db_param secret;

	put_string(&json, "template", mail_infos[mail->template].name);
	put_text(&json, "toAddress", mail->to_address);
	put_string(&json, "linkPath", mail->link_path);
	put_text(&json, "note", mail->note);
	if (mail->secret != NULL)
		sealed = secret_encrypt(call->arena, OUTBOX_SEAL, id.bytes,
			sizeof(id.bytes), mail->secret, strlen(mail->secret));
	secret = DB_BYTES(sealed.data, sealed.size);
	secret.null = sealed.presence != GIVEN;
	db_query(call, INSERT_MAIL, DB_UUID(&id), DB_JSON(finish(&json)), secret,
		DB_UUID(&asker));
}

/* A timestamp with all microseconds, in a format that PostgreSQL parses; NULL if
 * absent. */
static const char *
moment_text(struct call *call, const struct instant *moment)
{
	char whole[CLOCK_TEXT_SIZE];
	const int64_t second_us = 1000000;
	const int64_t part_us = (moment->unix_us % second_us + second_us) % second_us;

	if (moment->presence != GIVEN)
		return NULL;
	clock_format(whole, moment->unix_us - part_us);
	return arena_printf(call->arena, "%.19s.%06dZ", whole, (int)part_us);
}

/* Passes the parameters of OUTBOX_NOTICE_EACH() and $8, the recipient, which only
 * INSERT_NOTICE uses. The deduplication key ($7) is random: a client that always sends
 * the same request id would otherwise suppress all notices but the first. */
int64_t
outbox_notice_each(struct call *call, const struct statement *statement,
	const struct outbox_notice *notice)
{
	const struct notice_info *info = &notice_infos[notice->kind];
	static const struct uuid nobody;
	const struct uuid *by = notice->by != NULL ? notice->by : &call->principal.member;
	const struct uuid apart = id_new();
	const struct instant due = {notice->moment.presence,
		notice->moment.unix_us - info->ahead_s * 1000000};

	return db_query(call, statement, DB_UUID(notice->by_nobody ? &nobody : by),
		DB_UUID(&notice->subject), DB_STRING(info->kind),
		DB_STRING(subject_infos[info->subject].name),
		DB_STRING(moment_text(call, &notice->moment)), DB_INSTANT(due),
		DB_STRING(hex_encode(call->arena, apart.bytes, sizeof(apart.bytes))),
		DB_UUID(&notice->recipient))
		->affected;
}

void
outbox_notice(struct call *call, const struct outbox_notice *notice)
{
	outbox_notice_each(call, INSERT_NOTICE, notice);
}
