/*
 * search_sql.h - the columns of a saved search.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SEARCH_SEARCH_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_SEARCH_SEARCH_SQL_H

#include "common/db/statement.h"

#define SEARCH_COLUMNS \
	SQL("s.id, s.list, s.kind, s.q, s.role, s.looking_for, s.skill," \
	    " o.id IS NOT NULL AS org, o.slug AS org_slug, o.name AS org_name," \
	    " w.due_at IS NOT NULL AS mailed, s.created_at")

#define SEARCH_TABLES \
	SQL("saved_searches s JOIN saved_search_mails w ON w.member_id = s.member_id" \
	    " LEFT JOIN orgs o ON o.id = s.org_id")

#endif
