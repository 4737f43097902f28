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

struct http_claims *http_claims_new(void);
void http_claims_free(struct http_claims *claims);

/* Has a claim wait, and returns how many bytes the claims need that precede it: those
 * whose member would have less usage with the claim, then older ones. */
size_t http_claim_wait(struct http_claims *claims, struct http_claim *claim,
	const uint8_t member[16], size_t bytes, int64_t now_ms);

/* The claim waits no longer, and holds its memory. */
void
http_claim_hold(struct http_claims *claims, struct http_claim *claim, int64_t now_ms);

/* Ends a claim that waits or holds memory; others are ignored. */
void http_claim_end(struct http_claims *claims, struct http_claim *claim, int64_t now_ms);

/* Asks the servers to end uploads of the member with the largest usage until there is
 * room for a claim that waits. Nothing is asked if uploads of the claim's size could get
 * as large a usage, or if that member's have held little memory in the last seconds. */
void http_claims_displace(
	struct http_claims *claims, const struct http_claim *claim, int64_t now_ms);

/* What was asked for: how many bytes, and whose uploads are to end. 0 = nothing, or a
 * claim has been met or has ended since. */
size_t http_claims_displaced(struct http_claims *claims, uint8_t member[16]);

#endif
