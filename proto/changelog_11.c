#include "proto/changelog_past.h"

const struct change_line change_level_11[] = {
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
