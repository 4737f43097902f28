/*
 * auth.c - resolves the credential of a request to its principal.
 *
 * Only the hash of a token leaves this file. Concurrent requests with the same token
 * share one lookup, so a client that opens fifty connections costs identity one call.
 * Invalid tokens are counted by address, because a client that invents tokens would
 * keep identity busy. An address with too many of them gets one lookup at a time, and
 * its other tokens wait in turn, so that members who share the address are not locked
 * out. A token that was valid before does not wait.
 */
#include "gateway/auth/auth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/auth/token_cache.h"
#include "gateway/core/gateway.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/core/lookup.h"
#include "gateway/core/observe/access.h"
#include "gateway/ratelimit/limit.h"
#include "proto/identity/identity.h"

/* How long a request may act on a resolution. */
#define FRESH_MS 1000

#define LOOKUP_TIMEOUT_MS 5000
#define USER_AGENT_MAX 200
#define ADDRESS_SIZE 64

/* A request that waits for a lookup; lives in the request's arena. */
struct waiter {
	struct gateway *gateway;
	struct http_request *request;
	enum auth_surface surface;
	auth_done *done;
	void *data;
	struct waiter *next;
	uint8_t hash[HASH_SIZE];
};

/* One call to identity, for all requests that wait for it. */
struct auth_lookup {
	struct gateway *gateway;
	uint8_t hash[HASH_SIZE];
	int64_t sent_ms;
	uint64_t moment; /* the time of the revocations when it was sent */
	uint64_t call;
	char address[ADDRESS_SIZE]; /* the address that counts an invalid token */
	struct waiter *waiters;
	struct waiter
		*behind; /* requests with other tokens of the same address, in order */
	struct auth_lookup *next;
};

/* The user agent, if it is valid UTF-8. */
static struct text
user_agent(const struct http_request *request)
{
	struct text none = {.data = ""};
	const char *value = http_header(request, "User-Agent");
	size_t size;

	if (value == NULL)
		return none;
	size = strlen(value);
	if (!utf8_valid(value, size))
		return none;
	if (size > USER_AGENT_MAX) {
		size = USER_AGENT_MAX;
		while (size > 0 && ((unsigned char)value[size] & 0xc0) == 0x80)
			size--;
	}
	return (struct text){
		GIVEN, (uint32_t)size, arena_copy(request->arena, value, size)};
}

/* Adds what a principal has from the request instead of the credential. */
static void
add_request(struct principal *principal, const struct http_request *request,
	enum auth_surface surface)
{
	principal->address = request->address;
	principal->user_agent = user_agent(request);
	principal->via = surface == SURFACE_MCP ? VIA_TOOL : VIA_REST;
}

/* Answers one request. */
static void
answer(const struct waiter *waiter, enum problem problem, const struct principal *known)
{
	struct principal principal = {0};
	struct http_request *request = waiter->request;

	if (problem == PROBLEM_NONE) {
		principal = *known;
		if (!auth_fits_surface(request->arena, known, waiter->surface))
			problem = PROBLEM_INVALID_TOKEN;
	}
	if (problem == PROBLEM_NONE) {
		principal.client = auth_copy_text(request->arena, &known->client);
		principal.audience = auth_copy_text(request->arena, &known->audience);
	} else {
		memset(&principal, 0, sizeof(principal));
	}
	add_request(&principal, request, waiter->surface);
	waiter->done(waiter->data, problem, &principal);
}

/* Removes a lookup from its list; the caller frees it. */
static void
unlink_lookup(struct auth_lookup *lookup)
{
	struct auth_lookup **at =
		token_cache_lookups(lookup->gateway->tokens, lookup->hash);

	while (*at != lookup)
		at = &(*at)->next;
	*at = lookup->next;
}

/* A lookup for the address, or NULL. */
static struct auth_lookup *
find_lookup_of(struct gateway *gateway, const char *address)
{
	uint8_t wanted[16], key[16];
	const size_t size = limit_address_key(address, wanted);

	for (size_t i = 0; i < TOKEN_LOOKUP_LISTS; i++) {
		struct auth_lookup *lookup = *token_cache_lookup_list(gateway->tokens, i);

		for (; lookup != NULL; lookup = lookup->next) {
			if (limit_address_key(lookup->address, key) == size &&
				memcmp(key, wanted, size) == 0)
				return lookup;
		}
	}
	return NULL;
}

/* Appends requests to those that wait for the lookup of their address. */
static void
wait_behind(struct auth_lookup *lookup, struct waiter *waiters)
{
	struct waiter **end = &lookup->behind;

	while (*end != NULL)
		end = &(*end)->next;
	*end = waiters;
}

static void resolve_token(struct waiter *waiter);

/* A lookup has ended: serves the requests behind it, until one needs a lookup. */
static void
go_on(struct gateway *gateway, const char *address, struct waiter *behind)
{
	while (behind != NULL) {
		struct auth_lookup *lookup = find_lookup_of(gateway, address);
		struct waiter *first = behind;

		if (lookup != NULL) {
			wait_behind(lookup, behind);
			return;
		}
		behind = first->next;
		first->next = NULL;
		resolve_token(first);
	}
}

/* Identity has answered: stores the result and answers all waiting requests. */
static void
lookup_done(void *data, const struct bus_result *result)
{
	struct auth_lookup *lookup = data;
	struct arena *arena = arena_new(1024);
	struct principal principal = {0};
	enum problem problem = auth_read_answer(arena, result, &principal);

	if (problem == PROBLEM_NONE || problem == PROBLEM_INVALID_TOKEN) {
		token_cache_store(lookup->gateway->tokens, lookup->hash, problem,
			&principal, lookup->sent_ms + TOKEN_LIFE_MS, lookup->moment);
	}
	if (problem == PROBLEM_INVALID_TOKEN)
		limit_guess(lookup->gateway, lookup->address);
	unlink_lookup(lookup);
	while (lookup->waiters != NULL) {
		const struct waiter *waiter = lookup->waiters;

		lookup->waiters = waiter->next;
		answer(waiter, problem, &principal);
	}
	go_on(lookup->gateway, lookup->address, lookup->behind);
	free(lookup);
	arena_free(arena);
}

/* A lookup of the hash that may be shared, or NULL. One that was sent before a change
 * of credentials may bring an outdated answer. */
static struct auth_lookup *
find_lookup(struct gateway *gateway, const uint8_t hash[HASH_SIZE])
{
	struct auth_lookup *lookup = *token_cache_lookups(gateway->tokens, hash);

	while (lookup != NULL &&
		(memcmp(lookup->hash, hash, HASH_SIZE) != 0 ||
			lookup->moment != revocations_now(gateway->revocations) ||
			lookup->sent_ms + TOKEN_LIFE_MS <= clock_monotonic_ms()))
		lookup = lookup->next;
	return lookup;
}

/* Starts the lookup of a token. */
static struct auth_lookup *
start_lookup(struct gateway *gateway, const uint8_t hash[HASH_SIZE],
	struct http_request *request)
{
	struct auth_lookup *lookup = calloc(1, sizeof(*lookup));
	struct auth_lookup **list;
	struct buffer message;

	if (lookup == NULL)
		abort();
	lookup->gateway = gateway;
	memcpy(lookup->hash, hash, HASH_SIZE);
	lookup->sent_ms = clock_monotonic_ms();
	lookup->moment = revocations_now(gateway->revocations);
	snprintf(lookup->address, sizeof(lookup->address), "%s", request->address.data);
	list = token_cache_lookups(gateway->tokens, hash);
	lookup->next = *list;
	*list = lookup;

	message = (struct buffer){.arena = request->arena};
	lookup_encode(&message, hex_encode(request->arena, hash, HASH_SIZE),
		request_id_of(request), traceparent_of(request), LOOKUP_TIMEOUT_MS);
	lookup->call =
		bus_call(gateway->bus, SERVICE_IDENTITY, message.data, message.size,
			lookup->sent_ms + LOOKUP_TIMEOUT_MS, true, lookup_done, lookup);
	return lookup;
}

/* The lookup that must end before this token is looked up; NULL = none. */
static struct auth_lookup *
find_lookup_before(struct gateway *gateway, const struct waiter *waiter)
{
	const char *address = waiter->request->address.data;

	return limit_guess_left(gateway, address) ||
			token_cache_held(gateway->tokens, waiter->hash)
		? NULL
		: find_lookup_of(gateway, address);
}

/* The cache entry of a token if it is still valid, or NULL. */
static const struct token_entry *
remembered(const struct gateway *gateway, const uint8_t hash[HASH_SIZE])
{
	const struct token_entry *entry =
		token_cache_find(gateway->tokens, hash, clock_monotonic_ms());

	if (entry == NULL ||
		!revocations_none_since(
			gateway->revocations, &entry->principal.member, entry->moment))
		return NULL;
	return entry;
}

/* Refreshes a cache entry shortly before it expires, so that a frequent client does not
 * wait once a second with all of its requests. */
static void
look_ahead(const struct waiter *waiter, const struct token_entry *entry)
{
	if (entry->problem == PROBLEM_NONE &&
		entry->expires_ms - clock_monotonic_ms() <= TOKEN_AHEAD_MS &&
		find_lookup(waiter->gateway, waiter->hash) == NULL)
		start_lookup(waiter->gateway, waiter->hash, waiter->request);
}

/* Answers from the cache, joins or starts a lookup, or waits for the turn of its
 * address. */
static void
resolve_token(struct waiter *waiter)
{
	struct gateway *gateway = waiter->gateway;
	const struct token_entry *entry = remembered(gateway, waiter->hash);
	struct auth_lookup *lookup, *before;

	if (entry != NULL) {
		look_ahead(waiter, entry);
		answer(waiter, entry->problem, &entry->principal);
		return;
	}
	lookup = find_lookup(gateway, waiter->hash);
	before = lookup == NULL ? find_lookup_before(gateway, waiter) : NULL;
	if (before != NULL) {
		wait_behind(before, waiter);
		return;
	}
	if (lookup == NULL)
		lookup = start_lookup(gateway, waiter->hash, waiter->request);
	waiter->next = lookup->waiters;
	lookup->waiters = waiter;
}

bool
auth_is_fresh(int64_t resolved_ms)
{
	return clock_monotonic_ms() - resolved_ms < FRESH_MS;
}

struct principal
auth_nobody(const struct http_request *request, enum auth_surface surface)
{
	struct principal nobody = {0};

	add_request(&nobody, request, surface);
	return nobody;
}

void
auth_resolve(struct gateway *gateway, struct http_request *request,
	enum auth_surface surface, bool *by_cookie, auth_done *done, void *data)
{
	struct waiter *waiter = arena_alloc(request->arena, sizeof(*waiter));
	bool cookie = false;
	const char *token;

	*waiter = (struct waiter){gateway, request, surface, done, data, NULL, {0}};
	token = auth_credential(request, surface, &cookie);
	if (by_cookie != NULL)
		*by_cookie = cookie;
	if (token == NULL) {
		struct principal nobody = auth_nobody(request, surface);

		done(data, PROBLEM_NONE, &nobody);
	} else if (!auth_token_shaped(token)) {
		answer(waiter, PROBLEM_INVALID_TOKEN, NULL);
	} else {
		secret_hash(token, strlen(token), waiter->hash);
		resolve_token(waiter);
	}
}

/* Removes the requests of `data` from a lookup, which continues for the cache. */
static void
drop_waiters(struct waiter **at, const void *data)
{
	while (*at != NULL) {
		if ((*at)->data == data)
			*at = (*at)->next;
		else
			at = &(*at)->next;
	}
}

void
auth_cancel(struct gateway *gateway, const void *data)
{
	for (size_t i = 0; i < TOKEN_LOOKUP_LISTS; i++) {
		struct auth_lookup *lookup = *token_cache_lookup_list(gateway->tokens, i);

		for (; lookup != NULL; lookup = lookup->next) {
			drop_waiters(&lookup->waiters, data);
			drop_waiters(&lookup->behind, data);
		}
	}
}

void
auth_free(struct gateway *gateway)
{
	for (size_t i = 0; i < TOKEN_LOOKUP_LISTS; i++) {
		struct auth_lookup **list = token_cache_lookup_list(gateway->tokens, i);

		while (*list != NULL) {
			struct auth_lookup *lookup = *list;

			*list = lookup->next;
			free(lookup);
		}
	}
	token_cache_free(gateway->tokens);
}
