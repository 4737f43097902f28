#include "services/media/social/provider_ask.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/text/text.h"
#include "services/media/fetch/fetch.h"

/* The maximum size of an answer; the largest is a page of posts. */
#define ANSWER_BYTES_MAX ((size_t)1024 * 1024)

struct provider
provider_of(const struct call *call, const char *token)
{
	const int64_t call_ms =
		call->deadline_unix_ms - clock_unix_us() / 1000 - PROVIDER_NOTE_MS;
	const bool bounded = call->deadline_unix_ms != 0 && call_ms < PROVIDER_TOTAL_MS;

	return (struct provider){.arena = call->arena,
		.token = token,
		.until_ms =
			clock_monotonic_ms() + (bounded ? call_ms : PROVIDER_TOTAL_MS)};
}

int
provider_left_ms(const struct provider *provider)
{
	const int64_t left_ms = provider->until_ms - clock_monotonic_ms();

	return left_ms > 0 ? (int)left_ms : 1;
}

const char *
provider_host_port(struct arena *arena, const char *origin)
{
	const char *host = strstr(origin, "://");
	const char *bracket, *port;

	if (host == NULL)
		return "";
	host += 3;
	bracket = strchr(host, ']');
	port = strchr(bracket != NULL ? bracket : host, ':');
	if (port != NULL)
		return host;
	return arena_printf(
		arena, "%s:%s", host, strncmp(origin, "https:", 6) == 0 ? "443" : "80");
}

static bool
is_plain(char character)
{
	return (character >= 'a' && character <= 'z') ||
		(character >= 'A' && character <= 'Z') ||
		(character >= '0' && character <= '9');
}

void
provider_add(struct buffer *form, const char *name, const char *value)
{
	static const char digits[] = "0123456789ABCDEF";

	if (form->size > 0)
		buffer_append(form, "&", 1);
	buffer_append(form, name, strlen(name));
	buffer_append(form, "=", 1);
	for (; *value != '\0'; value++) {
		const unsigned char byte = (unsigned char)*value;
		const char escaped[] = {'%', digits[byte >> 4], digits[byte & 15]};

		if (is_plain(*value) || strchr("-._~", byte) != NULL)
			buffer_append(form, &byte, 1);
		else
			buffer_append(form, escaped, sizeof(escaped));
	}
}

/* ---- answers ---- */

const char *
provider_line(const json_t *object, const char *name, size_t max)
{
	const json_t *value = json_object_get(object, name);
	const size_t size = json_is_string(value) ? json_string_length(value) : 0;
	const char *text = size > 0 ? json_string_value(value) : NULL;

	if (size == 0 || size > max)
		return NULL;
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return NULL;
	}
	return text;
}

const char *
provider_id(const json_t *object, const char *name)
{
	const char *id = provider_line(object, name, PROVIDER_ID_MAX);

	if (id == NULL)
		return NULL;
	for (const char *at = id; *at != '\0'; at++) {
		if (!is_plain(*at) && *at != '-' && *at != '_')
			return NULL;
	}
	return id;
}

const char *
provider_url(const json_t *object, const char *name)
{
	const char *url = provider_line(object, name, PROVIDER_URL_MAX);

	return url != NULL && text_format_check(FORMAT_URI, url, strlen(url)) == NULL
		? url
		: NULL;
}

/* ---- requests ---- */

/* Maps an error status. 408, 409 and 5xx leave it unknown whether the request was
 * carried out, because the server may fail after the work is done. */
static enum provider_outcome
outcome_of(long status)
{
	if (status == 401)
		return PROVIDER_UNAUTHORIZED;
	if (status >= 400 && status < 500 && status != 408 && status != 409)
		return PROVIDER_REFUSED;
	return PROVIDER_LOST;
}

static void
put_headers(const struct provider *provider, const struct provider_request *request,
	const char *headers[5])
{
	struct arena *arena = provider->arena;
	int count = 0;

	headers[count++] = "Accept: application/json";
	if (provider->token != NULL)
		headers[count++] =
			arena_printf(arena, "Authorization: Bearer %s", provider->token);
	if (request->key != NULL)
		headers[count++] =
			arena_printf(arena, "Idempotency-Key: %s", request->key);
	if (request->body != NULL)
		headers[count++] = arena_printf(arena, "Content-Type: %s", request->type);
	headers[count] = NULL;
}

/* Logs a failure for the operator, without the query. */
static void
note(const struct provider_request *request, const struct fetch_answer *answer,
	const char *what)
{
	const size_t size = strcspn(request->path, "?");
	char path[64];

	memcpy(path, request->path, size < sizeof(path) ? size : sizeof(path) - 1);
	path[size < sizeof(path) ? size : sizeof(path) - 1] = '\0';
	log_warn("social_provider", LOG_TEXT("path", path),
		LOG_INT("status", answer->status), LOG_TEXT("what", what));
}

enum provider_outcome
provider_ask(struct provider *provider, const struct provider_request *request,
	const json_t **json)
{
	const char *origin = config()->social_url.data;
	const char *headers[5], *fault;
	const struct fetch_request whole = {
		.url = arena_printf(provider->arena, "%s%s", origin, request->path),
		.bytes_max = ANSWER_BYTES_MAX,
		.also_allowed = provider_host_port(provider->arena, origin),
		.headers = headers,
		.body = request->body == NULL ? NULL : request->body->data,
		.body_size = request->body == NULL ? 0 : request->body->size,
		.total_ms = provider_left_ms(provider),
	};
	struct fetch_answer answer = {.type = ""};
	enum fetch_outcome outcome;

	*json = NULL;
	put_headers(provider, request, headers);
	outcome = fetch(provider->arena, &whole, &answer);
	provider->status = answer.status;
	provider->retry_after_s = answer.retry_after_s;
	if (outcome != FETCH_DONE) {
		note(request, &answer,
			outcome == FETCH_TOO_LARGE ? "the answer is too large"
						   : "no answer");
		return answer.sent ? PROVIDER_LOST : PROVIDER_NOT_REACHED;
	}
	if (answer.status < 200 || answer.status > 299) {
		note(request, &answer, "error status");
		return outcome_of(answer.status);
	}
	*json = json_parse(provider->arena, answer.body.data, answer.body.size, &fault);
	if (*json != NULL)
		return PROVIDER_DONE;
	note(request, &answer, "the answer is not JSON");
	return PROVIDER_LOST;
}
