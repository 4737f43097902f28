#include <string.h>

#include "services/events/event/event_list_sql.h"
#include "services/events/handlers.h"

LIST(ALL_BY_NEWEST, ALL_NEWEST, .sort = "created_at");
LIST(ALL_BY_SOONEST, ALL_SOONEST, .sort = "starts_at", .ascending = true);
LIST(ALL_BY_LATEST, ALL_LATEST, .sort = "starts_at");
LIST(ANY_BY_NEWEST, ANY_NEWEST, .sort = "created_at");
LIST(ANY_BY_SOONEST, ANY_SOONEST, .sort = "starts_at", .ascending = true);
LIST(ANY_BY_LATEST, ANY_LATEST, .sort = "starts_at");
LIST(MINE_BY_NEWEST, MINE_NEWEST, .sort = "created_at");
LIST(MINE_BY_SOONEST, MINE_SOONEST, .sort = "starts_at", .ascending = true);
LIST(MINE_BY_LATEST, MINE_LATEST, .sort = "starts_at");

static const struct list *
choose(const struct event_list_in *in, bool admin)
{
	const bool latest = strcmp(in->order.data, "latest") == 0;
	const bool soonest = event_list_soonest(&in->order, &in->since, &in->until);

	if (in->mine.value)
		return soonest   ? MINE_BY_SOONEST
			: latest ? MINE_BY_LATEST
				 : MINE_BY_NEWEST;
	if (admin)
		return soonest ? ANY_BY_SOONEST : latest ? ANY_BY_LATEST : ANY_BY_NEWEST;
	return soonest ? ALL_BY_SOONEST : latest ? ALL_BY_LATEST : ALL_BY_NEWEST;
}

enum problem
event_list(struct call *call, const void *input)
{
	const struct event_list_in *in = input;
	const bool admin = call_administers(call);
	const struct list_between between = {.since = in->since, .until = in->until};
	const struct org_event_list_in of = {.slug = in->org,
		.when = in->when,
		.order = in->order,
		.since = in->since,
		.until = in->until};

	if (in->org.presence != GIVEN)
		return list_answer_in(call, choose(in, admin), &between, DB_FLAG(admin),
			DB_FLAG(strcmp(in->when.data, "past") == 0));
	if (in->mine.value)
		return call_fault(call, "#/org", FAULT_CONFLICT,
			"org cannot be combined with mine");
	return org_event_list(call, &of);
}
