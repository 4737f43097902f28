/*
 * call.c - how a handler reports problems.
 */
#include "common/call/call.h"

#include <string.h>

bool
call_administers(const struct call *call)
{
	return call->principal.admin && (call->principal.scopes & SCOPE_ADMIN) != 0;
}

/* Replaces an earlier problem and its detail. */
enum problem
call_fail(struct call *call, enum problem problem, const char *format, ...)
{
	call->outcome.problem = problem;
	call->outcome.detail = NULL;
	if (format != NULL) {
		va_list arguments;

		va_start(arguments, format);
		call->outcome.detail = arena_vprintf(call->arena, format, arguments);
		va_end(arguments);
	}
	return problem;
}

/* Appends, so that faults are listed in the order of discovery. */
enum problem
call_fault(struct call *call, const char *pointer, enum fault_code code,
	const char *format, ...)
{
	struct fault *fault = arena_alloc(call->arena, sizeof(*fault));
	struct fault **end = &call->outcome.faults;

	if (pointer != NULL)
		fault->pointer = arena_copy(call->arena, pointer, strlen(pointer));
	fault->code = code;
	if (format != NULL) {
		va_list arguments;

		va_start(arguments, format);
		fault->detail = arena_vprintf(call->arena, format, arguments);
		va_end(arguments);
	}
	while (*end != NULL)
		end = &(*end)->next;
	*end = fault;
	call->outcome.problem = PROBLEM_VALIDATION_FAILED;
	return PROBLEM_VALIDATION_FAILED;
}

bool
call_awaits(const struct call *call)
{
	return call->outcome.problem == PROBLEM_AWAITING_APPROVAL &&
		call->outcome.keep_writes && call->outcome.db_problem == PROBLEM_NONE &&
		!call->outcome.db_retry;
}
