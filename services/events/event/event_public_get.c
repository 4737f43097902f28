#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/events/handlers.h"

/* An event that everybody may see: its host organization is public, or its host has a
 * public profile. Only members may know where a member receives guests. */
STATEMENT(FIND_PUBLIC_EVENT,
	"SELECT e.id, o.slug AS host_org_slug, o.name AS host_org_name,"
	" p.handle AS host_handle, CASE WHEN p.handle IS NOT NULL THEN m.name END"
	" AS host_name, e.title, e.description, e.starts_at, e.ends_at, e.timezone,"
	" e.location_kind, CASE WHEN e.org_id IS NULL THEN '' ELSE e.location END"
	" AS location, e.cover AS cover_image, e.capacity, e.status, e.going_count"
	" FROM events e JOIN members m ON m.id = e.host_id"
	" LEFT JOIN orgs o ON o.id = e.org_id AND o.visibility = 'public'"
	" LEFT JOIN profiles p ON p.member_id = e.host_id AND e.org_id IS NULL"
	" AND p.visibility = 'public' AND p.onboarded_at IS NOT NULL"
	" AND m.status = 'active'"
	" WHERE e.id = $1 AND e.scope = 'public' AND e.published_at IS NOT NULL"
	" AND (o.id IS NOT NULL OR p.member_id IS NOT NULL)");

enum problem
event_public_get(struct call *call, const void *input)
{
	const struct event_public_get_in *in = input;
	struct rows *rows = db_query(call, FIND_PUBLIC_EVENT, DB_ID(in->id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
