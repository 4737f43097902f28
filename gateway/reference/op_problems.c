#include "gateway/reference/op_problems.h"

#include <string.h>

#include "common/run/run.h"
#include "proto/acts/acts.h"

/* The problems of every request. */
static void
add_common(const struct op *op, bool set[PROBLEM_COUNT])
{
	set[PROBLEM_MALFORMED_REQUEST] = true;
	set[PROBLEM_NOT_ACCEPTABLE] = true;
	set[PROBLEM_INTERNAL_ERROR] = true;
	set[PROBLEM_SERVICE_UNAVAILABLE] = true;
	set[PROBLEM_TIMEOUT] = true;
	if (op->service != SERVICE_GATEWAY)
		set[PROBLEM_RATE_LIMITED] = true;
}

static void
add_guard(const struct op *op, bool set[PROBLEM_COUNT])
{
	if (op->guard == GUARD_PUBLIC)
		return;
	set[PROBLEM_UNAUTHENTICATED] = true;
	set[PROBLEM_INVALID_TOKEN] = true;
	if (op->method != METHOD_GET)
		set[PROBLEM_CROSS_ORIGIN_REFUSED] = true;
	if (op->scopes != 0 || op->with != WITH_ANY)
		set[PROBLEM_INSUFFICIENT_SCOPE] = true;
	if (op->guard == GUARD_MEMBER || op->guard == GUARD_ADMIN) {
		set[PROBLEM_MEMBERSHIP_PENDING] = true;
		set[PROBLEM_MEMBERSHIP_SUSPENDED] = true;
	}
	if (op->guard == GUARD_ADMIN)
		set[PROBLEM_ADMIN_REQUIRED] = true;
}

/* The problems of the input, the body and the headers. */
static void
add_input(const struct op *op, bool set[PROBLEM_COUNT])
{
	set[PROBLEM_VALIDATION_FAILED] = true;
	for (size_t i = 0; op->input != NULL && i < op->input->count; i++) {
		const struct field *field = &op->input->fields[i];

		if (field->type == FIELD_TEXT && field->format == FORMAT_CURSOR)
			set[PROBLEM_INVALID_CURSOR] = true;
		if (field->missing != PROBLEM_NONE)
			set[field->missing] = true;
	}
	if (op_takes_body(op)) {
		set[PROBLEM_PAYLOAD_TOO_LARGE] = true;
		set[PROBLEM_UNSUPPORTED_MEDIA_TYPE] = true;
	}
	if (run_idempotency_documented(op)) {
		set[PROBLEM_IDEMPOTENCY_IN_PROGRESS] = true;
		set[PROBLEM_IDEMPOTENCY_MISMATCH] = true;
	}
	if (act_may_wait(op))
		set[PROBLEM_APPROVAL_DECLINED] = true;
	if (op->image.source == IMAGE_BODY)
		set[PROBLEM_APPROVAL_UNAVAILABLE] = true;
	if (op_takes_if_match(op))
		set[PROBLEM_PRECONDITION_FAILED] = true;
}

void
op_problems(const struct op *op, bool set[PROBLEM_COUNT])
{
	memset(set, 0, sizeof(*set) * PROBLEM_COUNT);
	add_common(op, set);
	add_guard(op, set);
	add_input(op, set);
	for (const enum problem *own = op->problems; own != NULL && *own != PROBLEM_NONE;
		own++)
		set[*own] = true;
	for (const struct conflict *conflict = op->conflicts;
		conflict != NULL && conflict->constraint != NULL; conflict++) {
		set[conflict->problem] = true;
	}
}
