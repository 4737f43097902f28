#include "proto/changelog_past.h"

const struct change_line change_level_10[] = {
	{"Social account",
		"A member can link an account on a server with the Mastodon API "
		"(`/v1/me/social`)."},
	{"Social account",
		"A member can share a progress entry there: with `social` at its "
		"creation, with `POST /v1/progress/{id}/social`, or with the tool "
		"`share_progress`."},
	{"Social account", "A member can use the photo of that account as avatar."},
	{"Social account",
		"A share whose response was lost can be repeated. The entry is posted "
		"once, even if the member has linked another account since."},
	{"OAuth",
		"A client may use the URL of a metadata document as its `client_id`, "
		"if the operator allows it. The server fetches the document only for "
		"signed-in members."},
	{"OAuth",
		"The server asks for consent every time if the redirect goes to a "
		"program on the member's own computer."},
	{"OAuth",
		"A registration with a secret always creates a new client. The response "
		"repeats its `scope`."},
	{"OAuth",
		"Empty parameters count as absent. Two different `resource` values are "
		"refused with `invalid_request`."},
	{"OAuth", "The audience of `/v1` is accepted in one spelling only."},
	{"OAuth",
		"The refusal of a bearer token at `/v1` links to the metadata of the "
		"authorization server."},
	{"OAuth",
		"Pages of other origins can read the errors under `/oauth` and "
		"`/.well-known`."},
	{"OAuth", "The problem `consent_not_found` is removed. Only pages returned it."},
	{"Sign-in",
		"`/v1/auth/sign-in` refuses to set a cookie for pages of other origins "
		"(`cross_origin_refused`)."},
	{"Sign-in",
		"A person who signs up during an app's authorization returns to the "
		"consent page after verifying the e-mail address in the same browser."},
	{"Notifications",
		"A notification mail links to a page that shows the subject and accepts "
		"the member's answer."},
	{"Notifications", "Members can choose on a page which notifications are mailed."},
	{"Notifications",
		"Members can switch off the mail about the approval of their account."},
	{"Notifications",
		"One member can cause at most 100 notifications and 50 mails a day to "
		"another member. For one kind and one subject, the limits are 20 and 5."},
	{"Notifications",
		"Notifications are kept for one year, and failed messages for 90 days."},
	{"Events",
		"Notifications about changes of an event are sent at most once in 15 "
		"minutes, and immediately shortly before its start."},
	{"Events", "Reminders are sent at most once in 20 hours."},
	{"Events", "Event pages show times in the time zone of the event."},
	{"Asks", "The page of an ask lets its author extend or close the ask."},
	{"Organizations and projects",
		"Members of an organization see its active affiliations. Of a private "
		"project, they see the id only."},
	{"Organizations and projects",
		"The limits page states how many former slugs an organization keeps."},
	{"Images",
		"Uploading an image again restores it if the object store has lost it."},
	{"Images",
		"The server limits how many images it fetches for one member at the same "
		"time."},
	{"Administration",
		"Administrators see the application text that a member wrote at sign-up "
		"(`application`)."},
	{"Administration", "The reason of a suspension may be empty."},
	{"Inputs",
		"Names, titles and other short texts are one line. Line breaks and "
		"characters that reorder text are refused (`format`)."},
	{"Inputs", "A cursor of over 400 characters is `invalid_cursor`."},
	{"Inputs",
		"The body of a `DELETE` request is validated like the body of any other "
		"write."},
	{"Errors and limits", "Every error has a `nextStep`."},
	{"Errors and limits",
		"Requests with invalid tokens count against the limit of their IP "
		"address."},
	{"Errors and limits",
		"Every `rate_limited` response of a request limit carries the headers of "
		"that limit."},
	{"Idempotency",
		"A repeated request is recognized even if the order of its JSON members "
		"differs."},
	{"Idempotency",
		"`Idempotency-Key` is documented for the operations that store their "
		"responses."},
	{"Tools",
		"The tools that leave an organization or remove a member from an "
		"organization or a project are idempotent."},
	{"Tools", "Identical calls of a tool at the same time return one result."},
	{NULL, NULL},
};

const struct change_line change_level_9[] = {
	{"Projects",
		"Create, find, edit, archive and delete projects, with a roster of "
		"leads and members."},
	{"Projects",
		"Projects and organizations can affiliate. Each party can request an "
		"affiliation and decide on a request. Only the two parties can read the "
		"terms."},
	{"Events",
		"Create, publish, edit and cancel events, as a member or for an "
		"organization."},
	{"Events",
		"RSVP to an event. A waiting list assigns free seats in the order of the "
		"requests."},
	{"Events", "Members receive reminders and notifications of changes."},
	{"Events",
		"Events are available as calendar files, and as a private calendar feed "
		"whose URL can be changed."},
	{"Events", "Events have cover images."},
	{"Intro requests",
		"Ask a member, the author of an ask or the host of an event for an "
		"introduction."},
	{"Intro requests",
		"List, read, accept and decline intro requests, with tools for each."},
	{"Notifications",
		"Each member chooses how notifications are mailed: one by one, or as a "
		"daily or weekly digest."},
	{"Notifications",
		"One click in a mail unsubscribes the member from mails of that kind."},
	{"OAuth",
		"Apps and assistants connect with OAuth 2.1. They discover the server, "
		"register, and request consent. The member chooses which scopes to "
		"grant."},
	{"Images",
		"Members set images of their account, organizations, asks and "
		"progress entries, by upload or by URL, with tools for each."},
	{"Tools",
		"The tool server has resources, prompts and completions, and the "
		"tools `search` and `fetch`."},
	{"Tools",
		"Results of tools that change something contain only what the next call "
		"needs."},
	{"HTTP",
		"The response of a write that returns a record carries the ETag of the "
		"GET of that record."},
	{"HTTP",
		"Operations that require a session, or a credential that is not an "
		"app's, say so. They refuse other credentials before the body is read."},
	{"HTTP", "Every log line about a request contains the client's `traceparent`."},
	{NULL, NULL},
};

const struct change_line change_level_8[] = {
	{"Notifications",
		"List the inbox, count unread notifications, and mark notifications "
		"as read, with tools for the first and the last."},
	{"Notifications", "The kinds of notifications are an enumeration."},
	{"Organizations",
		"List, accept and decline your invitations, and withdraw a request to "
		"join."},
	{"Organizations", "A former slug leads to its organization for 90 days."},
	{"Administration",
		"Administrators can list the messages of the outbox and retry one."},
	{"Administration", "The actions of the audit log are an enumeration."},
	{NULL, NULL},
};

const struct change_line change_level_7[] = {
	{"Tools",
		"Tools describe every argument, state every bound, and name the "
		"fields of their results."},
	{"OpenAPI", "Operations share components for responses, pages and parameters."},
	{"OpenAPI",
		"The document has an example of every request and response body, and "
		"groups the operations by resource."},
	{"Errors",
		"Errors name what is required (`requires`) and the next step "
		"(`nextStep`), with a route or a tool."},
	{"Errors", "`detail` is absent when it would repeat the title."},
	{"HTTP", "Pages of other origins can use `/v1` with a bearer token (CORS)."},
	{"HTTP",
		"Every GET of a single record returns an ETag, and so does every write "
		"that returns such a record."},
	{"Account",
		"Setting up a second factor requires the password. Removing it requires "
		"the password and a code."},
	{"Account", "Sign-in returns `totp_required` if only the code is missing."},
	{"Account", "Change your name with `PATCH /v1/auth/account`."},
	{"Inputs", "White space around names and titles is removed."},
	{"Administration",
		"A suspension can have a reason, which is shown to the member."},
	{NULL, NULL},
};

const struct change_line change_level_6[] = {
	{"Account", "Change or reset the password, and change the e-mail address."},
	{"Account",
		"List and end sessions, create personal access tokens, and disconnect "
		"apps."},
	{"Account", "Set up a second factor (TOTP) with recovery codes."},
	{"Account", "Export all data about you, and delete the account."},
	{"Scopes", "Reading the session requires the scope `profile` or `network:read`."},
	{NULL, NULL},
};

const struct change_line change_level_5[] = {
	{"Organizations", "List, read and edit organizations."},
	{"Organizations", "Join, leave, and ask to join."},
	{"Organizations", "Invite people by e-mail, and manage members and their roles."},
	{"Organizations", "Apply for a new organization."},
	{"Organizations", "Tools for these operations."},
	{NULL, NULL},
};

const struct change_line change_level_4[] = {
	{"Administration",
		"Search all members. Decline, suspend and reinstate members, and change "
		"platform roles."},
	{"Administration",
		"Manage invite codes and reports. Read the audit log and the state of "
		"the outbox."},
	{"Administration",
		"Administrators create organizations and decide on applications for "
		"organizations."},
	{NULL, NULL},
};

const struct change_line change_level_3[] = {
	{"Members", "Search for members and read their profiles."},
	{"Members", "Report a member or an item to the administrators."},
	{NULL, NULL},
};

const struct change_line change_level_2[] = {
	{"Progress", "Create, list, read, edit and delete progress entries."},
	{"Asks", "List the asks of one organization."},
	{NULL, NULL},
};

const struct change_line change_level_1[] = {
	{"Account", "Sign up, verify the e-mail address, sign in and out."},
	{"Account", "Read and edit your profile."},
	{"Asks", "Create, list, read, edit and close asks."},
	{"Administration", "Administrators approve members."},
	{"Operation", "Read the health of the instance."},
	{"Tools", "Tools for these operations."},
	{NULL, NULL},
};
