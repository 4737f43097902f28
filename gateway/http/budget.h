/*
 * budget.h - the memory of requests under way, in the whole process and for each member.
 *
 * What libmicrohttpd needs for a connection is bounded by their number. What a request adds, its
 * arena, its body, and the part of an answer that the client has yet to take, is counted here.
 * The loops of a process share a budget. When it is exceeded, the server ends whoever is
 * slowest, and a handler does not begin what would hold more.
 */
#ifndef KITH_GATEWAY_HTTP_BUDGET_H
#define KITH_GATEWAY_HTTP_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_budget;

/* What requests hold. Each kind has a share of the budget, so that neither those who send
 * slowly nor those who do not read keep others from asking. */
enum http_share {
	SHARE_REQUESTS, /* 3/8: arenas, from the request line to the end of the answer */
	SHARE_BODIES,   /* 1/4 */
	SHARE_ANSWERS, /* 3/8: large ones, from when they are made until they are taken */
	SHARE_COUNT
};

struct http_budget *http_budget_new(size_t bytes_max);
void http_budget_free(struct http_budget *budget);

void http_budget_add(struct http_budget *budget, enum http_share share, size_t bytes);
void http_budget_remove(struct http_budget *budget, enum http_share share, size_t bytes);

/* What a share holds now, and what it may hold. */
size_t http_budget_held(const struct http_budget *budget, enum http_share share);
size_t http_budget_max(const struct http_budget *budget, enum http_share share);

/* Whether so many bytes more would be too many. */
bool http_budget_exceeded(
	const struct http_budget *budget, enum http_share share, size_t more);

/* The same for the answers of one member, who may have an eighth of the whole; the first one
 * always fits. */
void
http_budget_add_for(struct http_budget *budget, const uint8_t member[16], size_t bytes);
void http_budget_remove_for(
	struct http_budget *budget, const uint8_t member[16], size_t bytes);
bool http_budget_exceeded_for(
	struct http_budget *budget, const uint8_t member[16], size_t more);

#endif
