#include "proto/changelog_past.h"

const struct change_line change_level_13[] = {
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
