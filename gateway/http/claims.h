/*
 * claims.h - uploads that wait for memory or hold it: who comes first, who gives way.
 *
 * A member's usage is what its uploads have held lately (bytes times milliseconds, of
 * which a part is forgotten with each millisecond), and what they hold now, as if they
 * held it for half a minute. Those with little usage come first. The one with the largest
 * gives way, so nobody can keep others out, by holding memory for long, by renewing
 * uploads, or by resting in between. All loops of a process share the claims.
 */
#ifndef KITH_GATEWAY_HTTP_CLAIMS_H
#define KITH_GATEWAY_HTTP_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_claims;
struct http_usage;

/* Zero it first. */
struct http_claim {
	struct http_usage *usage; /* of its member */
	size_t bytes;
	bool waits, holds;
	struct http_claim *next;
};

/* At most `bytes_max` are held at a time, and `member_max` by the uploads of one member,
 * of which the first may be larger. */
struct http_claims *http_claims_new(size_t bytes_max, size_t member_max);
void http_claims_free(struct http_claims *claims);

/* Takes memory for an upload of a member, which the claim holds until its end. False when
 * there is none: the claim waits, and the caller asks again. The order is by the usage
 * that each member would have with its claim, the least first; among equal ones the
 * oldest claim comes first. A claim for which the member's own uploads leave no room does
 * not wait, so that it holds up nobody. */
bool http_claim_take(struct http_claims *claims, struct http_claim *claim,
	const uint8_t member[16], size_t bytes, int64_t now_ms);

/* Whether the claim holds memory for an upload of this member. */
bool http_claim_holds(const struct http_claim *claim, const uint8_t member[16]);

/* Ends a claim that waits or holds memory; others are ignored. */
void http_claim_end(struct http_claims *claims, struct http_claim *claim, int64_t now_ms);

/* Asks the servers to end uploads of the member with the largest usage until there is
 * room for a claim that waits and comes first. Nothing is asked if uploads of the claim's
 * size could get as large a usage, or if that member's have held little memory in the
 * last seconds. */
void http_claims_displace(
	struct http_claims *claims, struct http_claim *claim, int64_t now_ms);

/* Whether uploads are to end, and whose. No longer once the claim that asked has room or
 * has ended. */
bool http_claims_displaced(struct http_claims *claims, uint8_t member[16]);

#endif
