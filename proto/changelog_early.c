/*
 * changelog_early.c - the lines of levels 1 to 9.
 */
#include "proto/changelog_early.h"

const struct change_line level_9[] = {
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

const struct change_line level_8[] = {
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

const struct change_line level_7[] = {
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

const struct change_line level_6[] = {
	{"Account", "Change or reset the password, and change the e-mail address."},
	{"Account",
		"List and end sessions, create personal access tokens, and disconnect "
		"apps."},
	{"Account", "Set up a second factor (TOTP) with recovery codes."},
	{"Account", "Export all data about you, and delete the account."},
	{"Scopes", "Reading the session requires the scope `profile` or `network:read`."},
	{NULL, NULL},
};

const struct change_line level_5[] = {
	{"Organizations", "List, read and edit organizations."},
	{"Organizations", "Join, leave, and ask to join."},
	{"Organizations", "Invite people by e-mail, and manage members and their roles."},
	{"Organizations", "Apply for a new organization."},
	{"Organizations", "Tools for these operations."},
	{NULL, NULL},
};

const struct change_line level_4[] = {
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

const struct change_line level_3[] = {
	{"Members", "Search for members and read their profiles."},
	{"Members", "Report a member or an item to the administrators."},
	{NULL, NULL},
};

const struct change_line level_2[] = {
	{"Progress", "Create, list, read, edit and delete progress entries."},
	{"Asks", "List the asks of one organization."},
	{NULL, NULL},
};

const struct change_line level_1[] = {
	{"Account", "Sign up, verify the e-mail address, sign in and out."},
	{"Account", "Read and edit your profile."},
	{"Asks", "Create, list, read, edit and close asks."},
	{"Administration", "Administrators approve members."},
	{"Operation", "Read the health of the instance."},
	{"Tools", "Tools for these operations."},
	{NULL, NULL},
};
