/*
 * secret.c - the secrets of a process, key derivation, and tokens.
 *
 * kithctl knows the root secret; every other process knows the keys of its own file. Only
 * the pseudo-random key of HKDF's extract step stays in memory. One expand block yields a
 * key of 32 bytes, so a key costs a single HMAC and is derived where it is needed.
 */
#include "common/secret/secret.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/secret/algorithms.h"
#include "common/secret/file.h"
#include "common/secret/ring.h"

#define PURPOSE_BYTES_MAX 200

/* Written before threads start. */
static struct key root; /* HKDF's PRK of the root secret */
static struct key next; /* the same of the next root secret, during a rotation */
static struct key own;  /* the same of the service's own secret, which its ring holds */
static struct secret_ring ring;
static enum {
	KNOWS_NOTHING,
	KNOWS_ROOT,
	KNOWS_RING
} knows;

/* HKDF-Extract without a salt. */
static struct key
extract(const void *secret, size_t size)
{
	static const struct key no_salt;
	struct key extracted;

	secret_mac(&no_salt, secret, size, extracted.bytes);
	return extracted;
}

/* HKDF-Expand. */
static struct key
expand(const struct key *extracted, const char *purpose)
{
	uint8_t info[PURPOSE_BYTES_MAX + 1];
	struct key key;
	int length = snprintf((char *)info, PURPOSE_BYTES_MAX, "kith %s", purpose);

	secret_require(length > 0 && length < PURPOSE_BYTES_MAX);
	info[length] = 0x01; /* the number of the block */
	secret_mac(extracted, info, (size_t)length + 1, key.bytes);
	return key;
}

/* "bus orgs", "service orgs". */
static const char *
purpose_of(char out[SECRET_PURPOSE_SIZE], const char *what, const char *service)
{
	int length = snprintf(out, SECRET_PURPOSE_SIZE, "%s %s", what, service);

	secret_require(length > 0 && length < SECRET_PURPOSE_SIZE);
	return out;
}

static const char *
load(const char *path, struct key *extracted)
{
	struct secret_file file;
	const char *why = secret_file_read(path, &file);

	if (why == NULL && secret_ring_recognizes(file.text))
		why = "it holds the keys of one process, not the instance's secret";
	if (why == NULL && file.size < KEY_SIZE)
		why = "it has fewer than the 32 bytes of a secret";
	if (why == NULL) {
		*extracted = extract(file.text, file.size);
		knows = KNOWS_ROOT;
	}
	explicit_bzero(&file, sizeof(file));
	return why;
}

const char *
secret_load_present(const char *path)
{
	return load(path, &root);
}

const char *
secret_load_root(const char *path)
{
	if (secret_next_exists(path))
		return "a rotation of the secret was interrupted: run `kithctl secret "
		       "rotate` to finish it";
	return load(path, &root);
}

const char *
secret_load_next(const char *path)
{
	char name[SECRET_PATH_SIZE];

	return secret_file_next(path, name) ? load(name, &next) : "its name is too long";
}

void
secret_use_next(void)
{
	secret_require(knows == KNOWS_ROOT);
	root = next;
	secret_mac_cache_erase();
}

/* The key of a process for one of its purposes. */
static struct key
key_of(const struct key *from, enum service_name process, const char *purpose)
{
	const struct secret_ring names = secret_ring_of(process);
	char service[SECRET_PURPOSE_SIZE];
	struct key key;

	if (secret_ring_find(&names, purpose) != NULL)
		return expand(from, purpose);
	key = expand(from, purpose_of(service, "service", service_names[process]));
	key = extract(key.bytes, KEY_SIZE);
	return expand(&key, purpose);
}

void
secret_pair(enum service_name process, const char *purpose, struct key *before,
	struct key *after)
{
	*before = key_of(&root, process, purpose);
	*after = key_of(&next, process, purpose);
}

/* Makes this ring the keys of the process. */
static void
use_ring(const struct secret_ring *made)
{
	char purpose[SECRET_PURPOSE_SIZE];
	const struct key *service;

	ring = *made;
	service = secret_ring_find(
		&ring, purpose_of(purpose, "service", service_names[ring.process]));
	if (service != NULL)
		own = extract(service->bytes, KEY_SIZE);
	explicit_bzero(&root, sizeof(root));
	knows = KNOWS_RING;
}

const char *
secret_load_keys(const char *path, enum service_name process)
{
	struct secret_ring made = secret_ring_of(process);
	struct secret_file file;
	const char *why = secret_file_read(path, &file);

	if (why == NULL)
		why = secret_ring_read(&made, file.text, file.size);
	if (why == NULL)
		use_ring(&made);
	explicit_bzero(&file, sizeof(file));
	explicit_bzero(&made, sizeof(made));
	return why;
}

static struct secret_ring
make_ring(enum service_name process)
{
	struct secret_ring made = secret_ring_of(process);

	secret_require(knows == KNOWS_ROOT);
	for (size_t i = 0; i < made.count; i++)
		made.keys[i].key = expand(&root, made.keys[i].purpose);
	return made;
}

char *
secret_key_file(struct arena *arena, enum service_name process)
{
	struct secret_ring made = make_ring(process);
	char *text = secret_ring_write(arena, &made);

	explicit_bzero(&made, sizeof(made));
	return text;
}

void
secret_act_as(enum service_name process)
{
	struct secret_ring made = make_ring(process);

	use_ring(&made);
	explicit_bzero(&made, sizeof(made));
}

void
secret_forget(void)
{
	explicit_bzero(&root, sizeof(root));
	explicit_bzero(&next, sizeof(next));
	explicit_bzero(&own, sizeof(own));
	explicit_bzero(&ring, sizeof(ring));
	secret_mac_cache_erase();
	knows = KNOWS_NOTHING;
}

/* Ends the process, because it asked for a key that it must not have. */
static _Noreturn void
lack(const char *purpose)
{
	fprintf(stderr, "This process has no key for \"%s\".\n", purpose);
	abort();
}

struct key
secret_key(const char *purpose)
{
	const struct key *found;

	if (knows == KNOWS_ROOT)
		return expand(&root, purpose);
	found = knows == KNOWS_RING ? secret_ring_find(&ring, purpose) : NULL;
	if (found != NULL)
		return *found;
	if (knows == KNOWS_NOTHING || ring.process == SERVICE_GATEWAY ||
		secret_ring_shares(purpose))
		lack(purpose);
	return expand(&own, purpose);
}

struct key
secret_bus_key(enum service_name service)
{
	char purpose[SECRET_PURPOSE_SIZE];

	purpose_of(purpose, "bus", service_names[service]);
	if (knows != KNOWS_ROOT && secret_ring_find(&ring, purpose) == NULL)
		lack(purpose);
	return secret_key(purpose);
}

struct key
secret_role_key(const char *service, const char *role)
{
	char purpose[SECRET_PURPOSE_SIZE], database[PURPOSE_BYTES_MAX];
	struct key made;

	purpose_of(purpose, "service", service);
	snprintf(database, sizeof(database), "database %s", role);
	if (knows != KNOWS_ROOT) {
		if (secret_ring_find(&ring, purpose) == NULL)
			lack(purpose);
		return expand(&own, database);
	}
	made = expand(&root, purpose);
	made = extract(made.bytes, KEY_SIZE);
	return expand(&made, database);
}

char *
secret_token(struct arena *arena, const char *prefix)
{
	uint8_t random[32];

	secret_random(random, sizeof(random));
	return arena_printf(
		arena, "%s%s", prefix, base64url_encode(arena, random, sizeof(random)));
}
