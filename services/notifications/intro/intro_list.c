#include <string.h>

#include "common/list/list.h"
#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"
#include "services/notifications/intro/intro_sql.h"

/* $5 is a status or NULL, $6 the handle of the other member or NULL. */
#define INTROS_OF(condition, other, rows) \
	SQL("SELECT " INTRO_COLUMNS " FROM " INTRO_TABLES " WHERE " condition \
	    " AND ($5::text IS NULL OR " INTRO_STATUS " = $5)" \
	    " AND ($6::text IS NULL OR " other " = $6)" \
	    LIST_PAGE("i.created_at", "i.id", rows))

#define RECEIVED(rows) INTROS_OF(INTRO_RECEIVED, "fa.handle", rows)
#define SENT(rows) INTROS_OF(INTRO_SENT, "ta.handle", rows)

LIST(RECEIVED_INTROS, RECEIVED, .sort = "created_at", .children = intro_orgs);
LIST(SENT_INTROS, SENT, .sort = "created_at", .children = intro_orgs);

enum problem
intro_list(struct call *call, const void *input)
{
	const struct intro_list_in *in = input;
	const struct list *list =
		strcmp(in->direction.data, "sent") == 0 ? SENT_INTROS : RECEIVED_INTROS;

	return list_answer(call, list, DB_TEXT(in->status), DB_TEXT(in->member));
}
