#include "services/notifications/outbox/outbox_letter.h"

#include <string.h>

#include "common/config/config.h"
#include "common/schema/news_sql.h"
#include "common/schema/org_sql.h"
#include "common/text/visible.h"
#include "proto/mails.h"
#include "proto/notices.h"
#include "services/notifications/inbox/notice_sql.h"
#include "services/notifications/outbox/outbox_searches.h"
#include "services/notifications/outbox/reminder_sql.h"
#include "services/notifications/preferences/unsubscribe.h"

#define DIGEST_ITEMS_MAX 20
#define DIGEST_NEWS_MAX "10"

/* The recipient's columns. `address` is an SQL expression; $2 is the kind or template. */
#define READER(address) \
	SQL(address " AS address, coalesce(m.name, '') AS name, m.id," \
	    " coalesce(m.status = 'suspended', false) AS suspended," \
	    " coalesce(m.role = 'admin', false) AS admin," \
	    " coalesce($2 = ANY (p.mail_off), false) AS unwanted," \
	    " (SELECT s.reason FROM mail_suppressions s" \
	    " WHERE s.address = lower(" address \
	    ") AND s.cause = 'refused' AND s.since > now() - interval '30 days') AS" \
	    " refused," \
	    " EXISTS (SELECT FROM mail_suppressions s WHERE s.address = lower(" address \
	    ") AND s.cause = 'unsubscribed') AS unsubscribed")

STATEMENT(FIND_MEMBER,
	"SELECT " READER("m.email") " FROM members m"
	" LEFT JOIN notification_preferences p ON p.member_id = m.id"
	" WHERE m.id = ($1::text)::uuid AND m.email_verified_at IS NOT NULL");

STATEMENT(FIND_ADDRESS,
	"SELECT " READER("a.address") " FROM (SELECT $1::text AS address) AS a"
	" LEFT JOIN members m ON lower(m.email) = lower(a.address)"
	" LEFT JOIN notification_preferences p ON p.member_id = m.id");

/* For a notification, $2 is its id and $3 null; for a digest, they delimit its period.
 * Notifications that were read meanwhile are left out. */
STATEMENT(READ_NOTICE,
	"SELECT 1::bigint AS total, " NOTICE_WORDS ", " NOTICE_DETAIL
	" AS detail, " NOTICE_PAGE " AS page FROM " NOTICE_TABLES
	" WHERE n.recipient = $1 AND n.id = ($2::text)::uuid AND $3::text IS NULL"
	" AND " NOTICE_TIMELY " LIMIT $4");

STATEMENT(READ_DIGEST,
	"SELECT count(*) OVER () AS total, " NOTICE_WORDS ", NULL::text AS detail,"
	" " NOTICE_PAGE " AS page FROM " NOTICE_TABLES
	" WHERE n.recipient = $1 AND n.created_at > ($2::text)::timestamptz"
	" AND n.created_at <= ($3::text)::timestamptz"
		" AND NOT n.mailed AND n.read_at IS NULL AND " NOTICE_TIMELY
	" ORDER BY n.created_at DESC, n.id DESC LIMIT $4");

/* What is new in the period of a digest: the same as on the front page. */
#define NEWS_WITHIN(time, id) \
	SQL(" AND " time " > ($2::text)::timestamptz AND " time \
	    " <= ($3::text)::timestamptz ORDER BY " time " DESC, " id \
	    " DESC LIMIT " DIGEST_NEWS_MAX)

STATEMENT(READ_NEWS,
	"WITH n AS (SELECT * FROM (" NEWS_FOUND("$1", NEWS_WITHIN) ") f"
	" ORDER BY f.at DESC, f.id DESC LIMIT " DIGEST_NEWS_MAX ")"
	" SELECT coalesce(p.title, g.title, e.title) AS title,"
	" CASE n.type WHEN 'post' THEN 'Ask' WHEN 'event' THEN 'Event'"
	" ELSE 'Progress' END"
	" || ' by ' || coalesce(o.name, " NEWS_MAKER ") AS body, NULL::text AS detail,"
	" CASE n.type WHEN 'post' THEN 'posts/' || wire_id('post', n.id)"
	" WHEN 'event' THEN 'events/' || wire_id('evt', n.id)"
	" ELSE 'progress/' || wire_id('prog', n.id) END AS page"
	" FROM n" NEWS_RECORDS " LEFT JOIN orgs o ON o.id = e.org_id AND "
	ORG_NAMED("$1") " ORDER BY n.at DESC, n.id DESC");

/* A refusal may be outdated after 30 days. outbox_prune_suppressions_step() bounds the
 * table. */
STATEMENT(REFUSE,
	"INSERT INTO mail_suppressions (address, cause, reason)"
	" VALUES (lower($1), 'refused', left($2, 500))"
	" ON CONFLICT (address, cause) DO UPDATE SET reason = excluded.reason,"
	" since = now()");

STATEMENT(FORGIVE,
	"DELETE FROM mail_suppressions WHERE address = lower($1) AND cause = 'refused'");

static struct text
text_or_absent(const struct rows *rows, int row, const char *column)
{
	if (row_null(rows, row, column))
		return (struct text){.presence = ABSENT, .data = ""};
	return row_text(rows, row, column);
}

/* Returns NULL when the subject has no page that the reader may see. */
static const char *
page_address(struct arena *arena, const struct rows *rows, int row)
{
	if (row_null(rows, row, "page"))
		return NULL;
	return arena_printf(arena, "%s/%s", config()->base_url.data,
		row_text(rows, row, "page").data);
}

/* Reduces names and titles to one line. Otherwise a member could make them look like a
 * paragraph, or a mail, of the instance. */
static const char *
one_line(struct arena *arena, const struct text *text)
{
	char *line = arena_alloc(arena, (size_t)text->size + 1);
	size_t size = visible_strip(line, text->data, text->size), kept = 0;

	for (size_t i = 0; i < size; i++) {
		const bool blank = (unsigned char)line[i] <= ' ';

		if (blank && (kept == 0 || line[kept - 1] == ' '))
			continue;
		line[kept] = line[i];
		if (blank)
			line[kept] = ' ';
		kept++;
	}
	line[kept] = '\0';
	return line;
}

/* A person's text without invisible characters; NULL when there is none. The mail quotes
 * it line by line. */
static const char *
quote_of(struct arena *arena, const struct rows *rows, int row)
{
	const struct text text = text_or_absent(rows, row, "detail");
	char *shown;

	if (text.presence != GIVEN)
		return NULL;
	shown = arena_alloc(arena, (size_t)text.size + 1);
	shown[visible_strip(shown, text.data, text.size)] = '\0';
	return shown;
}

static struct mail_item *
items_of(struct call *call, const struct rows *rows)
{
	struct mail_item *items =
		arena_array(call->arena, (size_t)rows->count + 1, sizeof(*items));

	for (int i = 0; i < rows->count; i++) {
		const struct text title = row_text(rows, i, "title");
		const struct text body = row_text(rows, i, "body");

		items[i] = (struct mail_item){one_line(call->arena, &title),
			one_line(call->arena, &body), page_address(call->arena, rows, i),
			quote_of(call->arena, rows, i)};
	}
	return items;
}

/* Reads what is new: in the network for a digest, or in the member's searches. */
static void
read_news(struct call *call, const struct rows *claimed, int row,
	const struct uuid *reader, struct mail_order *order)
{
	const struct text from = row_text(claimed, row, "from");
	const struct text to = row_text(claimed, row, "to");
	struct rows *rows = mail_named(order->name) == MAIL_SAVED_SEARCHES
		? outbox_searches_read(call, reader, &from, &to)
		: db_query(call, READ_NEWS, DB_UUID(reader), DB_TEXT(from), DB_TEXT(to));

	order->news = items_of(call, rows);
	order->news_count = (size_t)rows->count;
}

/* Reads the notifications of a mail. */
static void
read_notices(struct call *call, const struct rows *claimed, int row,
	const struct uuid *reader, struct mail_order *order)
{
	const struct db_param *texts = notice_params(call);
	const struct db_param params[] = {DB_UUID(reader),
		DB_TEXT(row_text(claimed, row, order->digest ? "from" : "notice")),
		DB_TEXT(row_text(claimed, row, "to")), DB_NUMBER(DIGEST_ITEMS_MAX),
		texts[0], texts[1], texts[2], texts[3], texts[4]};
	struct rows *rows = db_query_params(call,
		order->digest ? READ_DIGEST : READ_NOTICE, params, COUNT_OF(params));

	order->items = items_of(call, rows);
	order->item_count = (size_t)rows->count;
	if (rows->count > 0)
		order->more = row_integer(rows, 0, "total") - rows->count;
}

/* Reads the contents of the mail. Returns false when none is left. */
static bool
read_items(struct call *call, const struct rows *claimed, int row,
	const struct uuid *reader, struct mail_order *order)
{
	if (mail_named(order->name) != MAIL_SAVED_SEARCHES)
		read_notices(call, claimed, row, reader, order);
	if (order->digest)
		read_news(call, claimed, row, reader, order);
	return order->item_count + order->news_count > 0;
}

/* Returns NULL for mails that cannot be switched off. */
static const char *
unsubscribe_of(struct call *call, const struct rows *reader,
	const struct mail_order *order, enum mail_policy policy)
{
	struct unsubscribe what = {.kind = order->name};

	if (policy != MAIL_OPTIONAL)
		return NULL;
	if (row_null(reader, 0, "id"))
		what.address = order->to_address.data;
	else
		what.member = row_uuid(reader, 0, "id");
	return unsubscribe_link(call->arena, &what);
}

static bool
is_wanted(const struct rows *reader, enum mail_policy policy)
{
	return policy != MAIL_OPTIONAL ||
		(!row_boolean(reader, 0, "suspended") &&
			!row_boolean(reader, 0, "unwanted") &&
			!row_boolean(reader, 0, "unsubscribed"));
}

/* Finds the recipient by account or by address. No rows: there is none. */
static struct rows *
find_reader(struct call *call, const struct rows *claimed, int row, const char *name)
{
	if (!row_null(claimed, row, "recipient"))
		return db_query(call, FIND_MEMBER,
			DB_TEXT(row_text(claimed, row, "recipient")), DB_STRING(name));
	return db_query(call, FIND_ADDRESS,
		DB_TEXT(text_or_absent(claimed, row, "to_address")), DB_STRING(name));
}

static struct mail_order
order_of(const struct rows *claimed, int row)
{
	const bool notice = !row_null(claimed, row, "kind");

	return (struct mail_order){
		.id = row_uuid(claimed, row, "id"),
		.created_at_us = row_instant_us(claimed, row, "created_at"),
		.name = text_or_absent(claimed, row, notice ? "kind" : "template").data,
		.link_path = text_or_absent(claimed, row, "link_path"),
		.note = text_or_absent(claimed, row, "note"),
		.sealed_secret = text_or_absent(claimed, row, "secret"),
	};
}

enum outbox_letter_fate
outbox_letter_write(struct call *call, const struct rows *claimed, int row,
	struct outbox_letter *letter)
{
	struct mail_order *order = &letter->order;
	const bool of_member = !row_null(claimed, row, "recipient");
	enum mail_policy policy = MAIL_OPTIONAL;
	struct rows *reader;

	*order = order_of(claimed, row);
	letter->message = (struct buffer){.arena = call->arena};
	if (row_null(claimed, row, "kind"))
		policy = mail_infos[mail_named(order->name)].policy;
	order->digest = mail_named(order->name) == MAIL_DIGEST ||
		mail_named(order->name) == MAIL_SAVED_SEARCHES;
	reader = find_reader(call, claimed, row, order->name);
	if (reader->count == 0 || !is_wanted(reader, policy))
		return LETTER_NOT_WANTED;
	order->to_address = row_text(reader, 0, "address");
	if (of_member) {
		const struct uuid member = row_uuid(reader, 0, "id");

		order->to_name = row_text(reader, 0, "name");
		/* Administrators see in a mail what they see with all their scopes. */
		call->principal.admin = row_boolean(reader, 0, "admin");
		call->principal.scopes = SCOPE_ALL;
		if (!read_items(call, claimed, row, &member, order))
			return LETTER_NOT_WANTED;
	}
	letter->was_refused = !row_null(reader, 0, "refused");
	if (letter->was_refused && policy == MAIL_OPTIONAL) {
		letter->error = arena_printf(call->arena,
			"mail to this address was refused recently: %s",
			row_text(reader, 0, "refused").data);
		return LETTER_NO_MAILBOX;
	}
	order->unsubscribe = unsubscribe_of(call, reader, order, policy);
	letter->error = mail_compose(call->arena, order, &letter->message);
	return letter->error == NULL ? LETTER_SEND : LETTER_WRONG;
}

void
outbox_letter_refused(struct call *call, const struct text *address, const char *reason)
{
	db_query(call, REFUSE, DB_TEXT(*address), DB_STRING(reason));
}

void
outbox_letter_accepted(struct call *call, const struct text *address)
{
	db_query(call, FORGIVE, DB_TEXT(*address));
}
