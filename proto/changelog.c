#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

static const struct change_line level_13[] = {
	{"Approvals",
		"Under `each`, the member is also asked before an app changes what "
		"others already see, and before it answers people or sends requests "
		"to them."},
	{"Approvals",
		"An approval holds for the text that the page showed. If the record has "
		"changed, nothing is done and the request waits under a new id."},
	{"Approvals",
		"A project that others see, a new role, a removal and the terms of an "
		"affiliation count as outward acts."},
	{"Approvals",
		"A second consent to an app keeps the earlier choice when it asks."},
	{"Approvals",
		"An uploaded image that must be approved is refused "
		"(`approval_unavailable`). One from an address waits."},
	{"Approvals",
		"`Idempotency-Key` also works with a PUT, PATCH or DELETE that may wait "
		"for the member's approval."},
	{"Accounts",
		"In the export, an RSVP has no title and time if the member can no "
		"longer see the event."},
	{"Join requests",
		"`status` of `GET /v1/orgs/{slug}/join-requests` and "
		"`list_join_requests` is optional. The default is `pending`."},
	{"Progress",
		"`GET /v1/progress` and `list_progress` have the filter `q`: words of "
		"title and note."},
	{"Tools",
		"The descriptions say what `search` covers, that all its words must "
		"occur, where expired asks are, and when to use `list_waiting`."},
	{"Tools",
		"Arguments have no description if it only repeats their name. "
		"`briefing` and `list_waiting` say if several requests wait."},
	{NULL, NULL},
};

static const struct change_line level_12[] = {
	{"Accounts", "GET /v1/me/briefing: your day in one short answer."},
	{"Accounts",
		"An address gets at most 5 mails an hour and 20 a day that strangers "
		"cause, and as many invitations. The answers do not show it."},
	{"Asks and progress",
		"A deleted ask or progress entry counts towards the day's quota."},
	{"Projects and events",
		"A member creates at most 50 projects and 50 events a day, and 10 of "
		"each during the first 7 days of the account (`rate_limited`)."},
	{"Reports", "A member sends at most 20 reports a day (`rate_limited`)."},
	{"Names",
		"A word of a name must not mix Latin letters with Cyrillic or Greek "
		"ones, and short texts must not have characters of private use."},
	{"Names",
		"A name must not have invisible characters, except joiners that are part "
		"of the spelling."},
	{"Names",
		"Members, organizations and apps that register themselves cannot have "
		"the name of the instance, alone or with words such as \"support\"."},
	{"OAuth",
		"When an hour's registrations are used up, a new app replaces an unused "
		"one of the network that has registered the most."},
	{"OAuth",
		"Apps that register themselves can use the private scheme of a known "
		"app only with the address at which that app takes an answer."},
	{"Sign-in",
		"`forgot` and `resend` are not refused any more because of other "
		"requests for the same address."},
	{"Reference",
		"`info.version` of the OpenAPI document is that of the contract, such "
		"as 1.12. `/health` has the version of the instance."},
	{"Activity",
		"`GET /v1/me/activity` lists what your apps, tokens and browsers did, "
		"with the request that undoes each write."},
	{"Operation",
		"`/health` has `parts`: the state of the database and of each "
		"service. It reports a full disk of the database."},
	{"Images",
		"A square image also has a small one of 96 pixels at "
		"`/media/{id}-small.webp`."},
	{"Tools", "A tool takes the ids of search results, and a handle with its @."},
	{"Tools", "A refusal names the argument, and a tool that helps instead of it."},
	{"Tools",
		"Results name the texts of members inside of records as untrusted, too."},
	{"Tools", "The tool `briefing`: what waits, what is new, and the next events."},
	{"Tools",
		"Tools for your invitations, your join request and application, your "
		"notification preferences, and for reports."},
	{"Tools",
		"`accept_org_invitation` takes the id that `list_my_invitations` shows."},
	{"Tools",
		"The tools `list_my_activity`, with the tool that undoes each change, "
		"and `report`. Apps may call `GET /v1/me/activity`, and get their own "
		"writes."},
	{"Tools", "An empty page says which arguments have narrowed it."},
	{"Tools",
		"The member chooses whether an app gets all tools or the everyday ones: "
		"`PUT /v1/auth/apps/{clientId}/tools`. Apps have `tools`."},
	{"Tools",
		"`/mcp?tools=core` and `/mcp?tools=read` can be the `resource` of an "
		"authorization request."},
	{"Tools",
		"Clients with elicitation in URL mode are asked to open the page where "
		"the member approves a call."},
	{"Search",
		"`GET /v1/members` and `search_members` have the filter `location`: "
		"words of any of several places."},
	{"Organizations",
		"Invitations have `invitedByHandle`, the handle of the member who sent "
		"them."},
	{"Organizations",
		"An organization sends at most 2 invitations in 7 days to the same "
		"address (`rate_limited`)."},
	{"Front page",
		"The organization of an event in `GET /v1/me/news` has its `logo`, and "
		"is null if you cannot see it."},
	{"Administration", "The `handle` of a member is null until there is a profile."},
	{"Approvals",
		"An app that registered itself needs the member's approval for more than "
		"5 introductions, invitations or publications a day."},
	{"Approvals",
		"To accept an introduction counts, because it reveals the member's "
		"address, and so does each invitation after an accepted affiliation."},
	{"Approvals",
		"A request that needs approval is answered 202 with an `Approval`, and "
		"waits for 7 days. `approval_declined` refuses it later."},
	{"Approvals",
		"`GET /v1/me/approvals` lists requests that wait. Apps and tokens have "
		"`approval`, which says when the member is asked."},
	{"Approvals",
		"`PUT /v1/auth/apps/{clientId}/approval` and `PUT "
		"/v1/auth/tokens/{id}/approval` set when the member is asked."},
	{"Notifications",
		"Searches can be saved: `/v1/me/saved-searches`. A weekly mail lists "
		"what is new in them."},
	{"Lists",
		"The lists of asks, progress entries and events take `org`, `since` and "
		"`until`."},
	{"Events",
		"`POST /v1/events/{id}/cancel` and `cancel_event` take a `reason`. "
		"Events have `cancelReason`, and notifications its text in `detail`."},
	{"Events", "The answer to an RSVP has the `title` of the event."},
	{"Introductions",
		"`GET /v1/intros` and `list_intros` have the filter `member`. "
		"Introductions have `withdrawn`."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{13, "2026-11-27", level_13},
	{12, "2026-11-25", level_12},
	{11, "2026-11-25", change_level_11},
	{10, "2026-11-23", change_level_10},
	{9, "2026-11-22", change_level_9},
	{8, "2026-11-22", change_level_8},
	{7, "2026-11-22", change_level_7},
	{6, "2026-11-21", change_level_6},
	{5, "2026-11-21", change_level_5},
	{4, "2026-11-21", change_level_4},
	{3, "2026-11-21", change_level_3},
	{2, "2026-11-21", change_level_2},
	{1, "2026-11-21", change_level_1},
};

const size_t changelog_count = sizeof(changelog) / sizeof(changelog[0]);

bool
change_begins_area(const struct change *change, const struct change_line *line)
{
	return line == change->lines || strcmp(line[-1].area, line->area) != 0;
}
