/*
 * objects.c - requests to the object store, one at a time per thread.
 *
 * The URL of an object is KITH_S3_URL and a name of letters, digits and dashes, which
 * needs no escaping. So the signed URL is the one that is sent. Redirects are not
 * followed, because a signature is valid for one host.
 */
#include "services/media/objects/objects.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/media/web/web.h"

/* The maximum size of an error answer, which contains the error code. */
#define ERROR_BYTES_MAX ((size_t)16 * 1024)
#define CODE_MAX 64

#define URL_MAX 1200

/* The settings of the store. All texts live as long as the process. */
static struct {
	const char *url; /* without a trailing slash; NULL = no store */
	const char *signature;
	const char *certificates;
} store;

/* A request and its answer. */
struct exchange {
	const char *method;
	const uint8_t *data; /* request body; NULL = none */
	size_t size, sent;
	struct web_answer answer;
	int64_t within_ms;
	long status;
};

/* ---- the settings ---- */

/* Removes the brackets of an IPv6 address. */
static const char *
bare(struct arena *arena, const char *host)
{
	return host[0] == '[' ? arena_copy(arena, host + 1, strlen(host) - 2) : host;
}

/* Parses KITH_S3_URL. Returns NULL, or an error sentence. */
static const char *
read_url(struct arena *arena, CURLU *url, struct sandbox_server *reach)
{
	static const unsigned others[] = {
		CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
	const struct config *settings = config();
	const char *scheme, *host;
	size_t size = settings->s3_url.size;

	if (curl_url_set(url, CURLUPART_URL, settings->s3_url.data, 0) != CURLUE_OK)
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
	while (settings->s3_url.data[size - 1] == '/')
		size--;
	store.url = arena_copy(arena, settings->s3_url.data, size);
	reach->host = bare(arena, host);
	reach->port = web_url_part(arena, url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
	return NULL;
}

const char *
objects_open(struct arena *arena, struct sandbox_server *reach)
{
	const struct config *settings = config_load();
	const char *why = "out of memory";
	CURLU *url;

	*reach = (struct sandbox_server){0};
	if (settings->s3_url.size == 0)
		return NULL;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return why;
	url = curl_url();
	if (url != NULL)
		why = read_url(arena, url, reach);
	curl_url_cleanup(url);
	if (why != NULL)
		return why;
	store.signature = arena_printf(arena, "aws:amz:%s:s3", settings->s3_region.data);
	if (settings->s3_ca.size > 0)
		store.certificates = reach->certificates = settings->s3_ca.data;
	if (store.certificates != NULL && access(store.certificates, R_OK) != 0)
		return "the file in KITH_S3_CA_FILE cannot be read";
	return NULL;
}

bool
objects_configured(void)
{
	return store.url != NULL;
}

bool
objects_in_use(void)
{
	return store.url != NULL && strcmp(config()->s3_drain.data, "off") == 0;
}

/* ---- libcurl callbacks ---- */

static size_t
give_data(char *out, size_t size, size_t count, void *data)
{
	struct exchange *exchange = data;
	const size_t left = exchange->size - exchange->sent;
	const size_t given = left < size * count ? left : size * count;

	memcpy(out, exchange->data + exchange->sent, given);
	exchange->sent += given;
	return given;
}

/* libcurl's CURLOPT_SEEKFUNCTION: it rewinds to send the body again when a kept
 * connection turns out to be closed. */
static int
seek_data(void *data, curl_off_t offset, int origin)
{
	struct exchange *exchange = data;

	if (origin != SEEK_SET || offset < 0 || (size_t)offset > exchange->size)
		return CURL_SEEKFUNC_FAIL;
	exchange->sent = (size_t)offset;
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
set_connection(CURL *easy, const char *url, const struct exchange *exchange)
{
	SET(easy, CURLOPT_URL, url);
	SET(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	SET(easy, CURLOPT_FOLLOWLOCATION, 0L);
	SET(easy, CURLOPT_PROXY, "");
	SET(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(easy, CURLOPT_NOSIGNAL, 1L);
	SET(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	SET(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)OBJECTS_CONNECT_MS);
	SET(easy, CURLOPT_TIMEOUT_MS,
		(long)(exchange->within_ms < OBJECTS_REQUEST_MS ? exchange->within_ms
								: OBJECTS_REQUEST_MS));
	SET(easy, CURLOPT_USERAGENT, "Kith/" KITH_VERSION);
	SET(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (store.certificates != NULL)
		SET(easy, CURLOPT_CAINFO, store.certificates);
	SET(easy, CURLOPT_AWS_SIGV4, store.signature);
	SET(easy, CURLOPT_USERNAME, config()->s3_access_key.data);
	SET(easy, CURLOPT_PASSWORD, config()->s3_secret_key.data);
}

static void
set_request(CURL *easy, struct exchange *exchange)
{
	if (exchange->data != NULL) {
		SET(easy, CURLOPT_UPLOAD, 1L);
		SET(easy, CURLOPT_READFUNCTION, give_data);
		SET(easy, CURLOPT_READDATA, exchange);
		SET(easy, CURLOPT_SEEKFUNCTION, seek_data);
		SET(easy, CURLOPT_SEEKDATA, exchange);
		SET(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)exchange->size);
	} else {
		SET(easy, CURLOPT_CUSTOMREQUEST, exchange->method);
	}
	web_take_answer(easy, &exchange->answer);
}

/* Builds the headers, with the body's hash, which the signature covers. */
static struct curl_slist *
headers_of(const struct exchange *exchange)
{
	static const char *const fixed[] = {"Expect:", "Content-Type: image/webp"};
	const size_t count = exchange->data != NULL ? 2 : 1;
	char line[32 + 2 * HASH_SIZE];
	uint8_t hash[HASH_SIZE];
	size_t at = (size_t)snprintf(line, sizeof(line), "x-amz-content-sha256: ");
	struct curl_slist *headers = NULL;

	secret_hash(exchange->data != NULL ? (const void *)exchange->data : "",
		exchange->size, hash);
	for (size_t i = 0; i < sizeof(hash); i++)
		at += (size_t)snprintf(line + at, sizeof(line) - at, "%02x", hash[i]);
	headers = curl_slist_append(NULL, line);
	for (size_t i = 0; i < count && headers != NULL; i++)
		headers = curl_slist_append(headers, fixed[i]);
	if (headers == NULL)
		abort();
	return headers;
}

/* Extracts the error code from the answer: <Code>NoSuchKey</Code>. */
static void
code_of(const struct exchange *exchange, char code[CODE_MAX])
{
	static const char open[] = "<Code>";
	const char *data = (const char *)exchange->answer.body.data, *at = NULL;
	size_t left, size = 0;

	code[0] = '\0';
	if (exchange->answer.body.size > 0)
		at = memmem(data, exchange->answer.body.size, open, strlen(open));
	if (at == NULL)
		return;
	at += strlen(open);
	left = exchange->answer.body.size - (size_t)(at - data);
	while (size < left && size + 1 < CODE_MAX && at[size] != '<')
		size++;
	memcpy(code, at, size);
	code[size] = '\0';
}

/* Maps the result. Failures are logged here, because clients learn no details. */
static enum objects_outcome
judge(const struct exchange *exchange, CURLcode result)
{
	char code[CODE_MAX];

	if (result == CURLE_OK && exchange->status >= 200 && exchange->status < 300)
		return OBJECTS_DONE;
	code_of(exchange, code);
	if (result == CURLE_OK && exchange->status == 404 &&
		strcmp(code, "NoSuchKey") == 0)
		return OBJECTS_MISSING;
	log_warn("object_store", LOG_TEXT("method", exchange->method),
		LOG_INT("status", exchange->status),
		LOG_TEXT("code", code[0] != '\0' ? code : NULL),
		LOG_TEXT(
			"error", result == CURLE_OK ? NULL : curl_easy_strerror(result)));
	return OBJECTS_FAILED;
}

/* Sends a request for an object, and waits for the answer. Fails at once when no time
 * is left. */
static enum objects_outcome
ask(struct exchange *exchange, const struct objects_name *name)
{
	CURL *easy;
	struct curl_slist *headers;
	char url[URL_MAX], image[ID_TEXT_MAX], object[ID_TEXT_MAX];
	CURLcode result;

	if (store.url == NULL) {
		log_error("object_store",
			LOG_TEXT("error",
				"an image is in an object store, but KITH_S3_URL "
				"is not set"));
		return OBJECTS_FAILED;
	}
	if (exchange->within_ms <= 0)
		return OBJECTS_FAILED;
	easy = own_handle();
	id_format(image, "img", &name->image);
	id_format(object, "obj", &name->object);
	snprintf(url, sizeof(url), "%s/%s-%s.webp", store.url, image, object + 4);
	headers = headers_of(exchange);
	set_connection(easy, url, exchange);
	set_request(easy, exchange);
	SET(easy, CURLOPT_HTTPHEADER, headers);
	result = curl_easy_perform(easy);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &exchange->status);
	curl_slist_free_all(headers);
	return judge(exchange, result);
}

enum objects_outcome
objects_put(
	const struct objects_name *name, const void *data, size_t size, int64_t within_ms)
{
	struct arena *arena = arena_new(1024);
	struct exchange exchange = {.method = "PUT",
		.data = data,
		.size = size,
		.answer = {.body = {.arena = arena}, .bytes_max = ERROR_BYTES_MAX},
		.within_ms = within_ms};
	enum objects_outcome outcome = ask(&exchange, name);

	arena_free(arena);
	return outcome == OBJECTS_DONE ? OBJECTS_DONE : OBJECTS_FAILED;
}

enum objects_outcome
objects_get(struct arena *arena, const struct objects_name *name, size_t size,
	int64_t within_ms, const uint8_t **data)
{
	struct exchange exchange = {.method = "GET",
		.answer = {.body = {.arena = arena},
			.bytes_max = size < ERROR_BYTES_MAX ? ERROR_BYTES_MAX : size},
		.within_ms = within_ms};
	enum objects_outcome outcome = ask(&exchange, name);

	*data = exchange.answer.body.data;
	if (outcome != OBJECTS_DONE || exchange.answer.body.size == size)
		return outcome;
	log_warn("object_store", LOG_TEXT("method", "GET"),
		LOG_TEXT("error", "the object does not have the size that was put"));
	return OBJECTS_FAILED;
}

enum objects_outcome
objects_remove(const struct objects_name *name)
{
	struct arena *arena = arena_new(1024);
	struct exchange exchange = {.method = "DELETE",
		.answer = {.body = {.arena = arena}, .bytes_max = ERROR_BYTES_MAX},
		.within_ms = OBJECTS_REQUEST_MS};
	enum objects_outcome outcome = ask(&exchange, name);

	arena_free(arena);
	return outcome == OBJECTS_MISSING ? OBJECTS_DONE : outcome;
}
