#include "gateway/http/claims.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* In this time about two thirds of what a member has held are forgotten. */
#define FORGET_MS 8000

/* How long an upload is expected to hold its memory. */
#define EXPECTED_MS 30000

/* The uploads of a member that has held less than this are not ended. An upload of 8 MiB
 * reaches it in seven seconds and one of 6 MiB in eleven, so that a photo has time to
 * arrive on a slow line. */
#define LITTLE ((int64_t)8 * 1024 * 1024 * 4500)

/* Of a member that has a claim or had one in the last FORGET_MS. Connections and the rate
 * limits bound how many there are. */
struct http_usage {
	uint8_t member[16];
	int64_t held; /* bytes times milliseconds, at that time */
	int64_t at_ms;
	size_t bytes; /* what its claims hold now */
	int claims;
	struct http_usage *next;
};

struct http_claims {
	pthread_mutex_t mutex; /* of the following */
	struct http_usage *usages;
	struct http_claim *waiting; /* in the order of their arrival */
	uint8_t displaced[16];      /* whose uploads are to end */
	size_t displaced_bytes;
};

struct http_claims *
http_claims_new(void)
{
	struct http_claims *claims = calloc(1, sizeof(*claims));

	if (claims == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	pthread_mutex_init(&claims->mutex, NULL);
	return claims;
}

void
http_claims_free(struct http_claims *claims)
{
	while (claims->usages != NULL) {
		struct http_usage *usage = claims->usages;

		claims->usages = usage->next;
		free(usage);
	}
	pthread_mutex_destroy(&claims->mutex);
	free(claims);
}

/* ---- usage ---- */

/* Adds what the member has held since the last time, and forgets some of before. */
static void
settle(struct http_usage *usage, int64_t now_ms)
{
	int64_t passed_ms = now_ms - usage->at_ms;

	if (passed_ms > FORGET_MS)
		passed_ms = FORGET_MS;
	usage->held += ((int64_t)usage->bytes - usage->held / FORGET_MS) * passed_ms;
	usage->at_ms = now_ms;
}

/* The usage of a member. Frees those of members who had no claim lately. */
static struct http_usage *
usage_of(struct http_claims *claims, const uint8_t member[16], int64_t now_ms)
{
	struct http_usage **at = &claims->usages, *found = NULL;

	while (*at != NULL) {
		struct http_usage *usage = *at;

		if (memcmp(usage->member, member, 16) == 0)
			found = usage;
		if (usage == found || usage->claims > 0 ||
			now_ms - usage->at_ms < FORGET_MS) {
			at = &usage->next;
			continue;
		}
		*at = usage->next;
		free(usage);
	}
	if (found != NULL)
		return found;
	found = calloc(1, sizeof(*found));
	if (found == NULL)
		abort();
	memcpy(found->member, member, 16);
	found->at_ms = now_ms;
	found->next = claims->usages;
	claims->usages = found;
	return found;
}

/* The usage of a member, if it held `more` bytes than it does. */
static int64_t
size_of(struct http_usage *usage, size_t more, int64_t now_ms)
{
	settle(usage, now_ms);
	return usage->held + (int64_t)(usage->bytes + more) * EXPECTED_MS;
}

/* ---- claims ---- */

size_t
http_claim_wait(struct http_claims *claims, struct http_claim *claim,
	const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	struct http_claim **end = &claims->waiting;
	size_t before = 0;
	bool behind = false;
	int64_t own;

	pthread_mutex_lock(&claims->mutex);
	if (!claim->waits) {
		while (*end != NULL)
			end = &(*end)->next;
		*claim = (struct http_claim){.usage = usage_of(claims, member, now_ms),
			.bytes = bytes,
			.waits = true};
		claim->usage->claims++;
		*end = claim;
	}
	own = size_of(claim->usage, bytes, now_ms);
	for (const struct http_claim *at = claims->waiting; at != NULL; at = at->next) {
		const int64_t others = size_of(at->usage, at->bytes, now_ms);

		behind = behind || at == claim;
		if (others < own || (others == own && !behind))
			before += at->bytes;
	}
	pthread_mutex_unlock(&claims->mutex);
	return before;
}

/* Lets a claim wait no longer. Claims that still need room ask again. */
static void
stop_waiting(struct http_claims *claims, struct http_claim *claim)
{
	struct http_claim **at = &claims->waiting;

	while (*at != claim)
		at = &(*at)->next;
	*at = claim->next;
	claim->waits = false;
	claims->displaced_bytes = 0;
}

void
http_claim_hold(struct http_claims *claims, struct http_claim *claim, int64_t now_ms)
{
	pthread_mutex_lock(&claims->mutex);
	stop_waiting(claims, claim);
	settle(claim->usage, now_ms);
	claim->usage->bytes += claim->bytes;
	claim->holds = true;
	pthread_mutex_unlock(&claims->mutex);
}

void
http_claim_end(struct http_claims *claims, struct http_claim *claim, int64_t now_ms)
{
	if (!claim->waits && !claim->holds)
		return;
	pthread_mutex_lock(&claims->mutex);
	if (claim->waits)
		stop_waiting(claims, claim);
	settle(claim->usage, now_ms);
	if (claim->holds)
		claim->usage->bytes -= claim->bytes;
	claim->usage->claims--;
	claim->holds = false;
	pthread_mutex_unlock(&claims->mutex);
}

void
http_claims_displace(
	struct http_claims *claims, const struct http_claim *claim, int64_t now_ms)
{
	const struct http_usage *largest = NULL;
	int64_t most;

	pthread_mutex_lock(&claims->mutex);
	/* As if it had held its memory for as long as possible. */
	most = size_of(claim->usage, claim->bytes, now_ms) +
		(int64_t)(claim->usage->bytes + claim->bytes) * FORGET_MS;
	for (struct http_usage *at = claims->usages; at != NULL; at = at->next) {
		const int64_t size = at->bytes > 0 ? size_of(at, 0, now_ms) : 0;

		if (size > most) {
			largest = at;
			most = size;
		}
	}
	claims->displaced_bytes = 0;
	if (largest != NULL && largest->held > LITTLE) {
		memcpy(claims->displaced, largest->member, 16);
		claims->displaced_bytes = claim->bytes;
	}
	pthread_mutex_unlock(&claims->mutex);
}

size_t
http_claims_displaced(struct http_claims *claims, uint8_t member[16])
{
	size_t bytes;

	pthread_mutex_lock(&claims->mutex);
	bytes = claims->displaced_bytes;
	memcpy(member, claims->displaced, 16);
	pthread_mutex_unlock(&claims->mutex);
	return bytes;
}
