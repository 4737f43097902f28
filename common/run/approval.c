/*
 * approval.c - outward acts of apps and tokens that the member approves first.
 *
 * The count of a client's acts is part of the transaction of the effect. When the member
 * must be asked, the effect is rolled back and the request is stored in a second
 * transaction. So only a request that would succeed waits. The member approves it in a
 * session: the gateway sends the stored request with the approval's id, and the
 * transaction that carries it out marks the approval as used.
 *
 * The member approves what the page showed. If the effect would show others something
 * else, because the app has changed the record since, it is rolled back, and the request
 * waits with its present content.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/run/inside.h"
#include "common/wire/wire.h"
#include "proto/acts/acts.h"
#include "proto/identity/approvals.h"

STATEMENT(ADMIT, "SELECT admit_acts($1, $2, $3, $4, $5, $6, $7) AS admitted");

STATEMENT(ASK,
	"SELECT outcome, id, '" APPROVAL_WAITING "' AS status, words AS what,"
	" $4 AS operation, client_id, client_name, created_at, expires_at"
	" FROM ask_approval($1, $2, $3, $4, $5, $6, $7, $8)");

STATEMENT(USE, "SELECT client FROM use_approval($1, $2, $3, $4, $5)");

STATEMENT(CONFIRM, "SELECT confirm_approval($1, $2, $3, $4) AS confirmed");

STATEMENT(RENEW, "SELECT renew_approval($1, $2, $3, $4)");

/* Whether the calls of the caller are subject to approval. */
static bool
is_governed(const struct call *call)
{
	const enum credential_kind kind = call->principal.credential_kind;

	return call->db != NULL && call->op->tx == TX_WRITE &&
		(kind == CREDENTIAL_TOKEN || kind == CREDENTIAL_OAUTH);
}

/* A member of the answer, which is a map. */
static struct wire_reader
answered(const struct call *call, const char *name)
{
	return wire_find(call->reply.data, call->reply.size, name, strlen(name));
}

static bool
has_text(const struct call *call, const char *name, const char *text)
{
	struct wire_reader reader = answered(call, name);
	const struct wire_value value = wire_next(&reader);

	return value.type == WIRE_STRING && value.size == strlen(text) &&
		memcmp(value.data, text, value.size) == 0;
}

/* Whether the `targets` of the answer name an audience. */
static bool
has_targets(const struct call *call)
{
	struct wire_reader reader = answered(call, "targets");
	size_t size = 0;
	const uint8_t *targets = wire_skip(&reader, &size);
	struct wire_reader everybody, orgs;

	if (targets == NULL)
		return false;
	everybody = wire_find(targets, size, "public", strlen("public"));
	orgs = wire_find(targets, size, "orgs", strlen("orgs"));
	return wire_next(&everybody).boolean || wire_next(&orgs).count > 0;
}

static bool
has(const struct call *call, const char *name)
{
	struct wire_reader reader = answered(call, name);

	return wire_next(&reader).type == WIRE_STRING;
}

/* Whether the event in the answer is another member's. */
static bool
is_of_other(const struct call *call)
{
	char own[ID_TEXT_MAX];

	id_format(own, "usr", &call->principal.member);
	return has(call, "hostUserId") && !has_text(call, "hostUserId", own);
}

/* Whether others can see the ask, entry or event in the answer. The team of a project
 * sees its entries. A host and the admins of an organization see the drafts of their
 * events, which an administrator may change without seeing the organization. */
static bool
is_published(const struct call *call)
{
	return has_targets(call) || has_text(call, "status", "published") ||
		has(call, "projectId") || has(call, "hostOrgSlug") || is_of_other(call);
}

/* Whether others see what the call has changed, or are told of it. */
static bool
is_seen(const struct call *call)
{
	const struct reach_of *found = act_of(call->op);

	switch (found != NULL ? found->seen : SEEN_NEVER) {
	case SEEN_NEVER:
		break;
	case SEEN_ALWAYS:
		return true;
	case SEEN_IF_PUBLISHED:
		return is_published(call);
	}
	return false;
}

static bool
is_admitted(const struct run *run)
{
	struct call *call = run->call;
	const struct config *settings = config();
	const int64_t acts = act_count(call->op, run->input, call->outcome.reached);
	struct rows *rows;

	if (acts == 0 && !is_seen(call))
		return true;
	rows = db_query(call, ADMIT, DB_CALLER(call),
		DB_UUID(&call->principal.credential), DB_NUMBER(acts),
		DB_NUMBER(settings->acts_per_day.value),
		DB_TEXT(settings->approval_of_apps),
		DB_TEXT(settings->approval_of_own_apps),
		DB_TEXT(settings->approval_of_tokens));
	return rows->count == 0 || row_boolean(rows, 0, "admitted");
}

/* Whether the effect is what the page of the approval has shown. */
static bool
is_confirmed(const struct run *run)
{
	struct call *call = run->call;
	struct rows *rows = db_query(call, CONFIRM, DB_CALLER(call),
		DB_ID(call->approval), DB_STRING(run->words), DB_STRING(run->content));

	return rows->count == 0 || row_boolean(rows, 0, "confirmed");
}

static void
describe(struct run *run)
{
	run->words = run_words_of(run);
	run->content = run_content_of(run);
}

void
run_admit_acts(struct run *run)
{
	struct call *call = run->call;

	if (call->approval.presence == GIVEN) {
		describe(run);
		run->asks = !is_confirmed(run);
		if (run->asks)
			call->outcome.problem = PROBLEM_APPROVAL_CHANGED;
	} else if (is_governed(call) && !is_admitted(run)) {
		describe(run);
		run->asks = call->op->image.source != IMAGE_BODY;
		call->outcome.problem = run->asks ? PROBLEM_AWAITING_APPROVAL
						  : PROBLEM_APPROVAL_UNAVAILABLE;
	}
}

const char *
run_approval_url(struct arena *arena, const struct uuid *id)
{
	char wire[ID_TEXT_MAX];

	id_format(wire, "apr", id);
	return arena_printf(
		arena, "%s" APPROVALS_PAGE "/%s", config()->base_url.data, wire);
}

/* Answers the approval instead of the operation's own record. */
static void
answer_approval(struct call *call, const struct rows *rows)
{
	const struct op *op = call->op;
	const struct uuid id = row_uuid(rows, 0, "id");
	const struct reply_extra url =
		REPLY_FIELD_STRING("url", run_approval_url(call->arena, &id));

	call->op = &op_me_approval_get;
	reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &url, .extra_count = 1});
	call->op = op;
}

/* Stores what the request would do now. */
static enum problem
renew(const struct run *run)
{
	struct call *call = run->call;

	db_query(call, RENEW, DB_CALLER(call), DB_ID(call->approval),
		DB_STRING(run->words), DB_STRING(run->content));
	call->outcome.keep_writes = true;
	return call_fail(call, PROBLEM_APPROVAL_CHANGED, NULL);
}

/* Stores a new request, or finds the one with the same key. */
static enum problem
ask(const struct run *run)
{
	struct call *call = run->call;
	struct rows *rows =
		db_query(call, ASK, DB_CALLER(call), DB_UUID(&call->principal.credential),
			DB_STRING(call->principal.via == VIA_TOOL ? "tool" : "rest"),
			DB_STRING(call->op->name), DB_TEXT(call->idempotency_key),
			DB_BYTES(run->bytes, run->size), DB_STRING(run->words),
			DB_STRING(run->content));
	const char *outcome = rows->count == 1 ? row_text(rows, 0, "outcome").data : "";

	if (strcmp(outcome, "full") == 0)
		return call_fail(call, PROBLEM_RATE_LIMITED,
			"too many requests wait for the member's approval, or were made "
			"in the last 24 hours; nothing was done. The member decides at "
			"%s" APPROVALS_PAGE,
			config()->base_url.data);
	if (strcmp(outcome, "other") == 0)
		return call_fail(call, PROBLEM_IDEMPOTENCY_MISMATCH, NULL);
	if (strcmp(outcome, "declined") == 0)
		return call_fail(call, PROBLEM_APPROVAL_DECLINED, NULL);
	if (rows->count == 0)
		return PROBLEM_INTERNAL_ERROR;
	answer_approval(call, rows);
	call->outcome.keep_writes = true;
	return PROBLEM_AWAITING_APPROVAL;
}

enum problem
run_ask_approval(struct run *run)
{
	return run->call->approval.presence == GIVEN ? renew(run) : ask(run);
}

enum problem
run_use_approval(struct run *run)
{
	struct call *call = run->call;
	struct rows *rows;

	if (call->approval.presence != GIVEN)
		return PROBLEM_NONE;
	rows = db_query(call, USE, DB_CALLER(call), DB_UUID(&call->principal.credential),
		DB_ID(call->approval), DB_STRING(call->op->name),
		DB_BYTES(run->bytes, run->size));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_APPROVAL_NOT_FOUND, NULL);
	/* The audit log names the app. */
	call->principal.client = row_text(rows, 0, "client");
	return PROBLEM_NONE;
}
