/*
 * removal.c - administrators remove a record of members (admin.h).
 */
#include "proto/identity/admin.h"
#include "proto/identity/members.h"
#include "proto/records.h"

static const char *const removed_values[] = {
	"post", "progress", "event", "project", "org", NULL};

static const struct field removal_fields[] = {
	OUT("subjectType", ENUM, .values = removed_values,
		.doc = "The type of the removed record."),
	OUT("subjectId", TEXT, .doc = "The id that the record had."),
	OUT("title", TEXT, .doc = "The title or name that the record had."),
	OUT("reportsResolved", INTEGER,
		.doc = "How many open reports of the record are resolved now."),
};

static const struct record removal_record = {
	.name = "Removal",
	.doc = "A record that an administrator has removed.",
	.fields = removal_fields,
	.count = COUNT_OF(removal_fields),
};

static const enum problem removal_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_POST_NOT_FOUND, PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_PROJECT_NOT_FOUND, PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};

static const struct field admin_item_remove_in_fields[] = {
	IN(struct admin_item_remove_in, id, "id", TEXT, .required = true, .min = 1,
		.max = 40,
		.doc = "The id of an ask, a progress entry, an event, a project or an "
		       "organization."),
	IN(struct admin_item_remove_in, reason, "reason", TEXT, .required = true,
		.min = 1, .max = 500,
		.doc = "Why it is removed. Mailed to its author, its host, its leads or "
		       "its owners, and recorded in the audit log."),
};

static const struct record admin_item_remove_input =
	INPUT_RECORD(admin_item_remove_in, "What to remove.");

const struct op op_admin_item_remove = {
	.name = "admin_item_remove",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/items/{id}/remove",
	.summary = "Remove an item",
	.doc = "Deletes an ask, a progress entry, an event, a project or an organization "
	       "permanently, and mails the reason to the members who own it. Open "
	       "reports of it are resolved. An organization is deleted with its events "
	       "and memberships; asks and entries that were published there stay with "
	       "their authors.",
	.input = &admin_item_remove_input,
	.output = &removal_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = removal_problems,
	.tool =
		{
			.name = "remove_item",
			.title = "Remove an item",
			.doc = "For administrators: deletes an ask, a progress entry, an "
			       "event, a project or an organization permanently, and "
			       "mails the reason to its owners. Resolves open reports of "
			       "it. Read the item first.",
			.destructive = true,
			.idempotent = true,
			.rank = 830,
		},
};
