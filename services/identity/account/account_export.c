/*
 * account_export.c - everything held about the caller.
 *
 * Each service says in proto/ which lists it adds, and has a view for each of them. What others
 * wrote, and the hashes of secrets, are not the member's data and stay out.
 *
 * A member may have more than a message holds. So the answer comes in parts, each of them one
 * snapshot. A list is read in the order in which its rows were made, from where the part before
 * ended, so that no row is left out or comes twice whatever happens between two parts.
 */
#include "services/identity/account/account_export.h"

#include "common/call/cursor.h"
#include "common/db/db.h"
#include "proto/export/export.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"
#include "services/identity/members/account_sql.h"

/* A part ends with the first rows beyond it. */
#define PART_BYTES ((size_t)256 * 1024)

STATEMENT(ACCOUNT,
	"SELECT now() AS exported_at, " ACCOUNT_COLUMNS("account_") ","
	" m.application AS details_application, m.email_verified_at AS details_email_verified_at,"
	" m.created_at AS details_created_at, m.password_hash IS NOT NULL AS details_has_password,"
	" (SELECT t.confirmed_at FROM totp t WHERE t.member_id = m.id)"
	" AS details_second_factor_since"
	" FROM " ACCOUNT_TABLES
	" WHERE m.id = $1 AND m.former_at IS NULL");

/* A piece of a list: the caller's rows after the place ($2, $3), at most $4 of them. */
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
	int rows_max; /* in a piece */
};

static const struct export_list LISTS[] = {
#define EXPORT_LIST(list, view, record, rows_max, doc) {#list, PIECE_OF_##view, rows_max},
	/* clang-format off */
	EXPORTS(EXPORT_LIST)
/* clang-format on */
#undef EXPORT_LIST
};

/* A place in the text form begins with one letter for its list. */
_Static_assert(COUNT_OF(LISTS) <= 26, "there are more lists than letters");

/* The list's letter, and a cursor of its own unless it begins. */
static const char *
write_place(struct call *call, const struct account_export_place *place)
{
	call->list_digest[0] = (uint8_t)place->list;
	return arena_printf(call->arena, "%c%s", (int)('a' + place->list),
		place->after.given ? cursor_encode(call, &place->after) : "");
}

bool
account_export_read_place(
	struct call *call, const struct text *text, struct account_export_place *place)
{
	const struct text cursor = {
		.presence = GIVEN, .size = text->size - 1, .data = text->data + 1};

	*place = (struct account_export_place){.list = (size_t)(text->data[0] - 'a')};
	call->list_digest[0] = (uint8_t)place->list;
	return place->list < COUNT_OF(LISTS) &&
		(cursor.size == 0 || cursor_decode(call, cursor, &place->after));
}

/* Adds a piece of the list and moves on. */
static void
add_piece(struct call *call, struct reply_part *part, struct account_export_place *place)
{
	const struct export_list *list = &LISTS[place->list];
	const struct page_position *after = &place->after;
	const struct instant at = {after->given ? GIVEN : ABSENT, after->sort};
	const struct identifier id = {after->given ? GIVEN : ABSENT, after->id};
	struct rows *rows = db_query(call, list->piece, DB_CALLER(call), DB_INSTANT(at),
		DB_ID(id), DB_NUMBER(list->rows_max));

	reply_part_list(part, list->field, rows);
	if (rows->count < list->rows_max) {
		*place = (struct account_export_place){.list = place->list + 1};
		return;
	}
	place->after = (struct page_position){
		.given = true,
		.sort = row_instant_us(rows, rows->count - 1, "place_at"),
		.id = row_uuid(rows, rows->count - 1, "place_id"),
	};
}

enum problem
account_export_go_on(
	struct call *call, struct reply_part *part, struct account_export_place place)
{
	while (place.list < COUNT_OF(LISTS) && call->reply.size < PART_BYTES)
		add_piece(call, part, &place);
	return reply_part_end(
		part, place.list < COUNT_OF(LISTS) ? write_place(call, &place) : NULL);
}

/* The first part: the account itself, and as many rows as it has room for. */
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
	return account_export_go_on(
		call, &part, (struct account_export_place){.list = 0});
}
