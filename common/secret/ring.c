/*
 * ring.c - defines which process has which keys.
 *
 * A service has a secret of its own, from which its private keys are derived, and the key
 * of its calls. The gateway has the call keys of all services. The table below lists the
 * keys that are derived from the root secret instead. Several processes need them, or
 * older releases derived them so and the database holds values that are encrypted with
 * them.
 */
#include "common/secret/ring.h"

#include <stdio.h>
#include <string.h>

#define MAGIC "kith-keys "
#define RELEASE "1 "

#define ONE(service) (1U << SERVICE_##service)

static const struct {
	const char *purpose;
	unsigned owners;
	bool shared;
} listed[] = {
	/* Services that write mails encrypt the links in them; notifications decrypts
	 * them and sends the mails. */
	{"outbox", ONE(IDENTITY) | ONE(ORGS) | ONE(PROJECTS) | ONE(NOTIFICATIONS), true},
	/* Values that one page of the gateway passes to the next, which another gateway
	 * may serve. */
	{"sign-in step", ONE(GATEWAY), true},
	{"totp", ONE(IDENTITY), false},
	{"recovery code", ONE(IDENTITY), false},
	{"idempotency", ONE(IDENTITY), false},
	{"idempotency request", ONE(IDENTITY), false},
};

static void
add(struct secret_ring *ring, const char *what, const char *service)
{
	snprintf(ring->keys[ring->count++].purpose, SECRET_PURPOSE_SIZE, "%s%s%s", what,
		service == NULL ? "" : " ", service == NULL ? "" : service);
}

struct secret_ring
secret_ring_of(enum service_name process)
{
	struct secret_ring ring = {.process = process};

	if (process == SERVICE_GATEWAY) {
		for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++)
			add(&ring, "bus", service_names[i]);
	} else {
		add(&ring, "service", service_names[process]);
		add(&ring, "bus", service_names[process]);
	}
	for (size_t i = 0; i < COUNT_OF(listed); i++) {
		if (listed[i].owners >> process & 1)
			add(&ring, listed[i].purpose, NULL);
	}
	return ring;
}

const struct key *
secret_ring_find(const struct secret_ring *ring, const char *purpose)
{
	for (size_t i = 0; i < ring->count; i++) {
		if (strcmp(ring->keys[i].purpose, purpose) == 0)
			return &ring->keys[i].key;
	}
	return NULL;
}

bool
secret_ring_shares(const char *purpose)
{
	for (size_t i = 0; i < COUNT_OF(listed); i++) {
		if (strcmp(listed[i].purpose, purpose) == 0)
			return listed[i].shared;
	}
	return false;
}

bool
secret_ring_recognizes(const char *text)
{
	return strncmp(text, MAGIC, strlen(MAGIC)) == 0;
}

char *
secret_ring_write(struct arena *arena, const struct secret_ring *ring)
{
	struct buffer out = {.arena = arena};
	const char *line =
		arena_printf(arena, MAGIC RELEASE "%s\n", service_names[ring->process]);

	buffer_append(&out, line, strlen(line));
	for (size_t i = 0; i < ring->count; i++) {
		line = arena_printf(arena, "%s %s\n",
			base64url_encode(arena, ring->keys[i].key.bytes, KEY_SIZE),
			ring->keys[i].purpose);
		buffer_append(&out, line, strlen(line));
	}
	buffer_append(&out, "", 1);
	return (char *)out.data;
}

/* Advances past the expected text; false when other text is there. */
static bool
take(const char **at, const char *expected)
{
	size_t size = strlen(expected);

	if (strncmp(*at, expected, size) != 0)
		return false;
	*at += size;
	return true;
}

static bool
take_key(struct arena *arena, const char **at, const char *purpose, struct key *key)
{
	size_t size = strcspn(*at, " "), decoded = 0;
	uint8_t *bytes = base64url_decode(arena, *at, size, &decoded);

	if (bytes == NULL || decoded != KEY_SIZE)
		return false;
	memcpy(key->bytes, bytes, KEY_SIZE);
	explicit_bzero(bytes, KEY_SIZE);
	*at += size;
	return take(at, " ") && take(at, purpose) && take(at, "\n");
}

/* Names the process that the file belongs to, when it is another's; else NULL. */
static const char *
name_owner(const char *at, enum service_name process)
{
	static char sentence[160];

	for (int i = 0; i < SERVICE_COUNT; i++) {
		const char *behind = at;

		if (!take(&behind, service_names[i]) || *behind != '\n')
			continue;
		snprintf(sentence, sizeof(sentence),
			"it holds the keys of %s; this is %s", service_names[i],
			service_names[process]);
		return sentence;
	}
	return NULL;
}

const char *
secret_ring_read(struct secret_ring *ring, const char *text, size_t size)
{
	static const char damaged[] =
		"it is damaged or was written by another release: run `kithctl keys "
		"--out DIR` to write the key files again";
	const char *at = text, *why;
	struct arena *arena;
	bool good;

	if (!take(&at, MAGIC)) {
		return "it is not a key file: run `kithctl keys --out DIR`, which writes "
		       "one for each process from the root secret";
	}
	if (!take(&at, RELEASE))
		return damaged;
	why = name_owner(at, ring->process);
	good = take(&at, service_names[ring->process]) && take(&at, "\n");
	if (!good)
		return why != NULL ? why : damaged;
	arena = arena_new(4096);
	for (size_t i = 0; good && i < ring->count; i++)
		good = take_key(arena, &at, ring->keys[i].purpose, &ring->keys[i].key);
	arena_free(arena);
	return good && at == text + size ? NULL : damaged;
}
