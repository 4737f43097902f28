#include "proto/changelog.h"

#include <string.h>

#include "proto/changelog_past.h"

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

static const struct change_line level_11[] = {
	{"HTTP",
		"`HTTP/1.0` requests are served. The connection closes after the "
		"answer."},
	{"HTTP",
		"A target may be a URL of the host in `Host`, and `OPTIONS *` is "
		"answered. Blanks after a header's value are not part of it."},
	{"HTTP",
		"Cookies count once towards the size of a head. One that is too large is "
		"answered with the problem `head_too_large` (431)."},
	{"HTTP",
		"`X-Forwarded-For` of trusted proxies may contain ports, brackets, "
		"quotes and empty entries. `Forwarded` is read if there is no "
		"`X-Forwarded-For`."},
	{"HTTP",
		"`If-Match` and `If-None-Match` ignore `W/` and the suffixes `-gzip`, "
		"`-br`, `-zstd` and `-deflate` of proxies that compress answers."},
	{"HTTP",
		"`image/jpg` is accepted for `image/jpeg`, a text before the first "
		"boundary of a form is ignored, and so is a byte order mark before "
		"JSON."},
	{"HTTP", "`/health` and `/health/ready` ignore query parameters."},
	{"HTTP",
		"If a body takes longer than a second, the credential is looked up again "
		"before the request is carried out."},
	{"Asks and progress",
		"A member creates at most 50 asks and 50 progress entries a day, and 10 "
		"of each during the first 7 days of the account (`rate_limited`)."},
	{"Asks and progress",
		"`POST /v1/posts/{id}/copy` publishes an ask again as a new one, also a "
		"closed one."},
	{"Asks and progress",
		"`PUT /v1/posts/{id}/audience` and `PUT /v1/progress/{id}/audience` "
		"replace the audience."},
	{"Asks and progress",
		"`GET /v1/orgs/{slug}/progress` lists the progress entries that are "
		"published to an organization, for its members."},
	{"Events",
		"`POST /v1/events/{id}/copy` makes a draft of an event with a new "
		"start."},
	{"Events",
		"`GET /v1/public/events/{id}` reads a public event of a public host "
		"without a credential."},
	{"Events",
		"An event has `myWaitlistPosition`. RSVPs are listed by `status`, and "
		"events by `order=latest`."},
	{"Events",
		"The answer to an edit that changes how long an event lasts has "
		"`warnings`."},
	{"Organizations",
		"`POST /v1/orgs/{slug}/invitations/batch` invites up to 50 people at "
		"once."},
	{"Organizations",
		"`GET /v1/orgs/{slug}/public` reads a public organization without a "
		"credential."},
	{"Organizations",
		"`GET /v1/me/join-requests` lists the join requests that wait for you, "
		"and those that you sent. Join requests have `orgName`."},
	{"Front page",
		"`GET /v1/me/waiting` lists what waits for the member's answer, and "
		"`GET /v1/me/news` what is new."},
	{"Front page",
		"`GET /v1/me/matches` finds asks that the member may help with, and "
		"`GET /v1/posts/{id}/helpers` members who may help with an ask."},
	{"Front page",
		"The account has the `handle`, also before the profile is filled in."},
	{"Front page", "The session says when the member was here last (`lastVisitAt`)."},
	{"Introductions",
		"A member can have one pending intro request to the same member, "
		"whatever it is about (`intro_exists`)."},
	{"Introductions",
		"`POST /v1/intros/{id}/withdraw` withdraws a pending request. Its status "
		"becomes `expired`, and the notification disappears."},
	{"Introductions",
		"An intro request has `sharedOrgs`, the organizations of both members."},
	{"Notifications",
		"A notification has `detail`, what a person wrote about it, and "
		"`pageUrl`, the page where one can respond. Mails quote the same text."},
	{"Members",
		"`GET /v1/members/{handle}` has `sharedOrgs`: the organizations of which "
		"both are members."},
	{"Members",
		"`GET /v1/public/members/{handle}` reads a public profile without a "
		"credential."},
	{"OAuth",
		"Errors of an app that registered itself are shown on a page that links "
		"to the app. Only apps that the operator registered get them by a "
		"redirect."},
	{"OAuth",
		"`/oauth/authorize` sends a browser without a session to the sign-in "
		"page, and stores only requests of members, 20 for each."},
	{"OAuth",
		"A private-use scheme of a redirect URI is a reversed domain name or "
		"belongs to a known app."},
	{"OAuth",
		"A tenth of the registrations of an hour is kept for addresses that have "
		"registered nothing in that hour."},
	{"OAuth", "`admin` is offered at consent only if the app asked for it."},
	{"OAuth",
		"Some assistants can use the URL of their metadata document as "
		"`client_id` by default, because their metadata is built in."},
	{"OAuth", "`/oauth/revoke` answers 200 to an unknown token of any length."},
	{"Sign-in",
		"A verification link that was sent again works as well as the first: the "
		"account keeps the password of the sign-up."},
	{"Sign-in",
		"The answer of `/v1/auth/verify-email` has `passwordNeeded`: true if "
		"sign-ups with different passwords exist for the address."},
	{"Sign-in",
		"If `passwordNeeded` is true, the token of the link also sets the "
		"password at `/v1/auth/password/reset`."},
	{"Sign-in",
		"Sign-in no longer answers `email_not_verified` for an address with an "
		"account."},
	{"Sign-in",
		"`/v1/auth/password/forgot` mails the verification link again if the "
		"address has signed up and is not verified."},
	{"Accounts",
		"A change or reset of the password ends all personal access tokens and "
		"connected apps, unless `revokeAccess` is false."},
	{"Accounts",
		"`POST /v1/auth/totp/undo` removes a second factor with the link of the "
		"mail about its setup, for 7 days."},
	{"Accounts",
		"An account has 20 wrong codes of the second factor in 24 hours, or 60 "
		"from addresses that the member uses. Recovery codes keep working."},
	{"Accounts",
		"Members are mailed about a sign-in from a new browser and network, and "
		"about a right password with a wrong code."},
	{"Tools",
		"Null and an empty text count as absent for an optional argument whose "
		"schema does not allow them."},
	{"Tools",
		"Numbers, booleans, arrays and objects that are written as JSON text "
		"are read."},
	{"Tools",
		"The refusal of an unknown argument lists the arguments that exist. "
		"Refusals no longer state an HTTP status."},
	{"Tools", "Tool calls that write count against the member's writes a minute."},
	{"Tools",
		"Every tool that writes takes a `requestKey`. The same key from the same "
		"client returns the first result for 24 hours, and the text says so."},
	{"Tools",
		"Rows of lists are short: without nulls, images, targets and ids of "
		"authors, and with the beginning of long texts. `detail` is `full` for "
		"all fields."},
	{"Tools",
		"A second text beside a result says who can see what was written, and "
		"which fields hold texts of members."},
	{"Tools",
		"`/mcp?tools=core` lists the 20 most used tools, and `/mcp?tools=read` "
		"those that change nothing."},
	{"Tools", "The output schemas of lists describe their rows."},
	{"Tools", "The `url` of a result of `search` and `fetch` is a page."},
	{"Tools",
		"Results keep joiners and variation selectors that are part of the "
		"spelling."},
	{"Images",
		"A caller who may not set an image is refused before an address is "
		"fetched or an image is decoded."},
	{"Images",
		"A JPEG of more than 100 scans is refused, and one that lacks its end "
		"marker is accepted."},
	{"Images",
		"A member can have 16 images in progress at a time; further ones are "
		"answered `rate_limited`."},
	{"Search",
		"A part of a word finds it in scripts without spaces. Marks of every "
		"script, apostrophes and the variants of alef are ignored, and `C++` and "
		"`C#` are words."},
	{"Search",
		"`q` of `GET /v1/members` also looks at roles, `lookingFor`, "
		"affiliation, program and location. Members who match some of "
		"the words follow those who match all."},
	{"Search", "`reasons` names the fields of a member that matched `q`."},
	{"Search",
		"A `q` without a word, such as `%`, finds nothing. An empty `q` still "
		"filters nothing."},
	{"Inputs",
		"Addresses may have characters beyond ASCII. They are stored and "
		"answered as URIs. The domain of an e-mail address is stored by IDNA."},
	{"Inputs",
		"Skills, tags and the names of links are one line. Short texts that show "
		"nothing, such as U+2800, are `too_short`."},
	{"Errors and limits",
		"A slug or handle in a body that breaks its pattern is "
		"`validation_failed`. Before, it was reported as not found."},
	{"Administration",
		"`POST /v1/admin/items/{id}/remove` deletes an ask, a progress entry, an "
		"event, a project or an organization, and tells its owners."},
	{"Administration",
		"A report has `subjectTitle`, `subjectHandle` and `subjectAuthor`. A "
		"member in the administrators' list has `handle`."},
	{"Administration",
		"The audit log has the operator's actions `member.delete` and "
		"`member.reset_link`."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{12, "2026-11-25", level_12},
	{11, "2026-11-25", level_11},
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
