/*
 * request.c - requests of the doctor, by libcurl.
 */
#include <curl/curl.h>
#include <string.h>

#include "common/json/json.h"
#include "services/ctl/doctor/inside.h"

#define ANSWER_BYTES_MAX ((size_t)64 * 1024)
#define REQUEST_MS 5000L

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

json_t *
doctor_json(struct doctor *doctor, const struct doctor_answer *answer)
{
	const char *fault;

	if (answer->fault != NULL || answer->body.size == 0)
		return NULL;
	return json_parse(doctor->arena, answer->body.data, answer->body.size, &fault);
}
