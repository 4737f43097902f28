#include "proto/changelog.h"

#include <string.h>

static const struct change_line level_10[] = {
	{"Social account",
		"A member links an account on a server with the Mastodon API "
		"(`/v1/me/social`)."},
	{"Social account",
		"A member shares a progress entry there: `social` when the entry is "
		"created, `POST /v1/progress/{id}/social`, or the tool "
		"`share_progress`."},
	{"Social account", "A member uses the picture of that account as avatar."},
	{"Social account",
		"A share whose answer was lost can be repeated. It is posted once, "
		"even if another account was linked meanwhile."},
	{"OAuth",
		"A client may use the URL of a metadata document as its `client_id`, "
		"if the operator allows it. The server fetches the document only for "
		"signed-in members."},
	{"OAuth",
		"The server asks for consent every time when the redirect goes to a "
		"program on the member's machine."},
	{"OAuth",
		"A registration with a secret always creates a new client. The answer "
		"repeats its `scope`."},
	{"OAuth",
		"Empty parameters count as absent. Two different `resource` values "
		"are `invalid_request`."},
	{"OAuth", "The audience of `/v1` has one spelling."},
	{"OAuth",
		"A refused bearer token of `/v1` gets a link to the metadata of the "
		"authorization server."},
	{"OAuth",
		"Pages of other origins can read the errors under `/oauth` and "
		"`/.well-known`."},
	{"OAuth", "`consent_not_found` is gone: only pages returned it."},
	{"Sign-in",
		"`/v1/auth/sign-in` sets no cookie for pages of other origins "
		"(`cross_origin_refused`)."},
	{"Sign-in",
		"A person who signs up during an app's authorization returns to its "
		"consent page after confirming the address in the same browser."},
	{"Notifications",
		"A mail about a notification links to a page that shows the subject "
		"and takes the answer."},
	{"Notifications", "Members choose on a page which notifications are mailed."},
	{"Notifications",
		"The mail about the approval of an account can be switched off."},
	{"Notifications",
		"A member causes at most 100 notifications a day for another member, "
		"and 50 mails. For the same subject the bounds are 20 and 5."},
	{"Notifications",
		"Notifications are kept for one year, failed messages for 90 days."},
	{"Events",
		"Changes of an event are sent at most once in 15 minutes, and at once "
		"shortly before its start."},
	{"Events", "Reminders are sent at most once in 20 hours."},
	{"Events", "Event pages show times in the time zone of the event."},
	{"Asks", "A page of an ask lets its author extend or close it."},
	{"Organizations and projects",
		"Members of an organization see its active affiliations. Of a private "
		"project they see the id alone."},
	{"Organizations and projects",
		"The limits page states how many former slugs an organization keeps."},
	{"Images", "Sending an image again restores it if the object store has lost it."},
	{"Images",
		"The server fetches only a few images for one member at the same "
		"time."},
	{"Administration",
		"Administrators see the application text of a member (`application`)."},
	{"Administration", "The reason of a suspension may be empty."},
	{"Inputs",
		"Names, titles and other short texts are one line. Line breaks and "
		"characters that reorder text are refused (`format`)."},
	{"Inputs", "A cursor of over 400 characters is `invalid_cursor`."},
	{"Inputs",
		"The body of a `DELETE` is validated like the body of any other "
		"write."},
	{"Errors and limits", "Every error has a `nextStep`."},
	{"Errors and limits",
		"Requests with invalid tokens count against the limit of their IP "
		"address."},
	{"Errors and limits",
		"Every `rate_limited` that comes from a request limit carries the "
		"headers of that limit."},
	{"Idempotency",
		"A repeated request is recognized even if its JSON members have "
		"another order."},
	{"Idempotency",
		"`Idempotency-Key` is documented for the operations that store "
		"answers."},
	{"Tools",
		"The tools that leave an organization or remove a member from an "
		"organization or a project are idempotent."},
	{"Tools", "Equal calls of a tool at the same time return one result."},
	{NULL, NULL},
};

static const struct change_line level_9[] = {
	{"Projects",
		"Create, find, edit, archive and delete projects, with a roster of "
		"leads and members."},
	{"Projects",
		"Projects and organizations affiliate. Each side can ask and decide. "
		"Only the two sides read the terms."},
	{"Events",
		"Create, publish, edit and cancel events, alone or for an "
		"organization."},
	{"Events",
		"RSVP to an event. A waiting list gives free seats in the order of "
		"the requests."},
	{"Events", "Members get reminders and notices of changes."},
	{"Events",
		"Events are available as calendar files, and as a private calendar "
		"feed whose address can be changed."},
	{"Events", "Events have covers."},
	{"Intro requests",
		"Ask a member, the author of an ask or the host of an event for an "
		"introduction."},
	{"Intro requests",
		"List, read, accept and decline intro requests, with tools for each."},
	{"Notifications",
		"Notifications are mailed as each member chooses: single mails, or a "
		"daily or weekly digest."},
	{"Notifications", "One click in a mail ends mails of its kind."},
	{"OAuth",
		"Apps and assistants connect by OAuth 2.1. They find the server, "
		"register, and ask the member, who chooses what to allow."},
	{"Images",
		"Members set images of their account, organizations, asks and "
		"progress entries, by upload or by URL, with tools for each."},
	{"Tools",
		"The tool server has resources, prompts and completions, and the "
		"tools `search` and `fetch`."},
	{"Tools",
		"Results of tools that change something describe only what the next "
		"call needs."},
	{"HTTP",
		"A write that returns a record with a GET of its own carries the ETag "
		"of that GET."},
	{"HTTP",
		"Operations that need a session, or a credential of the member's own, "
		"say so. They refuse other credentials before the body is read."},
	{"HTTP", "A client's `traceparent` is in every log line about its request."},
	{NULL, NULL},
};

static const struct change_line level_8[] = {
	{"Notifications",
		"List the inbox, count unread notifications, and mark notifications "
		"as read, with tools for the first and the last."},
	{"Notifications", "The kinds of notifications are enumerated."},
	{"Organizations",
		"Find, accept and decline the invitations that are addressed to you, "
		"and withdraw a request to join."},
	{"Organizations", "An organization is found under its former slug for 90 days."},
	{"Administration",
		"Administrators list the messages of the outbox and can send one "
		"again."},
	{"Administration", "The actions of the audit log are enumerated."},
	{NULL, NULL},
};

static const struct change_line level_7[] = {
	{"Tools",
		"Tools describe every argument, state every bound, and name the "
		"fields of their results."},
	{"OpenAPI", "The document shares its responses, pages and parameters."},
	{"OpenAPI",
		"It has an example of every body and answer, and groups the "
		"operations by resource."},
	{"Errors",
		"Errors say what helps: `requires`, and `nextStep` with a route or a "
		"tool."},
	{"Errors", "`detail` is absent when it would repeat the title."},
	{"HTTP", "Pages of other origins may use `/v1` with a bearer token."},
	{"HTTP",
		"A write that returns the record of a GET carries its ETag, and every "
		"GET of a single record has one."},
	{"Account",
		"Setting up a second factor takes the password. Removing it takes the "
		"password and a code."},
	{"Account", "Sign-in returns `totp_required` when only the code is missing."},
	{"Account", "Change your name with `PATCH /v1/auth/account`."},
	{"Inputs", "Names and titles are trimmed."},
	{"Administration", "A suspension can have a reason, which the member can read."},
	{NULL, NULL},
};

static const struct change_line level_6[] = {
	{"Account", "Change or reset the password, and change the e-mail address."},
	{"Account",
		"List and end sessions, create personal access tokens, and disconnect "
		"apps."},
	{"Account", "Set up a second factor (TOTP) with recovery codes."},
	{"Account", "Export all data about you, and delete the account."},
	{"Scopes", "Reading the session needs the scope `profile` or `network:read`."},
	{NULL, NULL},
};

static const struct change_line level_5[] = {
	{"Organizations", "List, read and edit organizations."},
	{"Organizations", "Join, leave, and ask to join."},
	{"Organizations", "Invite people by e-mail, and manage members and their roles."},
	{"Organizations", "Apply for a new organization."},
	{"Organizations", "Tools for these operations."},
	{NULL, NULL},
};

static const struct change_line level_4[] = {
	{"Administration",
		"Search all members; decline, suspend and reinstate them; change "
		"platform roles."},
	{"Administration",
		"Manage invite codes and reports; read the audit log and the state of "
		"the outbox."},
	{"Administration",
		"Administrators create organizations and decide on applications for "
		"them."},
	{NULL, NULL},
};

static const struct change_line level_3[] = {
	{"Members", "Search for members and read their profiles."},
	{"Members", "Report a member or an item to the administrators."},
	{NULL, NULL},
};

static const struct change_line level_2[] = {
	{"Progress", "Create, list, read, edit and delete progress entries."},
	{"Asks", "List the asks of one organization."},
	{NULL, NULL},
};

static const struct change_line level_1[] = {
	{"Account", "Sign up, verify the e-mail address, sign in and out."},
	{"Account", "Read and edit your profile."},
	{"Asks", "Create, list, read, edit and close asks."},
	{"Administration", "Administrators approve members."},
	{"Operation", "Health."},
	{"Tools", "Tools for these operations."},
	{NULL, NULL},
};

const struct change changelog[] = {
	{10, "2026-11-23", level_10},
	{9, "2026-11-22", level_9},
	{8, "2026-11-22", level_8},
	{7, "2026-11-22", level_7},
	{6, "2026-11-21", level_6},
	{5, "2026-11-21", level_5},
	{4, "2026-11-21", level_4},
	{3, "2026-11-21", level_3},
	{2, "2026-11-21", level_2},
	{1, "2026-11-21", level_1},
};

const size_t changelog_count = sizeof(changelog) / sizeof(changelog[0]);

bool
change_begins_area(const struct change *change, const struct change_line *line)
{
	return line == change->lines || strcmp(line[-1].area, line->area) != 0;
}
