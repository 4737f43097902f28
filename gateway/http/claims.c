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
	size_t bytes_max, member_max;
	pthread_mutex_t mutex; /* of the following */
	size_t bytes;          /* what all claims hold */
	struct http_usage *usages;
	struct http_claim *waiting; /* in the order of their arrival */
	uint8_t displaced[16];      /* whose uploads are to end */
	size_t displaced_bytes;     /* until so many are free; 0 = none are to end */
};

struct http_claims *
http_claims_new(size_t bytes_max, size_t member_max)
{
	struct http_claims *claims = calloc(1, sizeof(*claims));

	if (claims == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	claims->bytes_max = bytes_max;
	claims->member_max = member_max;
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

static bool
has_room(const struct http_claims *claims, size_t more)
{
	return claims->bytes <= claims->bytes_max &&
		more <= claims->bytes_max - claims->bytes;
}

/* Adds a claim to those that wait. */
static void
begin_waiting(struct http_claims *claims, struct http_claim *claim,
	struct http_usage *usage, size_t bytes)
{
	struct http_claim **end = &claims->waiting;

	while (*end != NULL)
		end = &(*end)->next;
	*end = claim;
	*claim = (struct http_claim){.usage = usage, .bytes = bytes, .waits = true};
	usage->claims++;
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

/* How many bytes the claims need that precede one of those that wait. */
static size_t
bytes_before(
	const struct http_claims *claims, const struct http_claim *claim, int64_t now_ms)
{
	const int64_t own = size_of(claim->usage, claim->bytes, now_ms);
	size_t before = 0;
	bool behind = false;

	for (const struct http_claim *at = claims->waiting; at != NULL; at = at->next) {
		const int64_t others = size_of(at->usage, at->bytes, now_ms);

		behind = behind || at == claim;
		if (others < own || (others == own && !behind))
			before += at->bytes;
	}
	return before;
}

static void
end(struct http_claims *claims, struct http_claim *claim, int64_t now_ms)
{
	if (claim->waits)
		stop_waiting(claims, claim);
	settle(claim->usage, now_ms);
	if (claim->holds) {
		claim->usage->bytes -= claim->bytes;
		claims->bytes -= claim->bytes;
	}
	claim->usage->claims--;
	claim->holds = false;
}

static bool
take(struct http_claims *claims, struct http_claim *claim, struct http_usage *usage,
	size_t bytes, int64_t now_ms)
{
	if (usage->bytes > 0 && usage->bytes + bytes > claims->member_max) {
		if (claim->waits)
			end(claims, claim, now_ms);
		return false;
	}
	if (!claim->waits)
		begin_waiting(claims, claim, usage, bytes);
	if (!has_room(claims, bytes + bytes_before(claims, claim, now_ms)))
		return false;
	stop_waiting(claims, claim);
	settle(usage, now_ms);
	usage->bytes += bytes;
	claims->bytes += bytes;
	claim->holds = true;
	return true;
}

bool
http_claim_take(struct http_claims *claims, struct http_claim *claim,
	const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	bool taken;

	pthread_mutex_lock(&claims->mutex);
	taken = take(claims, claim, usage_of(claims, member, now_ms), bytes, now_ms);
	pthread_mutex_unlock(&claims->mutex);
	return taken;
}

bool
http_claim_holds(const struct http_claim *claim, const uint8_t member[16])
{
	return claim->holds && memcmp(claim->usage->member, member, 16) == 0;
}

void
http_claim_end(struct http_claims *claims, struct http_claim *claim, int64_t now_ms)
{
	if (!claim->waits && !claim->holds)
		return;
	pthread_mutex_lock(&claims->mutex);
	end(claims, claim, now_ms);
	pthread_mutex_unlock(&claims->mutex);
}

/* The member with the largest usage, if a claim may displace it; otherwise NULL. */
static const struct http_usage *
find_largest(struct http_claims *claims, const struct http_claim *claim, int64_t now_ms)
{
	const struct http_usage *largest = NULL;
	/* As if it had held its memory for as long as possible. */
	int64_t most = size_of(claim->usage, claim->bytes, now_ms) +
		(int64_t)(claim->usage->bytes + claim->bytes) * FORGET_MS;

	for (struct http_usage *at = claims->usages; at != NULL; at = at->next) {
		const int64_t size = at->bytes > 0 ? size_of(at, 0, now_ms) : 0;

		if (size > most) {
			largest = at;
			most = size;
		}
	}
	return largest != NULL && largest->held > LITTLE ? largest : NULL;
}

void
http_claims_displace(struct http_claims *claims, struct http_claim *claim, int64_t now_ms)
{
	const struct http_usage *largest = NULL;

	if (!claim->waits)
		return;
	pthread_mutex_lock(&claims->mutex);
	if (bytes_before(claims, claim, now_ms) == 0) {
		largest = find_largest(claims, claim, now_ms);
		claims->displaced_bytes = largest != NULL ? claim->bytes : 0;
	}
	if (largest != NULL)
		memcpy(claims->displaced, largest->member, 16);
	pthread_mutex_unlock(&claims->mutex);
}

bool
http_claims_displaced(struct http_claims *claims, uint8_t member[16])
{
	bool displaced;

	pthread_mutex_lock(&claims->mutex);
	displaced = !has_room(claims, claims->displaced_bytes);
	memcpy(member, claims->displaced, 16);
	pthread_mutex_unlock(&claims->mutex);
	return displaced;
}
