#include "services/projects/project/project_listing.h"

#include <string.h>

#include "services/projects/party/party.h"
#include "services/projects/project/project.h"
#include "services/projects/project/project_list_sql.h"

LIST(OWN_PROJECTS, PROJECTS_OWN, .sort = "created_at");
LIST(ORG_PROJECTS, PROJECTS_OF_ORG, .sort = "created_at");

struct text
project_listing_status(const struct text *status)
{
	static const struct text any = {.presence = ABSENT, .data = ""};

	return strcmp(status->data, "all") == 0 ? any : *status;
}

enum problem
project_listing_own(struct call *call, const struct text *status)
{
	return list_answer(call, OWN_PROJECTS, DB_FLAG(call_administers(call)),
		DB_TEXT(project_listing_status(status)));
}

enum problem
project_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status)
{
	struct party_org org;
	enum problem problem = party_find_org(call, slug, &org);

	if (problem == PROBLEM_NONE)
		problem = party_require_member(call, &org);
	if (problem != PROBLEM_NONE)
		return problem;
	return list_answer(call, ORG_PROJECTS, DB_FLAG(call_administers(call)),
		DB_TEXT(project_listing_status(status)), DB_UUID(&org.id));
}
