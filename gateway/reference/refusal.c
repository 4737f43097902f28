#include "gateway/reference/refusal.h"

#include <string.h>

#include "gateway/reference/schema.h"

struct refusal
refusal_of(const bool set[PROBLEM_COUNT], int status)
{
	struct refusal refusal = {.status = status, .count = 0};

	for (int i = 1; i < PROBLEM_COUNT; i++)
		if (set[i] && problems[i].status == status)
			refusal.problems[refusal.count++] = (enum problem)i;
	return refusal;
}

bool
refusal_equals(const struct refusal *a, const struct refusal *b)
{
	return a->status == b->status && a->count == b->count &&
		memcmp(a->problems, b->problems, a->count * sizeof(a->problems[0])) == 0;
}

static const char *
phrase(int status)
{
	static const struct {
		int status;
		const char *phrase;
	} known[] = {
		{400, "BadRequest"},
		{401, "Unauthorized"},
		{403, "Forbidden"},
		{404, "NotFound"},
		{406, "NotAcceptable"},
		{409, "Conflict"},
		{410, "Gone"},
		{412, "PreconditionFailed"},
		{413, "TooLarge"},
		{415, "UnsupportedType"},
		{422, "Unprocessable"},
		{429, "TooManyRequests"},
		{500, "InternalError"},
		{503, "Unavailable"},
		{504, "Timeout"},
	};

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (known[i].status == status)
			return known[i].phrase;
	return "Refused";
}

/* Whether the refusal is that of a suspended account only. A guard for members refuses
 * pending ones, too. */
static bool
only_suspended(const struct refusal *refusal, size_t at)
{
	return refusal->problems[at] == PROBLEM_MEMBERSHIP_SUSPENDED &&
		(at == 0 || refusal->problems[at - 1] != PROBLEM_MEMBERSHIP_PENDING);
}

/* The label that a problem adds to the phrase of its status; empty when it always
 * occurs with the status or with another problem. */
static const char *
label(struct arena *arena, const struct refusal *refusal, size_t at)
{
	static const char *const labels[PROBLEM_COUNT] = {
		[PROBLEM_MALFORMED_REQUEST] = "",
		[PROBLEM_INVALID_CURSOR] = "Cursor",
		[PROBLEM_UNAUTHENTICATED] = "",
		[PROBLEM_INVALID_TOKEN] = "Token",
		[PROBLEM_INVALID_CREDENTIALS] = "Credentials",
		[PROBLEM_MEMBERSHIP_PENDING] = "",
		[PROBLEM_MEMBERSHIP_SUSPENDED] = "Member",
		[PROBLEM_ADMIN_REQUIRED] = "Admin",
		[PROBLEM_INSUFFICIENT_SCOPE] = "Scope",
		[PROBLEM_CROSS_ORIGIN_REFUSED] = "Origin",
		[PROBLEM_ORG_ROLE_REQUIRED] = "OrgRole",
		[PROBLEM_NOT_ACCEPTABLE] = "",
		[PROBLEM_IDEMPOTENCY_IN_PROGRESS] = "Repeated",
		[PROBLEM_PRECONDITION_FAILED] = "",
		[PROBLEM_PAYLOAD_TOO_LARGE] = "",
		[PROBLEM_UNSUPPORTED_MEDIA_TYPE] = "",
		[PROBLEM_VALIDATION_FAILED] = "",
		[PROBLEM_IDEMPOTENCY_MISMATCH] = "Repeated",
		[PROBLEM_RATE_LIMITED] = "",
		[PROBLEM_INTERNAL_ERROR] = "",
		[PROBLEM_SERVICE_UNAVAILABLE] = "",
		[PROBLEM_TIMEOUT] = "",
	};
	static const char ending[] = "_not_found";
	enum problem problem = refusal->problems[at];
	const char *code = problems[problem].code;
	size_t size = strlen(code), cut = sizeof(ending) - 1;

	if (only_suspended(refusal, at))
		return "Suspended";
	if (labels[problem] != NULL)
		return labels[problem];
	if (size > cut && strcmp(code + size - cut, ending) == 0)
		code = arena_copy(arena, code, size - cut);
	return schema_camel_case(arena, code);
}

const char *
refusal_name(struct arena *arena, const struct refusal *refusal)
{
	const char *name = phrase(refusal->status);

	for (size_t i = 0; i < refusal->count; i++)
		name = arena_printf(arena, "%s%s", name, label(arena, refusal, i));
	return name;
}
