/*
 * inside.h - internal interface of common/run.
 */
#ifndef KITH_COMMON_RUN_INSIDE_H
#define KITH_COMMON_RUN_INSIDE_H

#include "common/run/run.h"
#include "common/secret/secret.h"

/* The state of one call. */
struct run {
	struct call *call;
	op_handler *handler;
	const void *bytes; /* the encoded input: one msgpack map */
	size_t size;
	void *input;
	bool inside;         /* the caller owns the transaction */
	bool asks;           /* the member must be asked: this run stores the request */
	const char *words;   /* what the request would do, for the member, */
	const char *content; /* and the whole of it */
	uint8_t request_hash[HASH_SIZE];
};

/* Makes the next statement of the transaction fail unless the caller's credential,
 * membership and role are valid. `frozen`: the transaction uses one snapshot
 * throughout. */
void run_confirm_caller(struct call *call, bool frozen);

/* True if the call failed only because the caller lost the administrator role and the
 * operation does not require it. It then removes the role from the call, which may run
 * again. */
bool run_without_admin(struct call *call);

/* Records the write of a member for its list of activity. */
void run_record_activity(struct run *run);

/* A text of the answer, or else of the input; absent when neither has it. */
struct text run_value_of(const struct run *run, const char *name, size_t size);

/* Copies a pattern, and calls `put` for each {name} in it. False when `put` says so. */
typedef bool
run_put(const struct run *run, struct buffer *out, const char *name, size_t size);
bool
run_fill(const struct run *run, struct buffer *out, const char *pattern, run_put *put);

/* Counts the outward acts of a call that has succeeded. Sets .asks and the problem when
 * the member must approve them, or has approved something else. */
void run_admit_acts(struct run *run);

/* Stores the request until the member decides, and answers the approval. If the member
 * has approved the request, stores its present content under a new id and refuses. */
enum problem run_ask_approval(struct run *run);

/* Marks the approval of the call as used, if it has one. */
enum problem run_use_approval(struct run *run);

/* What the request does, in one sentence; and its input, and what others will see of its
 * record, as lines of text. Both need the answer of the call. */
const char *run_words_of(const struct run *run);
const char *run_content_of(const struct run *run);

/* Whether the answer of the call is stored under its key. */
bool run_is_idempotent(const struct call *call);

/* Looks up the answer of an earlier call with the key. Returns true if the call is
 * answered by it or has failed. */
bool run_idempotency_answer(struct run *run);

/* Stores the answer in the transaction of the change. */
void run_idempotency_keep(struct run *run);

/* Compares If-Match with the current record; PROBLEM_NONE if it matches. */
enum problem run_condition(struct run *run);

/* Computes the entity tag of a record after its write, unless the answer itself yields
 * the tag. */
enum problem run_tag_written(struct run *run);

/* Decodes and validates an input. Returns PROBLEM_NONE, or the problem, which it notes on
 * the call. */
enum problem run_decode(struct call *call, const void *bytes, size_t size, void **input);

#endif
