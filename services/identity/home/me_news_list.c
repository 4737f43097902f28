#include "common/list/list.h"
#include "common/schema/news_sql.h"
#include "common/schema/org_sql.h"
#include "services/identity/handlers.h"

#define TEXT_LENGTH "300"

/* The time of the last item of a page of public items. A page with the items of the
 * organizations has none before it. */
#define NEWS_BOUND(rows) \
	SQL("bound AS (SELECT e.at FROM everybody e" \
	    " ORDER BY e.at DESC OFFSET " rows " - 1 LIMIT 1)")
#define NEWS_SINCE(time) \
	SQL(" AND " time " >= COALESCE((SELECT b.at FROM bound b)," \
	    " '-infinity'::timestamptz)")

#define NEWS_USUAL(time, id) LIST_PAGE(time, id, LIST_ROWS(PAGE_ITEMS_USUAL))
#define NEWS_LARGE(time, id) LIST_PAGE(time, id, LIST_ROWS(PAGE_ITEMS_MAX))
#define NEWS_SINCE_USUAL(time, id) NEWS_SINCE(time) NEWS_USUAL(time, id)
#define NEWS_SINCE_LARGE(time, id) NEWS_SINCE(time) NEWS_LARGE(time, id)

/* The host of an organization's event is hidden as in the event itself. */
#define SUSPENDED "(m.status = 'suspended')"

#define NEWS_OF(rows, page, page_since) \
	SQL("WITH everybody AS MATERIALIZED (" NEWS_PUBLIC("$1", page) ")," \
	    " " NEWS_BOUND(rows) "," \
	    " n AS (SELECT f.type, f.id, f.at FROM (SELECT * FROM everybody UNION " \
	    NEWS_OF_ORGS("$1", page_since) ") f" \
	    LIST_NEWEST("f.at", "f.id", "$4") ")" \
	    " SELECT n.id, n.type, wire_id(CASE n.type WHEN 'post' THEN 'post'" \
	    " WHEN 'event' THEN 'evt' ELSE 'prog' END, n.id) AS subject_id," \
	    " coalesce(p.title, g.title, e.title) AS title," \
	    " left(coalesce(p.body, g.note, e.description), " TEXT_LENGTH ") AS text," \
	    " m.id AS author_user_id, a.handle AS author_handle," \
	    " " NEWS_MAKER " AS author_name," \
	    " CASE WHEN NOT " SUSPENDED " THEN m.image END AS author_image," \
	    " o.id IS NOT NULL AS org, o.slug AS org_slug, o.name AS org_name," \
	    " o.logo AS org_logo, e.starts_at, n.at FROM n" NEWS_RECORDS \
	    " LEFT JOIN profiles a ON a.member_id = m.id AND NOT " SUSPENDED \
	    " LEFT JOIN orgs o ON o.id = e.org_id AND " ORG_NAMED("$1") \
	    " ORDER BY n.at DESC, n.id DESC")

STATEMENT(READ_USUAL,
	NEWS_OF(LIST_ROWS(PAGE_ITEMS_USUAL), NEWS_USUAL, NEWS_SINCE_USUAL));
STATEMENT(READ_LARGE,
	NEWS_OF(LIST_ROWS(PAGE_ITEMS_MAX), NEWS_LARGE, NEWS_SINCE_LARGE));

static const struct list news[] = {
	{.usual = READ_USUAL, .large = READ_LARGE, .sort = "at"}};

enum problem
me_news_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, news);
}
