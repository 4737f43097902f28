#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_social.h"

/* `linked` is false for a removed account and for an expired one, which have the same
 * warning. */
STATEMENT(FIND_SHARE,
	"SELECT s.state, EXISTS (SELECT FROM social_accounts a WHERE a.member_id = $1"
	" AND a.provider = $3 AND (a.expires_at IS NULL OR a.expires_at > now()))"
	" AS linked"
	" FROM social_shares s WHERE s.progress_id = $2 AND s.member_id = $1");

/* The warning for the author; NULL if sharing succeeded. */
static const char *
warning_of(const struct rows *rows)
{
	const char *state;

	if (rows->count == 0)
		return NULL;
	state = row_text(rows, 0, "state").data;
	if (strcmp(state, "shared") == 0)
		return NULL;
	if (!row_boolean(rows, 0, "linked"))
		return "The entry is published here, but was not shared: the social"
		       " account must be linked again. Then share the entry.";
	if (strcmp(state, "unknown") == 0 || strcmp(state, "sending") == 0)
		return "The entry is published here, but it is unknown whether it was"
		       " shared: the social provider gave no answer. Share it again; it"
		       " is posted only once.";
	return "The entry is published here, but was not shared: the social provider did"
	       " not accept it. Share it again later.";
}

/* Answers a new entry after the media service has tried to share it. */
enum problem
progress_created(struct call *call, const void *input)
{
	const struct progress_share_in *in = input;
	struct rows *rows = db_query(call, FIND_SHARE, DB_CALLER(call), DB_ID(in->id),
		DB_TEXT(config()->social_url));
	const char *warning = warning_of(rows);

	return progress_answer_warning(call, &in->id.uuid, warning);
}
