#include "proto/changelog_past.h"

const struct change_line change_level_12[] = {
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
