/*
 * document_fetch.c - fetches the metadata document of an app (OAuth client).
 *
 * The request for an authorization names the document's URL. Redirects are not followed:
 * the URL identifies the app, and an open redirect must not lend its host's identity to
 * another document. Only members fetch, one document at a time, and few are fetched at
 * once. So a host that is slow on purpose cannot take the threads that serve members'
 * images.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/reply/reply.h"
#include "common/text/text.h"
#include "services/media/document/document.h"
#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"

#define TOTAL_MS 5000

/* The fault of the URL (FAULT_FORMAT), of the document (FAULT_TYPE), or temporarily of
 * the host (FAULT_FETCH_FAILED). `sentence` reveals nothing of the operator's network;
 * NULL = no fault. */
struct verdict {
	enum fault_code code;
	const char *sentence;
};

/* Whether a media type is application/json or another type with the suffix +json. */
static bool
is_json(const char *type)
{
	static const char tree[] = "application/", suffix[] = "+json";
	const size_t tree_size = sizeof(tree) - 1, suffix_size = sizeof(suffix) - 1;
	const size_t size = strcspn(type, "; \t");

	if (size == strlen("application/json"))
		return strncasecmp(type, "application/json", size) == 0;
	return size > tree_size + suffix_size &&
		strncasecmp(type, tree, tree_size) == 0 &&
		strncasecmp(type + size - suffix_size, suffix, suffix_size) == 0;
}

int64_t
document_keep_s(const char *cache_control)
{
	static const char max_age[] = "max-age=";

	while (*cache_control != '\0') {
		cache_control += strspn(cache_control, ", \t");
		if (strncasecmp(cache_control, max_age, sizeof(max_age) - 1) == 0) {
			const long long age =
				strtoll(cache_control + sizeof(max_age) - 1, NULL, 10);

			return age > 0 && age < INT_MAX ? age : age <= 0 ? 0 : INT_MAX;
		}
		cache_control += strcspn(cache_control, ",");
	}
	return 0;
}

/* Temporary errors (RFC 9110, section 15; RFC 6585, section 4). */
static bool
is_passing(long status)
{
	return status >= 500 || status == 408 || status == 425 || status == 429;
}

/* The verdict for another status than 200. */
static struct verdict
judge_status(struct arena *arena, long status)
{
	if (status >= 300 && status < 400)
		return (struct verdict){FAULT_FORMAT,
			arena_printf(arena,
				"the host answers with status %ld; no redirect is "
				"followed to a document",
				status)};
	return (struct verdict){is_passing(status) ? FAULT_FETCH_FAILED : FAULT_FORMAT,
		arena_printf(arena, "the host answers with status %ld", status)};
}

static struct verdict
judge(struct arena *arena, enum fetch_outcome outcome, const struct fetch_answer *answer)
{
	const struct buffer *body = &answer->body;
	const char *sentence = NULL;

	if (outcome == FETCH_URL)
		return (struct verdict){FAULT_FORMAT,
			"the address of a document must begin with https://, use "
			"port 443, and have no user name"};
	if (outcome != FETCH_DONE && outcome != FETCH_TOO_LARGE)
		return (struct verdict){
			FAULT_FETCH_FAILED, "nothing can be fetched from this address"};
	if (answer->status != 200)
		return judge_status(arena, answer->status);
	if (outcome == FETCH_TOO_LARGE)
		sentence = "it is larger than 64 KiB";
	else if (!is_json(answer->type))
		sentence = "it is not application/json";
	else if (body->size == 0)
		sentence = "it is empty";
	else if (memchr(body->data, '\0', body->size) != NULL ||
		!utf8_valid((const char *)body->data, body->size))
		sentence = "it is not valid UTF-8 text";
	return (struct verdict){FAULT_TYPE, sentence};
}

static enum problem
get(struct call *call, const char *url)
{
	const struct fetch_request request = {.url = url,
		.bytes_max = DOCUMENT_BYTES_MAX,
		.redirects_max = 0,
		.total_ms = TOTAL_MS,
		.secure = true};
	struct fetch_answer answer = {.type = "", .cache_control = ""};
	const enum fetch_outcome outcome = fetch(call->arena, &request, &answer);
	const struct verdict verdict = judge(call->arena, outcome, &answer);
	struct text text;

	if (verdict.sentence != NULL)
		return call_fault(call, "#/url", verdict.code, "%s", verdict.sentence);
	text = (struct text){
		GIVEN, (uint32_t)answer.body.size, (const char *)answer.body.data};
	{
		const struct reply_extra fields[] = {
			REPLY_FIELD_TEXT("text", text),
			REPLY_FIELD_INTEGER(
				"keepS", document_keep_s(answer.cache_control)),
		};

		return reply_fields(call, fields, COUNT_OF(fields));
	}
}

enum problem
document_fetch(struct call *call, const void *input)
{
	const struct document_fetch_in *in = input;
	enum problem problem;

	if (call->principal.membership != MEMBERSHIP_ACTIVE)
		return call_fail(call, PROBLEM_UNAUTHENTICATED, NULL);
	if (!document_enter(&call->principal.member, in->url.data))
		return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
			"documents of other apps are being fetched; try again later");
	problem = get(call, in->url.data);
	document_leave(&call->principal.member);
	return problem;
}
