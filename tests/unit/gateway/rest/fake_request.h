/*
 * fake_request.h - a request without a connection: headers come from a table, and answers
 * are kept. It replaces the http functions that a handler calls.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_REST_FAKE_REQUEST_H
#define KITH_TESTS_UNIT_GATEWAY_REST_FAKE_REQUEST_H

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/config/config.h"
#include "gateway/http/http.h"

static struct http_header fake_headers[8];
static size_t fake_header_count;
static struct http_answer fake_answer;

const char *
http_header(const struct http_request *request, const char *name)
{
	(void)request;
	for (size_t i = 0; i < fake_header_count; i++)
		if (fake_headers[i].name != NULL &&
			strcasecmp(fake_headers[i].name, name) == 0)
			return fake_headers[i].value;
	return NULL;
}

void
http_answer(struct http_request *request, const struct http_answer *answer)
{
	struct http_header *headers;

	fake_answer = *answer;
	headers = arena_array(request->arena, answer->header_count + 1, sizeof(*headers));
	for (size_t i = 0; i < answer->header_count; i++)
		headers[i] = answer->headers[i];
	fake_answer.headers = headers;
}

void
http_wait(struct http_request *request)
{
	(void)request;
}

void
http_proceed(struct http_request *request)
{
	(void)request;
}

bool
http_reserve_body(
	struct http_request *request, const uint8_t member[16], size_t bytes, bool ending)
{
	(void)member;
	(void)ending;
	(void)request;
	(void)bytes;
	return true;
}

void
http_hold_for(struct http_request *request, const uint8_t member[16])
{
	(void)request;
	(void)member;
}

bool
http_has_room(const struct http_request *request, size_t bytes)
{
	(void)request;
	(void)bytes;
	return true;
}

void
http_answer_piece(struct http_request *request, const void *data, size_t size)
{
	(void)request;
	(void)data;
	(void)size;
}

void
http_answer_end(struct http_request *request, bool whole)
{
	(void)request;
	(void)whole;
}

/* A header of the answer, or NULL. */
static inline const char *
fake_answer_header(const char *name)
{
	for (size_t i = 0; i < fake_answer.header_count; i++)
		if (strcasecmp(fake_answer.headers[i].name, name) == 0)
			return fake_answer.headers[i].value;
	return NULL;
}

static inline void
fake_header_add(const char *name, const char *value)
{
	fake_headers[fake_header_count++] = (struct http_header){name, value};
}

/* A request without headers; the arena is the caller's. */
static inline struct http_request
fake_request(struct arena *arena, const char *verb, const char *path)
{
	fake_header_count = 0;
	memset(&fake_answer, 0, sizeof(fake_answer));
	return (struct http_request){
		.arena = arena,
		.verb = verb,
		.path = path,
		.address = {GIVEN, 9, "192.0.2.1"},
	};
}

/* Reads the configuration of the tests once. */
static inline void
fake_config(void)
{
	setenv("KITH_BASE_URL", "https://kith.example", 1);
	setenv("KITH_RATE_LIMITS", "on", 1);
	config_load();
}

#endif
