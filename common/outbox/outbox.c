/*
 * outbox.c - messages that leave with the transaction.
 */
#include "common/outbox/outbox.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/db/db.h"
#include "common/json/json.h"
#include "common/secret/secret.h"

static const char INSERT_MESSAGE[] =
	"INSERT INTO outbox (id, topic, payload, secret, dedupe, next_attempt_at)"
	" VALUES ($1, $2, $3, $4, $5, COALESCE($6, now())) ON CONFLICT DO NOTHING";

/* The function of 0015_reminders_reports.sql, since only the notifications service may delete. */
static const char FORGET[] = "SELECT outbox_forget($1, $2)::text";

/* Adds a member to a JSON object that is being written; NULL is null. */
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

/* A C string, or null. */
static void
put_string(struct buffer *json, const char *name, const char *string)
{
	put(json, name, string, string == NULL ? 0 : strlen(string));
}

/* A text, or null unless it is given. */
static void
put_text(struct buffer *json, const char *name, struct text text)
{
	put(json, name, text.presence == GIVEN ? text.data : NULL, text.size);
}

/* An id in PostgreSQL's text form, or null for zeros. */
static void
put_uuid(
	struct call *call, struct buffer *json, const char *name, const struct uuid *uuid)
{
	static const struct uuid nobody;
	const char *hex = hex_encode(call->arena, uuid->bytes, sizeof(uuid->bytes));

	if (id_equal(uuid, &nobody))
		hex = NULL;
	put_string(json, name,
		hex == NULL ? NULL
			    : arena_printf(call->arena, "%.8s-%.4s-%.4s-%.4s-%.12s", hex,
				      hex + 8, hex + 12, hex + 16, hex + 20));
}

/* Closes the object. */
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
	struct text sealed = {.presence = ABSENT};
	struct db_param secret;

	put_string(&json, "template", mail->template_name);
	put_text(&json, "toAddress", mail->to_address);
	put_text(&json, "toName", mail->to_name);
	put_string(&json, "linkPath", mail->link_path);
	put_text(&json, "note", mail->note);
	if (mail->secret != NULL)
		sealed = secret_seal(call->arena, OUTBOX_SEAL, id.bytes, sizeof(id.bytes),
			mail->secret, strlen(mail->secret));
	secret = DB_BYTES(sealed.data, sealed.size);
	secret.null = sealed.presence != GIVEN;
	db_query(call, INSERT_MESSAGE, DB_UUID(&id), DB_STRING("mail"),
		DB_JSON(finish(&json)), secret, DB_STRING(NULL),
		DB_INSTANT((struct instant){.presence = ABSENT}));
}

/* A time with all its microseconds, as PostgreSQL reads it; NULL for none. */
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

/* What makes a notice the same as another one: nothing that a client chooses, or a request id
 * that is always the same would silence all notices after the first. */
static const char *
notice_key(struct call *call, const struct outbox_notice *notice, const char *moment,
	const struct uuid *id)
{
	if (notice->dedupe != NULL)
		return notice->dedupe;
	return arena_printf(call->arena, "%s %s %s %s", notice->kind,
		hex_encode(call->arena, notice->recipient.bytes, 16),
		hex_encode(call->arena, notice->subject.bytes, 16),
		moment != NULL ? moment : hex_encode(call->arena, id->bytes, 16));
}

void
outbox_notice(struct call *call, const struct outbox_notice *notice)
{
	static const struct uuid nobody;
	struct buffer json = {.arena = call->arena};
	struct uuid id = id_new();
	struct db_param secret = DB_BYTES(NULL, 0);
	const char *moment = moment_text(call, &notice->moment);
	const struct instant due = {notice->moment.presence,
		notice->moment.unix_us - notice->ahead_s * 1000000};

	secret.null = true;
	put_string(&json, "kind", notice->kind);
	put_uuid(call, &json, "recipient", &notice->recipient);
	put_uuid(
		call, &json, "actor", moment != NULL ? &nobody : &call->principal.member);
	put_string(&json, "subjectType", notice->subject_type);
	put_uuid(call, &json, "subject", &notice->subject);
	if (moment != NULL)
		put_string(&json, "moment", moment);
	db_query(call, INSERT_MESSAGE, DB_UUID(&id), DB_STRING("notice"),
		DB_JSON(finish(&json)), secret,
		DB_STRING(notice_key(call, notice, moment, &id)), DB_INSTANT(due));
}

void
outbox_forget(struct call *call, const char *subject_type, const struct uuid *subject)
{
	db_query(call, FORGET, DB_STRING(subject_type), DB_UUID(subject));
}
