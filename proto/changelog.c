#include "proto/changelog.h"

const struct change changelog[] = {
	{10, "2026-11-23",
		"Members link their account at a server that speaks the Mastodon API "
		"(`/v1/me/social`), share progress entries there (`social` on creation, "
		"`POST /v1/progress/{id}/social`, the tool `share_progress`), and take "
		"its picture as their own. Clients of the authorization server may name "
		"themselves by the address of a document, where an operator allows it; "
		"it is looked up for members who are signed in. Consent is asked each "
		"time where the answer goes to a program on one's own machine. A refused "
		"bearer token of `/v1` learns where its authorization server is "
		"described. `/v1/auth/sign-in` sets no cookie for pages of other origins "
		"(`cross_origin_refused`). Mails about notifications lead to a page that "
		"shows the thing and takes the answer, and members choose on a page what "
		"is mailed. An ask can be kept open or closed on its page. A share whose "
		"answer was lost is repeated as it was said and posted once, whichever "
		"account was linked meanwhile. An image that the object store has lost "
		"is repaired by sending it again. Changes of an event are told once in "
		"15 minutes, at once when it is about to start, and reminders once in 20 "
		"hours. Of what one member does, another is told 100 times a day and "
		"mailed 50 times, and of the same thing 20 and 5 times. Names, titles "
		"and other short texts are one line: line breaks and characters that "
		"reorder text are refused (`format`). Notifications are kept for a year, "
		"failed messages 90 days. Administrators see what an applicant wrote "
		"(`application` of a member). Of one member, only a few images are "
		"fetched at the same time. Whoever signs up on the way of an app comes "
		"back to its question after confirming the address in the same browser. "
		"Event pages show times where the event takes place. An app that "
		"registers with a secret is always a new client. The answer to a "
		"registration repeats its `scope`. Empty OAuth parameters count as "
		"absent, two different `resource` are `invalid_request`, and an audience "
		"of `/v1` has one spelling. Pages of other origins can read at `/oauth` "
		"and under `/.well-known` what is not there. Every refusal names what "
		"helps in `nextStep`; `consent_not_found` is gone, since only pages "
		"answered it. The reason of a suspension may be empty, and the mail that "
		"an account is approved can be switched off. Tokens that stand for "
		"nobody count against the address's limit, and every `rate_limited` of a "
		"limit of requests carries its headers. A repeated request is known "
		"whatever the order of its JSON members; leaving an organization, and "
		"removing a member of an organization or a project, are idempotent "
		"tools; equal calls of a tool at once get one result. Members of an "
		"organization see its active affiliations, also with private projects, "
		"of which they learn the id alone. A cursor of over 400 characters is "
		"`invalid_cursor`. The body of a `DELETE` is judged as that of any other "
		"write. `Idempotency-Key` is offered where answers are kept. The limits "
		"page says how many former slugs an organization keeps."},
	{9, "2026-11-22",
		"Projects: create, find, edit, archive and delete them, with a roster of "
		"leads and members; and affiliations between projects and organizations, "
		"asked for and decided from both sides, with terms that only the two "
		"sides read. Events: create, publish, edit and cancel them, alone or for "
		"an organization; say whether you go, with a waiting list that gives "
		"free places to whoever has waited longest; reminders, and notices of "
		"changes; events as calendar files, and a private calendar feed with an "
		"address that you can change. Intro requests: ask a member, the author "
		"of an ask or the host of an event for an introduction; list, read, "
		"accept and decline them, with tools for all of it. Notifications are "
		"mailed as each member wishes, in single mails or a daily or weekly "
		"digest; one click in a mail ends mails of its kind. Apps and assistants "
		"connect by themselves with OAuth 2.1: they find the server, register, "
		"and ask the member, who chooses what to allow. Members set images of "
		"their account, organizations, asks and progress entries, by sending "
		"them or by an address, with tools for it; events have covers. The tool "
		"server has resources, prompts and completions, and the tools `search` "
		"and `fetch`; results of tools that change something describe only what "
		"a next call takes. Every write that answers a record which a GET shows "
		"carries the ETag of that GET. Operations that need a session, or a "
		"credential of the member's own, say so and are refused before the body "
		"is read. A client's `traceparent` stands in every log line about its "
		"request."},
	{8, "2026-11-22",
		"Notifications: list the inbox, count what is unread, and mark "
		"notifications as read, with tools for the first and the last. "
		"Administrators list the messages of the outbox and have one sent again. "
		"The kinds of notifications and the actions of the audit log are "
		"enumerated. Find, accept and decline the invitations that are addressed "
		"to you, and withdraw a request to join. An organization is found under "
		"its former slug for 90 days."},
	{7, "2026-11-22",
		"Tools describe every argument, state every bound, and name the fields "
		"of what they answer. The OpenAPI document shares its responses, pages "
		"and parameters, has an example of every body and answer, and groups the "
		"operations by resource. Refusals name their cure: `requires`, and "
		"`nextStep` with the route or tool that helps; `detail` is left out "
		"where it would repeat the title. Names and titles are trimmed. Pages of "
		"other origins may use `/v1` with a bearer token. A write that answers "
		"what a GET would answer carries its ETag, and every GET of a single "
		"record has one. A second factor takes the password to set up, and the "
		"password and a code to remove; sign-in answers `totp_required` when "
		"only the code is missing. Change your name with `PATCH "
		"/v1/auth/account`. A suspension can have a reason, which the member is "
		"told."},
	{6, "2026-11-21",
		"Your account: change or reset the password, change the e-mail address, "
		"list and end sessions, create personal access tokens, disconnect apps, "
		"set up a second factor (TOTP) with recovery codes, export everything "
		"that is held about you, and delete the account. Reading the session "
		"needs the scope `profile` or `network:read`."},
	{5, "2026-11-21",
		"Organizations: list, read and edit them; join, leave, and ask to join; "
		"invite people by e-mail; manage members and their roles; apply for a "
		"new organization. The tools that belong to them."},
	{4, "2026-11-21",
		"Administration: search all members; decline, suspend and reinstate "
		"them; change platform roles; invite codes; the audit log; reports; the "
		"state of the outbox. Administrators create organizations and decide on "
		"applications for them."},
	{3, "2026-11-21",
		"Members: search for them, read their profiles, and report a member or "
		"an item to the administrators."},
	{2, "2026-11-21",
		"Progress entries: create, list, read, edit and delete them. The asks of "
		"one organization can be listed by themselves."},
	{1, "2026-11-21",
		"The first level: sign up, verify the e-mail address, sign in and out; "
		"your own profile; asks to create, list, read, edit and close; approval "
		"of members by administrators; health; and the tools for assistants that "
		"belong to them."},
};

const size_t changelog_count = sizeof(changelog) / sizeof(changelog[0]);
