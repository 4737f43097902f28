#include "common/list/list.h"
#include "common/text/iri.h"
#include "services/identity/admin/admin_member_sql.h"
#include "services/identity/handlers.h"

/* strpos() treats no character of the search text as a pattern. $6 is the search text as
 * addresses are stored. */
#define MEMBERS \
	SQL("SELECT " ADMIN_MEMBER_COLUMNS " FROM members m WHERE " ADMIN_MEMBER_EXISTS \
	    " AND ($5::text IS NULL OR strpos(text_fold(m.name), text_fold($5)) > 0" \
	    " OR strpos(lower(m.email), lower($6)) > 0)")

/* An index serves each order. */
#define NEWEST(rows) SQL(MEMBERS LIST_PAGE("m.created_at", "m.id", rows))
#define NEWEST_BY_STATUS(rows) \
	SQL(MEMBERS " AND m.status = $7" LIST_PAGE("m.created_at", "m.id", rows))

LIST(ALL_MEMBERS, NEWEST, .sort = "created_at");
LIST(MEMBERS_BY_STATUS, NEWEST_BY_STATUS, .sort = "created_at");

/* Converts the domain of an address, which is stored by IDNA. */
static struct text
stored_address(struct call *call, struct text q)
{
	char *ascii = arena_alloc(call->arena, IRI_ASCII_MAX(q.size) + 1);
	size_t size = iri_is_wide(FORMAT_EMAIL, q.data, q.size)
		? iri_to_ascii(FORMAT_EMAIL, q.data, q.size, ascii)
		: 0;

	return size > 0 ? (struct text){GIVEN, (uint32_t)size, ascii} : q;
}

enum problem
admin_member_list(struct call *call, const void *input)
{
	const struct admin_member_list_in *in = input;
	const struct text address = stored_address(call, in->q);

	if (in->status.presence == GIVEN)
		return list_answer(call, MEMBERS_BY_STATUS, DB_TEXT(in->q),
			DB_TEXT(address), DB_TEXT(in->status));
	return list_answer(call, ALL_MEMBERS, DB_TEXT(in->q), DB_TEXT(address));
}
