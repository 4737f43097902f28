/*
 * account_export.c - exports the data that this instance stores about the caller.
 *
 * proto/export lists the exported record types; each has a view in the database. Text by
 * other members and hashes of secrets are not the member's data and are left out.
 *
 * An export may exceed the size of one message, so it is answered in parts, each with its
 * own snapshot. Lists are read in creation order by keyset, starting after the last row
 * of the previous part. Rows are therefore neither skipped nor repeated when data changes
 * between two parts.
 */
#include "services/identity/account/account_export.h"

#include "common/call/cursor.h"
#include "common/db/db.h"
#include "proto/export/export.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/members/account_sql.h"

/* A part ends as soon as its rows exceed this size. */
#define PART_BYTES ((size_t)256 * 1024)

STATEMENT(ACCOUNT,
	"SELECT now() AS exported_at, " ACCOUNT_COLUMNS("account_") ","
	" m.application AS details_application,"
	" m.email_verified_at AS details_email_verified_at,"
	" m.created_at AS details_created_at,"
	" m.password_hash IS NOT NULL AS details_has_password,"
	" (SELECT t.confirmed_at FROM totp t WHERE t.member_id = m.id)"
	" AS details_second_factor_since"
	" FROM " ACCOUNT_TABLES
	" WHERE m.id = $1 AND m.former_at IS NULL");

/* At most $4 of the caller's rows after the position ($2, $3). */
#define PIECE(view) \
	SQL("SELECT * FROM export_" view \
		" WHERE member_id = $1 AND (place_at, place_id) >" \
		" (COALESCE($2, '-infinity'::timestamptz)," \
		" COALESCE($3, '00000000-0000-0000-0000-000000000000'::uuid))" \
		" ORDER BY place_at, place_id LIMIT $4")

#define EXPORT_STATEMENT(list, view, record, rows_max, doc) \
	STATEMENT(PIECE_OF_##view, PIECE(#view));
/* clang-format off */
EXPORTS(EXPORT_STATEMENT)
/* clang-format on */

struct export_list {
	const char *field;
	const struct statement *piece;
	int rows_max; /* per query */
};

static const struct export_list LISTS[] = {
#define EXPORT_LIST(list, view, record, rows_max, doc) {#list, PIECE_OF_##view, rows_max},
	/* clang-format off */
	EXPORTS(EXPORT_LIST)
/* clang-format on */
#undef EXPORT_LIST
};

/* The text form of a position starts with one letter that names the list. */
_Static_assert(COUNT_OF(LISTS) <= 26, "there are more lists than letters");

/* Writes the list's letter and, unless the list is at its beginning, a cursor. */
static const char *
write_position(struct call *call, const struct account_export_position *position)
{
	call->list_digest[0] = (uint8_t)position->list;
	return arena_printf(call->arena, "%c%s", (int)('a' + position->list),
		position->after.given ? cursor_encode(call, &position->after) : "");
}

bool
account_export_read_position(struct call *call, const struct text *text,
	struct account_export_position *position)
{
	const struct text cursor = {
		.presence = GIVEN, .size = text->size - 1, .data = text->data + 1};

	*position =
		(struct account_export_position){.list = (size_t)(text->data[0] - 'a')};
	call->list_digest[0] = (uint8_t)position->list;
	return position->list < COUNT_OF(LISTS) &&
		(cursor.size == 0 || cursor_decode(call, cursor, &position->after));
}

/* Appends one page of the current list and advances the position. */
static void
add_piece(struct call *call, struct reply_part *part,
	struct account_export_position *position)
{
	const struct export_list *list = &LISTS[position->list];
	const struct page_position *after = &position->after;
	const struct instant at = {after->given ? GIVEN : ABSENT, after->sort};
	const struct identifier id = {after->given ? GIVEN : ABSENT, after->id};
	struct rows *rows = db_query(call, list->piece, DB_CALLER(call), DB_INSTANT(at),
		DB_ID(id), DB_NUMBER(list->rows_max));

	reply_part_list(part, list->field, rows);
	if (rows->count < list->rows_max) {
		*position = (struct account_export_position){.list = position->list + 1};
		return;
	}
	position->after = (struct page_position){
		.given = true,
		.sort = row_instant_us(rows, rows->count - 1, "place_at"),
		.id = row_uuid(rows, rows->count - 1, "place_id"),
	};
}

enum problem
account_export_continue(struct call *call, struct reply_part *part,
	struct account_export_position position)
{
	while (position.list < COUNT_OF(LISTS) && call->reply.size < PART_BYTES)
		add_piece(call, part, &position);
	return reply_part_end(part,
		position.list < COUNT_OF(LISTS) ? write_position(call, &position) : NULL);
}

/* Answers the first part: the account itself, then rows up to PART_BYTES. */
enum problem
account_export(struct call *call, const void *input)
{
	struct reply_part part;
	struct rows *account;

	(void)input;
	account = db_query(call, ACCOUNT, DB_CALLER(call));
	if (account->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	part = reply_part_begin(call);
	reply_part_fields(&part, account, 0);
	return account_export_continue(
		call, &part, (struct account_export_position){.list = 0});
}
