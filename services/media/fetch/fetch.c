/*
 * fetch.c - requests to untrusted URLs, one for each redirect.
 *
 * libcurl follows no redirects itself, so that each target is checked like the first URL.
 * The request that connects also resolves the name, and nothing is cached. So a name that
 * resolves differently the next time (DNS rebinding) does no harm.
 */
#include "services/media/fetch/fetch.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/version.h"
#include "common/config/config.h"
#include "services/media/fetch/address.h"
#include "services/media/fetch/own.h"
#include "services/media/web/web.h"

struct hop {
	const struct fetch_request *request;
	struct web_answer answer;
	bool any_address; /* the operator allows this host at any address */
	bool refused;
};

bool
fetch_open(void)
{
	return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* ---- libcurl callbacks ---- */

/* Refuses addresses that are not public, and those of this instance, unless the operator
 * allows the host. */
static curl_socket_t
open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct hop *hop = data;

	if (purpose != CURLSOCKTYPE_IPCXN ||
		(!hop->any_address &&
			(!address_is_public(&address->addr) ||
				own_has_address(&address->addr)))) {
		hop->refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(
		address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* ---- the URL ---- */

/* Whether a list like KITH_FETCH_ALLOW ("host:port,…") contains this host and port. */
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

static bool
is_this_machine(const char *host)
{
	static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcasecmp(host, names[i]) == 0)
			return true;
	}
	return false;
}

/* Whether the URL may be requested. Also sets hop->any_address and hop->refused. */
static bool
is_askable(struct arena *arena, CURLU *url, struct hop *hop)
{
	const char *scheme = web_url_part(arena, url, CURLUPART_SCHEME, 0);
	const char *host = web_url_part(arena, url, CURLUPART_HOST, 0);
	const char *port = web_url_part(arena, url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
	bool usual;

	if (scheme == NULL || host == NULL || port == NULL ||
		web_url_part(arena, url, CURLUPART_USER, 0) != NULL ||
		web_url_part(arena, url, CURLUPART_PASSWORD, 0) != NULL)
		return false;
	if (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
		return false;
	usual = strcmp(port, "80") == 0 || strcmp(port, "443") == 0;
	if (hop->request->secure)
		usual = strcmp(scheme, "https") == 0 && strcmp(port, "443") == 0;
	hop->any_address = is_allowed(config()->fetch_allow.data, host, port) ||
		(hop->request->also_allowed != NULL &&
			is_allowed(hop->request->also_allowed, host, port));
	if (hop->request->secure && strcmp(scheme, "http") == 0 && !is_this_machine(host))
		return false;
	hop->refused = !hop->any_address && own_is_host(host);
	return usual || hop->any_address;
}

/* ---- one hop ---- */

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
	curl_easy_setopt(curl, CURLOPT_USERAGENT, version_agent);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, hop);
	web_take_answer(curl, &hop->answer);
}

static enum fetch_outcome
outcome_of(const struct hop *hop, CURLcode code)
{
	if (hop->refused && code != CURLE_OK)
		return FETCH_REFUSED;
	if (hop->answer.too_large || code == CURLE_FILESIZE_EXCEEDED)
		return FETCH_TOO_LARGE;
	return code == CURLE_OK ? FETCH_DONE : FETCH_FAILED;
}

/* Returns "" when the header is absent or repeated. */
static const char *
header_of(struct arena *arena, CURL *curl, const char *name)
{
	struct curl_header *header = NULL;

	if (curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK ||
		header->amount != 1)
		return "";
	return arena_copy(arena, header->value, strlen(header->value));
}

/* Sets headers and body. An empty "Expect" keeps libcurl from waiting for "100
 * Continue" before a larger body. */
static struct curl_slist *
prepare_request(CURL *curl, const struct fetch_request *request)
{
	struct curl_slist *headers = curl_slist_append(NULL, "Expect:");

	for (size_t i = 0; request->headers != NULL && request->headers[i] != NULL; i++) {
		struct curl_slist *longer =
			curl_slist_append(headers, request->headers[i]);

		if (longer == NULL)
			abort();
		headers = longer;
	}
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	if (request->body == NULL)
		return headers;
	curl_easy_setopt(curl, CURLOPT_POST, 1L);
	curl_easy_setopt(
		curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
	return headers;
}

static void
read_about(struct arena *arena, CURL *curl, struct fetch_answer *answer)
{
	const char *type = NULL;
	long sent = 0;
	curl_off_t wait_s = 0;

	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
	curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
	curl_easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &sent);
	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait_s);
	answer->cache_control = header_of(arena, curl, "Cache-Control");
	answer->type = type == NULL ? "" : arena_copy(arena, type, strlen(type));
	answer->sent = sent > 0;
	answer->retry_after_s = wait_s;
}

/* Sends one request. `*next` is the target of a redirect, or NULL. */
static enum fetch_outcome
ask(struct arena *arena, CURLU *url, struct hop *hop, int64_t left_ms,
	struct fetch_answer *answer, const char **next)
{
	CURL *curl = curl_easy_init();
	struct curl_slist *headers;
	const char *text = NULL;
	enum fetch_outcome outcome;

	if (curl == NULL)
		return FETCH_FAILED;
	prepare(curl, url, hop, left_ms);
	headers = prepare_request(curl, hop->request);
	outcome = outcome_of(hop, curl_easy_perform(curl));
	read_about(arena, curl, answer);
	curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &text);
	*next = text == NULL ? NULL : arena_copy(arena, text, strlen(text));
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
	return outcome;
}

/* Checks a URL, and requests it if it is allowed. */
static enum fetch_outcome
visit(struct arena *arena, const char *text, struct hop *hop, int64_t left_ms,
	struct fetch_answer *answer, const char **next)
{
	CURLU *url = curl_url();
	enum fetch_outcome outcome = FETCH_URL;

	*next = NULL;
	if (url != NULL && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
		is_askable(arena, url, hop))
		outcome = hop->refused ? FETCH_REFUSED
				       : ask(arena, url, hop, left_ms, answer, next);
	curl_url_cleanup(url);
	return outcome;
}

enum fetch_outcome
fetch(struct arena *arena, const struct fetch_request *request,
	struct fetch_answer *answer)
{
	const int total_ms = request->total_ms > 0 ? request->total_ms : FETCH_TOTAL_MS;
	const int64_t until_ms = clock_monotonic_ms() + total_ms;
	const char *next = request->url;

	for (int hops = 0; hops <= request->redirects_max; hops++) {
		struct hop hop = {.request = request,
			.answer = {.body = {.arena = arena},
				.bytes_max = request->bytes_max}};
		const int64_t left_ms = until_ms - clock_monotonic_ms();
		enum fetch_outcome outcome;

		*answer = (struct fetch_answer){
			.body = hop.answer.body, .type = "", .cache_control = ""};
		if (left_ms <= 0)
			return FETCH_FAILED;
		outcome = visit(arena, next, &hop, left_ms, answer, &next);
		answer->body = hop.answer.body;
		if (outcome != FETCH_DONE || next == NULL || request->redirects_max == 0)
			return outcome;
	}
	return FETCH_FAILED;
}
