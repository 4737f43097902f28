/*
 * page_sql.h - the part of a list's statement that makes it a page: newest first by (time, id).
 *
 * $1 and $2 are where the page before ended (NULL on the first), $3 how many rows.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_PAGE_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_PAGE_SQL_H

#include "common/db/db.h"

#define PAGE_AFTER(time, id) \
	"(" time ", " id ") < (COALESCE($1, 'infinity'::timestamptz)," \
	" COALESCE($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"

/* The three of them, to stand in a list of parameters. One row more than is shown says
 * whether there is a next page. */
#define PAGE_PARAMS(call) \
	db_param_instant((struct instant){ \
		(call)->after.given ? GIVEN : ABSENT, (call)->after.sort}), \
		((struct db_param){.type = DB_TYPE_UUID, \
			.null = !(call)->after.given, \
			.data = &(call)->after.id, \
			.size = 16}), \
		DB_NUMBER((call)->limit + 1)

#endif
