/*
 * token.c - reads credentials from requests, and identity's replies about them.
 */
#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/auth/cookie.h"
#include "proto/identity/identity.h"

#define TOKEN_SECRET_SIZE 43
#define SESSION_COOKIE "__Host-kith_session"

/* The longest session, 90 days. Identity ends an idle one earlier. */
#define COOKIE_LIFE_S 7776000

static const char *const token_prefixes[] = {"kith_ses_", "kith_pat_", "kith_at_"};

const char *
auth_cookie(struct arena *arena, const char *token)
{
	return cookie_set(arena, SESSION_COOKIE, token, COOKIE_LIFE_S);
}

/* The token of an Authorization header; the scheme has no case (RFC 9110, section
 * 11.1). */
static const char *
bearer(const char *value)
{
	if (strncasecmp(value, "Bearer ", 7) != 0)
		return "";
	value += 7;
	while (*value == ' ')
		value++;
	return value;
}

const char *
auth_credential(
	const struct http_request *request, enum auth_surface surface, bool *by_cookie)
{
	const char *value, *token;

	*by_cookie = false;
	value = surface == SURFACE_PAGE ? NULL : http_header(request, "Authorization");
	if (value != NULL)
		return bearer(value);
	if (surface == SURFACE_MCP || surface == SURFACE_USERINFO)
		return NULL;
	token = cookie_get(request, SESSION_COOKIE);
	*by_cookie = token != NULL;
	return token;
}

bool
auth_token_shaped(const char *token)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789-_";

	for (size_t i = 0; i < COUNT_OF(token_prefixes); i++) {
		size_t size = strlen(token_prefixes[i]);

		if (strncmp(token, token_prefixes[i], size) == 0) {
			return strlen(token) == size + TOKEN_SECRET_SIZE &&
				strspn(token + size, alphabet) == TOKEN_SECRET_SIZE;
		}
	}
	return false;
}

/* A string value as a text of the arena; absent for nil. */
static struct text
text_of(struct arena *arena, const struct wire_value *value)
{
	struct text text = {.data = ""};

	if (value->type == WIRE_STRING) {
		text.presence = GIVEN;
		text.size = (uint32_t)value->size;
		text.data = arena_copy(arena, value->data, value->size);
	}
	return text;
}

/* Whether a string value equals a C string. */
static bool
is(const struct wire_value *value, const char *string)
{
	return value->type == WIRE_STRING && value->size == strlen(string) &&
		memcmp(value->data, string, value->size) == 0;
}

static enum membership
membership_of(const struct wire_value *value)
{
	if (is(value, "active"))
		return MEMBERSHIP_ACTIVE;
	if (is(value, "pending"))
		return MEMBERSHIP_PENDING;
	return is(value, "suspended") ? MEMBERSHIP_SUSPENDED : MEMBERSHIP_NONE;
}

static enum credential_kind
kind_of(const struct wire_value *value)
{
	if (is(value, "session"))
		return CREDENTIAL_SESSION;
	if (is(value, "token"))
		return CREDENTIAL_TOKEN;
	return is(value, "oauth") ? CREDENTIAL_OAUTH : CREDENTIAL_NONE;
}

/* Reads an identifier with any prefix: each kind of credential has its own. */
static bool
uuid_of(const struct wire_value *value, struct uuid *uuid)
{
	static const char *const prefixes[] = {"usr", "ses", "pat"};

	if (value->type != WIRE_STRING)
		return false;
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (id_parse((const char *)value->data, value->size, prefixes[i], uuid))
			return true;
	}
	return false;
}

/* The scopes, and those that they include. */
static unsigned
with_included(unsigned scopes)
{
	unsigned all = scopes;

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if ((scopes & scope_infos[i].bit) != 0)
			all |= scope_infos[i].includes;
	}
	return all;
}

/* Reads one member of the reply. */
static bool
read_member(struct arena *arena, const struct wire_value *key,
	const struct wire_value *value, struct principal *principal)
{
	if (is(key, "member"))
		return uuid_of(value, &principal->member);
	if (is(key, "credential"))
		return uuid_of(value, &principal->credential);
	if (is(key, "membership"))
		principal->membership = membership_of(value);
	else if (is(key, "admin"))
		principal->admin = value->type == WIRE_BOOLEAN && value->boolean;
	else if (is(key, "kind"))
		principal->credential_kind = kind_of(value);
	else if (is(key, "scopes"))
		principal->scopes = with_included((unsigned)value->integer & SCOPE_ALL);
	else if (is(key, "client"))
		principal->client = text_of(arena, value);
	else if (is(key, "audience"))
		principal->audience = text_of(arena, value);
	else if (is(key, "tools") && value->type == WIRE_STRING)
		tool_set_named((const char *)value->data, value->size, &principal->tools);
	return true;
}

/* Reads identity's reply about a token; copies its texts. False when the reply breaks
 * the contract. */
static bool
read_principal(
	struct arena *arena, const void *wire, size_t size, struct principal *principal)
{
	struct wire_reader reader = wire_read(wire, size);
	struct wire_value map = wire_next(&reader);

	if (map.type != WIRE_MAP)
		return false;
	for (uint32_t i = 0; i < map.count; i++) {
		struct wire_value key = wire_next(&reader);
		struct wire_value value = wire_next(&reader);

		if (!read_member(arena, &key, &value, principal))
			return false;
	}
	return principal->membership != MEMBERSHIP_NONE &&
		principal->credential_kind != CREDENTIAL_NONE;
}

enum problem
auth_read_answer(
	struct arena *arena, const struct bus_result *result, struct principal *principal)
{
	struct message_reply reply;

	switch (result->outcome) {
	case BUS_ANSWERED:
		break;
	case BUS_EXPIRED:
		return PROBLEM_TIMEOUT;
	case BUS_UNAVAILABLE:
	case BUS_OVERLOADED:
	case BUS_LOST:
		return PROBLEM_SERVICE_UNAVAILABLE;
	}
	if (!message_decode_reply(arena, result->body, result->size, &reply))
		return PROBLEM_SERVICE_UNAVAILABLE;
	if (reply.problem == PROBLEM_INVALID_TOKEN || reply.problem == PROBLEM_TIMEOUT)
		return reply.problem;
	if (reply.problem != PROBLEM_NONE ||
		!read_principal(arena, reply.output, reply.output_size, principal))
		return PROBLEM_SERVICE_UNAVAILABLE;
	return PROBLEM_NONE;
}

struct text
auth_copy_text(struct arena *arena, const struct text *text)
{
	struct text copy = {text->presence, 0, ""};

	if (text->presence == GIVEN) {
		copy.size = text->size;
		copy.data = arena_copy(arena, text->data, text->size);
	}
	return copy;
}
