/*
 * idempotency.c - the same request twice has one effect and one answer.
 *
 * The answer of a successful call is stored in the transaction of the change, under
 * caller, operation and key. An advisory lock on the three is held until that transaction
 * ends, so a concurrent duplicate is refused. Row-level security limits each statement
 * here to the rows of the service's own role. The lookup may read the table before the
 * lock is free: then storing the answer finds a fresh row, and the call runs again and
 * replays it.
 *
 * A member's keys are the member's own. For a caller without an account, a hash of the
 * request stands in for the member, provided that the request contains a secret (a
 * password, the token of a link). So strangers with equal keys do not interfere, and only
 * an identical request gets a stored answer. Answers to requests without a secret, which
 * anybody could send, are never stored.
 */
#include <string.h>

#include "common/db/db.h"
#include "common/run/inside.h"
#include "common/wire/wire.h"

#define SEAL_PURPOSE "idempotency"
#define HASH_PURPOSE "idempotency request"

/* How long an answer is stored. Tools repeat a call automatically, and soon if at all. */
#define KEPT_S 86400
#define KEPT_TOOL_S 60
#define TOOL_PREFIX "tool:"

STATEMENT(LOOK,
	"SELECT pg_try_advisory_xact_lock($1) AS locked, i.request_hash,"
	" i.response, i.sealed, i.tag, i.created_at"
	" FROM (SELECT) AS always"
	" LEFT JOIN idempotency i ON i.member = $2 AND i.op = $3 AND i.key = $4"
	" AND i.created_at > now() - $5 * interval '1 second'");

STATEMENT(KEEP,
	"INSERT INTO idempotency (member, op, key, request_hash, response, sealed, tag)"
	" VALUES ($1, $2, $3, $4, $5, $6, $7)"
	" ON CONFLICT (role, member, op, key) DO UPDATE SET request_hash ="
	" excluded.request_hash,"
	" response = excluded.response, sealed = excluded.sealed, tag = excluded.tag,"
	" created_at = now()"
	" WHERE idempotency.created_at <= now() - $8 * interval '1 second'");

bool
run_is_idempotent(const struct call *call)
{
	return call->db != NULL && call->idempotency_key.presence == GIVEN &&
		run_idempotency_applies(call->op, &call->principal);
}

static int64_t
kept_s(const struct call *call)
{
	size_t prefix = strlen(TOOL_PREFIX);
	bool tool = call->idempotency_key.size >= prefix &&
		memcmp(call->idempotency_key.data, TOOL_PREFIX, prefix) == 0;

	return tool ? KEPT_TOOL_S : KEPT_S;
}

/* The owner of the key: the member, or the hash of the request. */
static struct uuid
caller(const struct run *run)
{
	struct uuid request;

	if (run->call->principal.membership != MEMBERSHIP_NONE)
		return run->call->principal.member;
	memcpy(request.bytes, run->request_hash, sizeof(request.bytes));
	return request;
}

/* The advisory lock number for caller, operation and key. */
static int64_t
lock_number(const struct call *call, const struct uuid *holder)
{
	struct buffer bytes = {.arena = call->arena};
	uint8_t hash[HASH_SIZE];
	int64_t number;

	buffer_append(&bytes, holder->bytes, sizeof(holder->bytes));
	buffer_append(&bytes, call->op->name, strlen(call->op->name) + 1);
	buffer_append(&bytes, call->idempotency_key.data, call->idempotency_key.size);
	secret_hash(bytes.data, bytes.size, hash);
	memcpy(&number, hash, sizeof(number));
	return number;
}

/* Two requests are the same if operation and input are. The hash is keyed, because an
 * input may contain a password and every service may read this table. */
static void
hash_input(const struct call *call, const void *data, size_t size, uint8_t hash[MAC_SIZE])
{
	struct buffer bytes = {.arena = call->arena};
	struct key key = secret_key(HASH_PURPOSE);

	buffer_append(&bytes, call->op->name, strlen(call->op->name) + 1);
	buffer_append(&bytes, data, size);
	secret_mac(&key, bytes.data, bytes.size, hash);
	explicit_bzero(&key, sizeof(key));
}

/* Clients may send the members of an input in any order, so the encoded members are
 * sorted. The decoded input is not hashed, because a release that knows one more field
 * would hash it differently. */
static void
hash_request(struct run *run)
{
	struct buffer sorted = {.arena = run->call->arena};

	if (wire_sort(&sorted, run->bytes, run->size))
		hash_input(run->call, sorted.data, sorted.size, run->request_hash);
	else
		hash_input(run->call, run->bytes, run->size, run->request_hash);
}

/* Whether the stored answer belongs to this request. Earlier releases hashed the bytes
 * unsorted; such answers stay valid for a day, and their encryption is bound to that
 * hash. */
static bool
is_kept_for(struct run *run, struct text hash)
{
	uint8_t before[MAC_SIZE];

	if (hash.size != sizeof(run->request_hash))
		return false;
	if (memcmp(hash.data, run->request_hash, sizeof(run->request_hash)) == 0)
		return true;
	hash_input(run->call, run->bytes, run->size, before);
	if (memcmp(hash.data, before, sizeof(before)) != 0)
		return false;
	memcpy(run->request_hash, before, sizeof(before));
	return true;
}

static void
replay(struct run *run, const struct rows *rows)
{
	struct call *call = run->call;
	struct text response = row_text(rows, 0, "response");
	struct text tag = row_text(rows, 0, "tag");

	if (row_boolean(rows, 0, "sealed")) {
		response = secret_decrypt(call->arena, SEAL_PURPOSE, run->request_hash,
			sizeof(run->request_hash), response.data, response.size);
	}
	if (response.presence != GIVEN) {
		call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	wire_raw(&call->reply, response.data, response.size);
	call->outcome.tag = tag.presence == GIVEN ? tag.data : NULL;
	call->outcome.replayed = true;
	call->outcome.replayed_at_us = row_instant_us(rows, 0, "created_at");
}

bool
run_idempotency_answer(struct run *run)
{
	struct call *call = run->call;
	struct uuid holder;
	struct text hash;
	struct rows *rows;

	hash_request(run);
	holder = caller(run);
	rows = db_query(call, LOOK, DB_NUMBER(lock_number(call, &holder)),
		DB_UUID(&holder), DB_STRING(call->op->name),
		DB_TEXT(call->idempotency_key), DB_NUMBER(kept_s(call)));
	if (rows->count == 0)
		return true; /* the statement failed, which the call's outcome records */
	/* A stored answer is final, and a concurrent holder of the lock only reads it,
	 * too. */
	hash = row_text(rows, 0, "request_hash");
	if (hash.presence == GIVEN && is_kept_for(run, hash)) {
		replay(run, rows);
	} else if (hash.presence == GIVEN) {
		call_fail(call, PROBLEM_IDEMPOTENCY_MISMATCH, NULL);
	} else if (!row_boolean(rows, 0, "locked")) {
		call_fail(call, PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL);
		call->outcome.retry_after_s = 1;
	} else {
		return false;
	}
	return true;
}

void
run_idempotency_keep(struct run *run)
{
	struct call *call = run->call;
	const struct uuid holder = caller(run);
	struct text response = {.presence = GIVEN};
	struct text tag = {.data = ""};
	struct rows *rows;

	if (call->reply.size == 0)
		wire_nil(&call->reply);
	response.data = (const char *)call->reply.data;
	response.size = (uint32_t)call->reply.size;
	if (call->op->answer.secret) {
		response = secret_encrypt(call->arena, SEAL_PURPOSE, run->request_hash,
			sizeof(run->request_hash), call->reply.data, call->reply.size);
	}
	if (call->outcome.tag != NULL)
		tag = arena_text(call->arena, call->outcome.tag);
	rows = db_query(call, KEEP, DB_UUID(&holder), DB_STRING(call->op->name),
		DB_TEXT(call->idempotency_key),
		DB_BYTES(run->request_hash, sizeof(run->request_hash)),
		DB_BYTES(response.data, response.size), DB_FLAG(call->op->answer.secret),
		DB_TEXT(tag), DB_NUMBER(kept_s(call)));
	if (rows->result != NULL && rows->affected == 0)
		call->outcome.db_retry = true;
}
