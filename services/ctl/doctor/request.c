/*
 * request.c - requests of the doctor, by libcurl.
 */
#include <curl/curl.h>
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "services/ctl/doctor/inside.h"

#define ANSWER_BYTES_MAX ((size_t)64 * 1024)
#define REQUEST_MS 5000L

/* The hash of an empty body, which the signature of a request to a store covers. */
#define EMPTY_SHA256 "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

bool
doctor_request_prepare(CURL *easy, const char *url, const char *protocols)
{
	return curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) ==
		CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, REQUEST_MS) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
}

/* libcurl's CURLOPT_WRITEFUNCTION: what exceeds the bound ends the request. */
static size_t
take(char *bytes, size_t size, size_t count, void *data)
{
	struct doctor_answer *answer = data;

	if (answer->body.size + size * count > ANSWER_BYTES_MAX)
		return 0;
	buffer_append(&answer->body, bytes, size * count);
	return size * count;
}

static void
perform(struct doctor *doctor, CURL *easy, struct doctor_answer *answer)
{
	CURLcode code = CURLE_FAILED_INIT;

	*answer = (struct doctor_answer){.body.arena = doctor->arena};
	if (curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer) == CURLE_OK)
		code = curl_easy_perform(easy);
	if (code != CURLE_OK && code != CURLE_WRITE_ERROR)
		answer->fault = curl_easy_strerror(code);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer->status);
	buffer_append(&answer->body, "", 1);
	answer->body.size--;
}

void
doctor_get(struct doctor *doctor, const char *url, struct doctor_answer *answer)
{
	CURL *easy = curl_easy_init();

	*answer = (struct doctor_answer){.fault = "out of memory"};
	/* tls.c judges the certificate, and nothing secret is sent. */
	if (easy != NULL && doctor_request_prepare(easy, url, "http,https") &&
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L) == CURLE_OK)
		perform(doctor, easy, answer);
	curl_easy_cleanup(easy);
}

void
doctor_get_signed(struct doctor *doctor, const char *url, struct doctor_answer *answer)
{
	struct curl_slist *headers =
		curl_slist_append(NULL, "x-amz-content-sha256: " EMPTY_SHA256);
	CURL *easy = curl_easy_init();
	const struct config *settings = config();

	*answer = (struct doctor_answer){.fault = "out of memory"};
	if (easy != NULL && doctor_request_prepare(easy, url, "http,https") &&
		(settings->s3_ca.size == 0 ||
			curl_easy_setopt(easy, CURLOPT_CAINFO, settings->s3_ca.data) ==
				CURLE_OK) &&
		curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_AWS_SIGV4,
			arena_printf(doctor->arena, "aws:amz:%s:s3",
				settings->s3_region.data)) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_USERNAME, settings->s3_access_key.data) ==
			CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_PASSWORD, settings->s3_secret_key.data) ==
			CURLE_OK)
		perform(doctor, easy, answer);
	curl_easy_cleanup(easy);
	curl_slist_free_all(headers);
}

json_t *
doctor_json(struct doctor *doctor, const struct doctor_answer *answer)
{
	const char *fault;

	if (answer->fault != NULL || answer->body.size == 0)
		return NULL;
	return json_parse(doctor->arena, answer->body.data, answer->body.size, &fault);
}
