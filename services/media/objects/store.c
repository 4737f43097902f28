/*
 * store.c - requests to a store, one at a time per thread.
 *
 * The URL of an object is that of the bucket and a key that needs no escaping. So the
 * signed URL is the one that is sent. Redirects are not followed, because a signature is
 * valid for one host.
 */
#include "services/media/objects/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/version.h"
#include "common/secret/secret.h"

#define URL_MAX 1400

/* ---- the settings ---- */

/* Removes the brackets of an IPv6 address. */
static const char *
bare(struct arena *arena, const char *host)
{
	return host[0] == '[' ? arena_copy(arena, host + 1, strlen(host) - 2) : host;
}

/* Parses the URL of the bucket. Returns NULL, or an error sentence. */
static const char *
read_url(struct arena *arena, CURLU *url, struct store *store, struct text given,
	struct sandbox_server *reach)
{
	static const unsigned others[] = {
		CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
	const char *scheme, *host;
	size_t size = given.size;

	if (curl_url_set(url, CURLUPART_URL, given.data, 0) != CURLUE_OK)
		return "it is not a valid URL";
	scheme = web_url_part(arena, url, CURLUPART_SCHEME, 0);
	host = web_url_part(arena, url, CURLUPART_HOST, 0);
	if (scheme == NULL || host == NULL ||
		(strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0))
		return "it must begin with https:// or http://";
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (web_url_part(arena, url, (CURLUPart)others[i], 0) != NULL)
			return "it must end with the bucket and have no user name";
	}
	while (given.data[size - 1] == '/')
		size--;
	store->url = arena_copy(arena, given.data, size);
	reach->host = bare(arena, host);
	reach->port = web_url_part(arena, url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
	return NULL;
}

const char *
store_open(struct arena *arena, struct store *store,
	const struct store_settings *settings, struct sandbox_server *reach)
{
	const char *why = "out of memory";
	CURLU *url;

	*reach = (struct sandbox_server){0};
	*store = (struct store){0};
	if (settings->url.size == 0)
		return NULL;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return why;
	url = curl_url();
	if (url != NULL)
		why = read_url(arena, url, store, settings->url, reach);
	curl_url_cleanup(url);
	if (why != NULL)
		return why;
	store->signature = arena_printf(arena, "aws:amz:%s:s3", settings->region.data);
	store->access_key = settings->access_key.data;
	store->secret_key = settings->secret_key.data;
	if (settings->certificates.size > 0)
		store->certificates = reach->certificates = settings->certificates.data;
	if (store->certificates != NULL && access(store->certificates, R_OK) != 0)
		return "its file of certificates (…_CA_FILE) cannot be read";
	return NULL;
}

/* ---- libcurl callbacks ---- */

static size_t
give_data(char *out, size_t size, size_t count, void *data)
{
	struct store_request *request = data;
	const size_t left = request->size - request->sent;
	const size_t given = left < size * count ? left : size * count;

	memcpy(out, request->data + request->sent, given);
	request->sent += given;
	return given;
}

/* libcurl's CURLOPT_SEEKFUNCTION: it rewinds to send the body again when a kept
 * connection turns out to be closed. */
static int
seek_data(void *data, curl_off_t offset, int origin)
{
	struct store_request *request = data;

	if (origin != SEEK_SET || offset < 0 || (size_t)offset > request->size)
		return CURL_SEEKFUNC_FAIL;
	request->sent = (size_t)offset;
	return CURL_SEEKFUNC_OK;
}

/* ---- one request ---- */

/* Aborts, because a wrong request could be sent without the option that libcurl
 * rejected. */
static void
check(CURLcode code)
{
	if (code != CURLE_OK)
		abort();
}

#define SET(easy, option, value) check(curl_easy_setopt((easy), (option), (value)))

/* Returns the thread's handle, which keeps its connection. */
static CURL *
own_handle(void)
{
	static _Thread_local CURL *easy;

	if (easy == NULL)
		easy = curl_easy_init();
	else
		curl_easy_reset(easy);
	if (easy == NULL)
		abort();
	return easy;
}

/* Sets the options that are the same for all requests. */
static void
set_connection(CURL *easy, const struct store *store, const char *url,
	const struct store_request *request)
{
	SET(easy, CURLOPT_URL, url);
	SET(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	SET(easy, CURLOPT_FOLLOWLOCATION, 0L);
	SET(easy, CURLOPT_PROXY, "");
	SET(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(easy, CURLOPT_NOSIGNAL, 1L);
	SET(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	SET(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
	SET(easy, CURLOPT_TIMEOUT_MS, request->within_ms);
	SET(easy, CURLOPT_USERAGENT, version_agent);
	SET(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (store->certificates != NULL)
		SET(easy, CURLOPT_CAINFO, store->certificates);
	SET(easy, CURLOPT_AWS_SIGV4, store->signature);
	SET(easy, CURLOPT_USERNAME, store->access_key);
	SET(easy, CURLOPT_PASSWORD, store->secret_key);
}

static void
set_request(CURL *easy, struct store_request *request)
{
	if (request->data != NULL) {
		SET(easy, CURLOPT_UPLOAD, 1L);
		SET(easy, CURLOPT_READFUNCTION, give_data);
		SET(easy, CURLOPT_READDATA, request);
		SET(easy, CURLOPT_SEEKFUNCTION, seek_data);
		SET(easy, CURLOPT_SEEKDATA, request);
		SET(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->size);
	} else {
		SET(easy, CURLOPT_CUSTOMREQUEST, request->method);
	}
	web_take_answer(easy, &request->answer);
}

/* Builds the headers, with the body's hash, which the signature covers. */
static struct curl_slist *
headers_of(const struct store_request *request)
{
	char line[32 + 2 * HASH_SIZE], type[80];
	uint8_t hash[HASH_SIZE];
	size_t at = (size_t)snprintf(line, sizeof(line), "x-amz-content-sha256: ");
	struct curl_slist *headers = NULL;

	secret_hash(request->data != NULL ? (const void *)request->data : "",
		request->size, hash);
	for (size_t i = 0; i < sizeof(hash); i++)
		at += (size_t)snprintf(line + at, sizeof(line) - at, "%02x", hash[i]);
	snprintf(type, sizeof(type), "Content-Type: %s", request->type);
	headers = curl_slist_append(NULL, line);
	if (headers != NULL)
		headers = curl_slist_append(headers, "Expect:");
	if (headers != NULL && request->data != NULL)
		headers = curl_slist_append(headers, type);
	if (headers == NULL)
		abort();
	return headers;
}

/* Extracts the error code from the answer: <Code>NoSuchKey</Code>. */
static void
read_code(struct store_request *request)
{
	static const char open[] = "<Code>";
	const char *data = (const char *)request->answer.body.data, *at = NULL;
	size_t left, size = 0;

	if (request->answer.body.size > 0)
		at = memmem(data, request->answer.body.size, open, strlen(open));
	if (at == NULL)
		return;
	at += strlen(open);
	left = request->answer.body.size - (size_t)(at - data);
	while (size < left && size + 1 < STORE_CODE_SIZE && at[size] != '<')
		size++;
	memcpy(request->code, at, size);
	request->code[size] = '\0';
}

enum objects_outcome
store_ask(const struct store *store, struct store_request *request)
{
	CURL *easy = own_handle();
	struct curl_slist *headers = headers_of(request);
	char url[URL_MAX];
	CURLcode result;

	snprintf(url, sizeof(url), "%s/%s", store->url, request->key);
	set_connection(easy, store, url, request);
	set_request(easy, request);
	SET(easy, CURLOPT_HTTPHEADER, headers);
	result = curl_easy_perform(easy);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &request->status);
	curl_slist_free_all(headers);
	if (result != CURLE_OK) {
		request->fault = curl_easy_strerror(result);
		return OBJECTS_FAILED;
	}
	if (request->status >= 200 && request->status < 300)
		return OBJECTS_DONE;
	read_code(request);
	return request->status == 404 && strcmp(request->code, "NoSuchKey") == 0
		? OBJECTS_MISSING
		: OBJECTS_FAILED;
}
