/*
 * memory.h - memory accounting: what requests hold, in the process and for each member.
 *
 * The number of connections bounds what libmicrohttpd needs for them. What requests need
 * beside that is charged to one of five shares. All loops of a process charge the same
 * accounts; a server that finds a share exceeded ends its slowest connections.
 */
#ifndef KITH_GATEWAY_HTTP_MEMORY_H
#define KITH_GATEWAY_HTTP_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gateway/http/claims.h"

struct http_memory;

/* Each kind of memory has its own share: slow senders and slow readers cannot keep others
 * from asking. */
enum http_share {
	SHARE_REQUESTS, /* 3/16: arenas, from the request line to the end of the answer */
	SHARE_UPLOADS,  /* 7/16: bodies that claim their room before they are read */
	SHARE_BODIES,   /* 2/16: other ones of members */
	SHARE_SMALL_BODIES, /* 1/16: of strangers, and short forms of pages */
	SHARE_ANSWERS,      /* 3/16: large ones, until their clients have taken them */
	SHARE_COUNT
};

struct http_memory *http_memory_new(size_t bytes_max);
void http_memory_free(struct http_memory *memory);

/* The claims of uploads, which bound the memory of their share. One member holds a
 * sixteenth of the whole: of the default 128 MiB, four uploads of 8 MiB leave 24. */
struct http_claims *http_memory_claims(const struct http_memory *memory);

/* What a share holds now, and its limit. */
size_t http_memory_held(const struct http_memory *memory, enum http_share share);
size_t http_memory_max(const struct http_memory *memory, enum http_share share);

/* Whether `more` bytes would exceed the limit of a share. */
bool http_memory_exceeded(
	const struct http_memory *memory, enum http_share share, size_t more);

/*
 * The same for one member and its bodies or answers. Of the whole, the limit is a
 * sixty-fourth for bodies and a thirty-second for answers. Four members leave others half
 * of the share of bodies, and a third of that of answers, however quickly they end them
 * and begin new ones. The first one always fits. Loops that ask at the same moment may
 * each charge one more, unless they use http_memory_take().
 */
bool http_memory_member_exceeded(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t more);

/* Replaces a charge of `before` bytes to a member by one of `after`, unless the member
 * would exceed its limit: then nothing changes, and the answer is false. One lock covers
 * the comparison and the charge. */
bool http_memory_take(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t before, size_t after);

/* What a member holds of a share. */
size_t http_memory_member_held(
	struct http_memory *memory, const uint8_t member[16], enum http_share share);

/* How many of `bytes` of a body or an answer are charged: small ones are not. */
size_t http_memory_counted(size_t bytes);

/* Replaces a charge of `before` bytes to a member by one of `after`. */
void http_memory_charge_member(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t before, size_t after);

/* Counts `change` more idle connections. Returns how many there are in all loops. */
int http_memory_count_idle(struct http_memory *memory, int change);

/* What the connections of one server hold. */
struct http_account {
	struct http_memory *memory;
	size_t bytes;
	size_t peak_bytes; /* since memory was last returned to the system */
};

/* Replaces a charge of `*charged` bytes to a share by one of `bytes`. */
void http_memory_charge(struct http_account *account, enum http_share share,
	size_t *charged, size_t bytes);

/* Counts memory that belongs to no share: `before` bytes become `after`. */
void http_memory_count(struct http_account *account, size_t before, size_t after);

/* Returns memory to the system once `least` bytes and half of the peak are free. */
void http_memory_trim(struct http_account *account, size_t least);

#endif
