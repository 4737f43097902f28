/*
 * briefing.c - the caller's day in one short answer (home.h).
 */
#include "proto/identity/home.h"
#include "proto/records.h"

static const struct field briefing_waiting_fields[] = {
	OUT("kind", ENUM, .values = waiting_kind_values,
		.doc = "What waits for your answer."),
	OUT("count", INTEGER, .doc = "The number of them; 100 means 100 or more."),
	OUT("title", TEXT, .doc = "The name or title of the newest one."),
	OUT("url", TEXT, .example = "\"https://kith.example/intros\"",
		.doc = "The page on which you can answer."),
	OUT("at", INSTANT,
		.doc = "When the newest one was made, or when the ask expires."),
};

static const struct record briefing_waiting_record = {
	.name = "BriefingWaiting",
	.doc = "Something that waits for your answer.",
	.fields = briefing_waiting_fields,
	.count = COUNT_OF(briefing_waiting_fields),
};

#define BRIEFING_PAGE "\"https://kith.example/events/evt_01kaqg7q5aezh94rxy4zn1a2b3\""

static const struct field briefing_news_fields[] = {
	OUT("type", ENUM, .values = news_type_values,
		.doc = "An ask, a progress entry or an event."),
	OUT("title", TEXT, .doc = "The beginning of its title."),
	OUT("authorHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle of the author or host."),
	OUT("url", TEXT, .example = BRIEFING_PAGE, .doc = "Its page."),
	OUT("at", INSTANT, .doc = "When it was published."),
};

static const struct record briefing_news_record = {
	.name = "BriefingNews",
	.doc = "Something new in the network.",
	.fields = briefing_news_fields,
	.count = COUNT_OF(briefing_news_fields),
};

static const char *const role_values[] = {"going", "waitlist", "host", NULL};

static const struct field briefing_event_fields[] = {
	OUT("title", TEXT, .doc = "The beginning of its title."),
	OUT("role", ENUM, .values = role_values,
		.doc = "Whether you go, wait for a seat, or host it."),
	OUT("url", TEXT, .example = BRIEFING_PAGE, .doc = "Its page."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
};

static const struct record briefing_event_record = {
	.name = "BriefingEvent",
	.doc = "One of your next events.",
	.fields = briefing_event_fields,
	.count = COUNT_OF(briefing_event_fields),
};

static const struct field briefing_fields[] = {
	OUT("since", INSTANT,
		.doc = "The start of what is new: your last visit, at most 30 days ago; "
		       "7 days ago if you have not visited."),
	OUT("waiting", LIST, .record = &briefing_waiting_record, .max = 6,
		.doc = "What waits for your answer, the first six kinds."),
	OUT("news", LIST, .record = &briefing_news_record, .max = BRIEFING_NEWS_MAX,
		.doc = "The newest eight records of others since then."),
	OUT("events", LIST, .record = &briefing_event_record, .max = 4,
		.doc = "The next four events that you attend or host."),
};

static const struct record briefing_record = {
	.name = "Briefing",
	.doc = "What waits, what is new, and your next events.",
	.fields = briefing_fields,
	.count = COUNT_OF(briefing_fields),
};

const struct op op_me_briefing_get = {
	.name = "me_briefing_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/briefing",
	.summary = "Read a briefing",
	.doc = "Returns what waits for your answer, what is new since your last visit, "
	       "and your next events, in short form with the pages of each.",
	.output = &briefing_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.tool =
		{
			.name = "briefing",
			.title = "Read a briefing",
			.doc = "A digest in one call: what waits for the user, what is "
			       "new since the last visit, and the next events. It has "
			       "no ids: to answer what waits, call list_waiting.",
			.read_only = true,
			.idempotent = true,
			.rank = 2,
		},
};
