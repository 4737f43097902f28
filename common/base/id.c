/*
 * id.c - identifiers that sort by creation time.
 *
 * A UUIDv7 begins with 48 bits of milliseconds. The 12 bits after the version hold the
 * fraction of the millisecond (RFC 9562, section 6.2, method 3). Within a process both
 * together only increase: when the clock stands still or goes back, the next id
 * increments the last one. The other 62 bits are random.
 */
#include "common/base/id.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/base/clock.h"
#include "common/base/log.h"

#define SYMBOLS 26
#define PREFIX_MAX (ID_TEXT_MAX - SYMBOLS - 2)

static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

/* The value of each symbol plus one. Only lower case and no ambiguous letters are valid,
 * so that every id has exactly one text. */
static const uint8_t symbol_values[256] = {
	['0'] = 1,
	['1'] = 2,
	['2'] = 3,
	['3'] = 4,
	['4'] = 5,
	['5'] = 6,
	['6'] = 7,
	['7'] = 8,
	['8'] = 9,
	['9'] = 10,
	['a'] = 11,
	['b'] = 12,
	['c'] = 13,
	['d'] = 14,
	['e'] = 15,
	['f'] = 16,
	['g'] = 17,
	['h'] = 18,
	['j'] = 19,
	['k'] = 20,
	['m'] = 21,
	['n'] = 22,
	['p'] = 23,
	['q'] = 24,
	['r'] = 25,
	['s'] = 26,
	['t'] = 27,
	['v'] = 28,
	['w'] = 29,
	['x'] = 30,
	['y'] = 31,
	['z'] = 32,
};

static const struct {
	const char *prefix, *kind;
} kinds[] = {
	{"usr", "a member's id"},
	{"org", "an organization's id"},
	{"oapp", "an organization application's id"},
	{"oinv", "an invitation's id"},
	{"jreq", "a join request's id"},
	{"post", "an ask's id"},
	{"prog", "a progress entry's id"},
	{"proj", "a project's id"},
	{"aff", "an affiliation's id"},
	{"evt", "an event's id"},
	{"intro", "an intro request's id"},
	{"ntf", "a notification's id"},
	{"obx", "an outbox message's id"},
	{"pat", "a token's id"},
	{"ses", "a session's id"},
	{"cli", "a client's id"},
	{"rep", "a report's id"},
	{"act", "an activity entry's id"},
	{"apr", "an approval's id"},
	{"srch", "a saved search's id"},
};

/* Random bits that a thread has in stock, so that one system call serves many ids. */
static _Thread_local struct {
	uint64_t bits[32]; /* getrandom(2) never returns part of 256 bytes */
	size_t left;
} drawn;

/* Empties the stock in a child of fork(), which must not use its parent's bits. */
static void
forget_drawn(void)
{
	drawn.left = 0;
}

static void
forget_in_children(void)
{
	if (pthread_atfork(NULL, NULL, forget_drawn) != 0) {
		log_error("out_of_memory", LOG_TEXT("where", "id"));
		abort();
	}
}

/* Fills the thread's stock. Without randomness ids are guessable, so the process ends. */
static void
draw(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	ssize_t got;

	pthread_once(&once, forget_in_children);
	do {
		got = getrandom(drawn.bits, sizeof(drawn.bits), 0);
	} while (got < 0 && errno == EINTR);
	if (got != (ssize_t)sizeof(drawn.bits)) {
		log_error("getrandom_failed", LOG_INT("errno", errno));
		abort();
	}
	drawn.left = COUNT_OF(drawn.bits);
}

static uint64_t
random_bits(void)
{
	uint64_t bits;

	if (drawn.left == 0)
		draw();
	drawn.left--;
	bits = drawn.bits[drawn.left];
	drawn.bits[drawn.left] = 0;
	return bits;
}

/* The time in 1/4096 ms; each value is returned once per process. */
static uint64_t
next_ticks(void)
{
	static _Atomic uint64_t last_ticks;
	int64_t now_us = clock_unix_us();
	uint64_t now =
		(uint64_t)(now_us / 1000) << 12 | (uint64_t)(now_us % 1000 * 4096 / 1000);
	uint64_t last = atomic_load(&last_ticks), ticks;

	do {
		ticks = now > last ? now : last + 1;
	} while (!atomic_compare_exchange_weak(&last_ticks, &last, ticks));
	return ticks;
}

/* Thread-safe. */
struct uuid
id_new(void)
{
	uint64_t ticks = next_ticks(), noise = random_bits();
	uint64_t high = (ticks >> 12) << 16 | UINT64_C(0x7000) | (ticks & 0xfff);
	uint64_t low = UINT64_C(0x8000000000000000) | noise >> 2;
	struct uuid uuid;

	for (int i = 0; i < 8; i++) {
		uuid.bytes[i] = (uint8_t)(high >> (56 - 8 * i));
		uuid.bytes[8 + i] = (uint8_t)(low >> (56 - 8 * i));
	}
	return uuid;
}

/* Writes 128 bits as 26 symbols of 5 bits; the first two bits are zero. */
size_t
id_format(char out[ID_TEXT_MAX], const char *prefix, const struct uuid *uuid)
{
	size_t prefix_size = strnlen(prefix, PREFIX_MAX);
	char *symbol = out + prefix_size + 1;
	unsigned bits = 0, bit_count = 2;

	memcpy(out, prefix, prefix_size);
	out[prefix_size] = '_';
	for (size_t i = 0; i < sizeof(uuid->bytes); i++) {
		bits = (bits & 0x1f) << 8 | uuid->bytes[i];
		bit_count += 8;
		while (bit_count >= 5) {
			bit_count -= 5;
			*symbol++ = alphabet[bits >> bit_count & 0x1f];
		}
	}
	*symbol = '\0';
	return prefix_size + 1 + SYMBOLS;
}

static bool
parse_symbols(const char *data, struct uuid *uuid)
{
	unsigned bits = 0, bit_count = 0;
	size_t at = 0;

	if (data[0] > '7')
		return false;
	for (size_t i = 0; i < SYMBOLS; i++) {
		unsigned value = symbol_values[(unsigned char)data[i]];

		if (value == 0)
			return false;
		bits = (bits << 5 | (value - 1)) & 0x1fff;
		bit_count += i == 0 ? 3 : 5;
		if (bit_count >= 8) {
			bit_count -= 8;
			uuid->bytes[at++] = (uint8_t)(bits >> bit_count);
		}
	}
	return true;
}

/* Accepts only the text that id_format() writes. */
bool
id_parse(const char *data, size_t size, const char *prefix, struct uuid *uuid)
{
	size_t prefix_size = strlen(prefix);
	struct uuid parsed = {{0}};

	if (size != prefix_size + 1 + SYMBOLS || memcmp(data, prefix, prefix_size) != 0 ||
		data[prefix_size] != '_' ||
		!parse_symbols(data + prefix_size + 1, &parsed))
		return false;
	*uuid = parsed;
	return true;
}

const char *
id_kind(const char *data, size_t size)
{
	struct uuid ignored;

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (id_parse(data, size, kinds[i].prefix, &ignored))
			return kinds[i].kind;
	}
	return NULL;
}

/* Ids are not secret, so the comparison need not take constant time. */
bool
id_equal(const struct uuid *a, const struct uuid *b)
{
	return memcmp(a->bytes, b->bytes, sizeof(a->bytes)) == 0;
}
