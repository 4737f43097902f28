/*
 * fetch.c - one request after the other, as long as redirects lead on.
 *
 * libcurl follows none by itself: each address that a redirect gives is looked at like the first
 * one. Names are resolved by the request that connects, and nothing is remembered, so it does not
 * matter what a name resolves to the next time.
 */
#include "services/media/fetch/fetch.h"

#include <curl/curl.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "services/media/fetch/address.h"

/* What a host may say before the body of its answer. */
#define HEAD_BYTES_MAX ((size_t)64 * 1024)

/* One hop of a request. */
struct hop {
	const struct fetch_request *request;
	struct buffer *body;
	size_t head_bytes;
	bool any_address; /* the operator admits this host, wherever it is */
	bool refused, too_large;
};

bool
fetch_open(void)
{
	return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* ---- what libcurl asks ---- */

/* Opens a socket for an address, or none. */
static curl_socket_t
open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct hop *hop = data;

	if (purpose != CURLSOCKTYPE_IPCXN ||
		(!hop->any_address && !address_is_public(&address->addr))) {
		hop->refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(
		address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Takes a piece of the body, or ends the request. */
static size_t
take_body(char *data, size_t size, size_t count, void *hop_of)
{
	struct hop *hop = hop_of;
	const size_t bytes = size * count;

	if (bytes > hop->request->bytes_max - hop->body->size) {
		hop->too_large = true;
		return 0;
	}
	buffer_append(hop->body, data, bytes);
	return bytes;
}

static size_t
take_head(char *data, size_t size, size_t count, void *hop_of)
{
	struct hop *hop = hop_of;

	(void)data;
	hop->head_bytes += size * count;
	return hop->head_bytes > HEAD_BYTES_MAX ? 0 : size * count;
}

/* ---- the URL ---- */

/* Whether KITH_FETCH_ALLOW ("host:port,…") names this host and port. */
static bool
is_allowed(const char *list, const char *host, const char *port)
{
	const size_t host_size = strlen(host), port_size = strlen(port);

	while (*list != '\0') {
		const size_t size = strcspn(list, ",");

		if (size == host_size + 1 + port_size &&
			strncasecmp(list, host, host_size) == 0 &&
			list[host_size] == ':' &&
			strncmp(list + host_size + 1, port, port_size) == 0)
			return true;
		list += size;
		list += strspn(list, ", ");
	}
	return false;
}

/* A part of the URL in the arena, or NULL. */
static const char *
part_of(struct arena *arena, CURLU *url, CURLUPart part, unsigned flags)
{
	char *text = NULL;
	const char *copy = NULL;

	if (curl_url_get(url, part, &text, flags) == CURLUE_OK)
		copy = arena_copy(arena, text, strlen(text));
	curl_free(text);
	return copy;
}

/* Whether the URL may be asked for, and whether its host may be anywhere. */
static bool
is_askable(struct arena *arena, CURLU *url, struct hop *hop)
{
	const char *scheme = part_of(arena, url, CURLUPART_SCHEME, 0);
	const char *host = part_of(arena, url, CURLUPART_HOST, 0);
	const char *port = part_of(arena, url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
	bool usual;

	if (scheme == NULL || host == NULL || port == NULL ||
		part_of(arena, url, CURLUPART_USER, 0) != NULL ||
		part_of(arena, url, CURLUPART_PASSWORD, 0) != NULL)
		return false;
	if (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
		return false;
	usual = strcmp(port, "80") == 0 || strcmp(port, "443") == 0;
	hop->any_address = is_allowed(config()->fetch_allow.data, host, port);
	return usual || hop->any_address;
}

/* ---- one hop ---- */

/* What holds of every request. */
static void
prepare(CURL *curl, CURLU *url, struct hop *hop, int64_t left_ms)
{
	curl_easy_setopt(curl, CURLOPT_CURLU, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "");
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)FETCH_CONNECT_MS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)left_ms);
	curl_easy_setopt(curl, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
	curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
	curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
	curl_easy_setopt(
		curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)hop->request->bytes_max);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "Kith/" KITH_VERSION);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, hop);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, hop);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_head);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, hop);
}

/* What the end of a hop means. */
static enum fetch_outcome
outcome_of(const struct hop *hop, CURLcode code)
{
	if (hop->refused && code != CURLE_OK)
		return FETCH_REFUSED;
	if (hop->too_large || code == CURLE_FILESIZE_EXCEEDED)
		return FETCH_TOO_LARGE;
	return code == CURLE_OK ? FETCH_DONE : FETCH_FAILED;
}

/* Asks once. `*next` is where a redirect leads to, or NULL. */
static enum fetch_outcome
ask(struct arena *arena, CURLU *url, struct hop *hop, int64_t left_ms,
	struct fetch_answer *answer, const char **next)
{
	CURL *curl = curl_easy_init();
	const char *text = NULL;
	enum fetch_outcome outcome;

	if (curl == NULL)
		return FETCH_FAILED;
	prepare(curl, url, hop, left_ms);
	outcome = outcome_of(hop, curl_easy_perform(curl));
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
	curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &text);
	answer->type = text == NULL ? "" : arena_copy(arena, text, strlen(text));
	text = NULL;
	curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &text);
	*next = text == NULL ? NULL : arena_copy(arena, text, strlen(text));
	curl_easy_cleanup(curl);
	return outcome;
}

/* Looks at a URL, and asks for it if it may be. */
static enum fetch_outcome
visit(struct arena *arena, const char *text, struct hop *hop, int64_t left_ms,
	struct fetch_answer *answer, const char **next)
{
	CURLU *url = curl_url();
	enum fetch_outcome outcome = FETCH_URL;

	*next = NULL;
	if (url != NULL && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
		is_askable(arena, url, hop))
		outcome = ask(arena, url, hop, left_ms, answer, next);
	curl_url_cleanup(url);
	return outcome;
}

enum fetch_outcome
fetch(struct arena *arena, const struct fetch_request *request,
	struct fetch_answer *answer)
{
	const int64_t until_ms = clock_monotonic_ms() + FETCH_TOTAL_MS;
	const char *next = request->url;

	for (int hops = 0; hops <= request->redirects_max; hops++) {
		struct hop hop = {.request = request, .body = &answer->body};
		const int64_t left_ms = until_ms - clock_monotonic_ms();
		enum fetch_outcome outcome;

		*answer = (struct fetch_answer){.body = {.arena = arena}, .type = ""};
		if (left_ms <= 0)
			return FETCH_FAILED;
		outcome = visit(arena, next, &hop, left_ms, answer, &next);
		if (outcome != FETCH_DONE || next == NULL || request->redirects_max == 0)
			return outcome;
	}
	return FETCH_FAILED;
}
