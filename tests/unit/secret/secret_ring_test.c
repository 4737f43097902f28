/*
 * secret_ring_test.c - the contents of the key files of processes.
 */
#include <fcntl.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"
#include "tests/unit/secret/secret_scene.h"

static const uint8_t root[KEY_SIZE] = "the secret of an older instance";

static char *
file_of(enum service_name process)
{
	return file_by(root, process);
}

/* Loads the keys of that process. */
static void
become(enum service_name process)
{
	const char *text = file_of(process);

	write_file(text, strlen(text), 0600);
	assert_null(secret_load_keys(path, process));
}

/* The key that OpenSSL's own HKDF derives. */
static struct key
hkdf(const void *secret, const char *info)
{
	EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
	uint8_t input[KEY_SIZE];
	char digest[] = "SHA256", info_text[100];
	OSSL_PARAM params[4];
	struct key key;

	memcpy(input, secret, KEY_SIZE);
	snprintf(info_text, sizeof(info_text), "%s", info);
	params[0] = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0);
	params[1] = OSSL_PARAM_construct_octet_string(
		OSSL_KDF_PARAM_KEY, input, sizeof(input));
	params[2] = OSSL_PARAM_construct_octet_string(
		OSSL_KDF_PARAM_INFO, info_text, strlen(info_text));
	params[3] = OSSL_PARAM_construct_end();
	assert_int_equal(EVP_KDF_derive(context, key.bytes, KEY_SIZE, params), 1);
	EVP_KDF_CTX_free(context);
	EVP_KDF_free(kdf);
	return key;
}

static void
assert_same(const struct key *a, const struct key *b)
{
	assert_memory_equal(a->bytes, b->bytes, KEY_SIZE);
}

static void
assert_other(const struct key *a, const struct key *b)
{
	assert_memory_not_equal(a->bytes, b->bytes, KEY_SIZE);
}

/* The number of lines of a text, with its title. */
static size_t
lines_of(const char *text)
{
	size_t count = 0;

	for (; *text != '\0'; text++)
		count += *text == '\n';
	return count;
}

TEST(gives_each_process_its_own_keys_only)
{
	static const struct {
		enum service_name process;
		size_t lines;
	} cases[] = {{SERVICE_GATEWAY, SERVICE_COUNT + 1}, {SERVICE_IDENTITY, 8},
		{SERVICE_ORGS, 4}, {SERVICE_CONTENT, 3}, {SERVICE_NOTIFICATIONS, 4}};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(lines_of(file_of(cases[i].process)), cases[i].lines);
	assert_null(strstr(file_of(SERVICE_GATEWAY), "service"));
	assert_null(strstr(file_of(SERVICE_CONTENT), "outbox"));
	assert_null(strstr(file_of(SERVICE_ORGS), "totp"));
}

TEST(derives_a_services_keys_from_its_own_secret)
{
	struct key own, expected, found;

	own = hkdf(root, "kith service orgs");
	become(SERVICE_ORGS);
	expected = hkdf(own.bytes, "kith cursor");
	found = secret_key("cursor");
	assert_same(&found, &expected);
	expected = hkdf(own.bytes, "kith database kith_orgs");
	found = secret_role_key("orgs", "kith_orgs");
	assert_same(&found, &expected);
	/* kithctl derives the role's password from the same key. */
	file_of(SERVICE_ORGS);
	found = secret_role_key("orgs", "kith_orgs");
	assert_same(&found, &expected);
}

TEST(two_services_share_no_key_but_those_of_mails)
{
	struct key orgs, content, notifications;

	become(SERVICE_CONTENT);
	content = secret_key("cursor");
	become(SERVICE_ORGS);
	orgs = secret_key("cursor");
	assert_other(&orgs, &content);
	orgs = secret_key(OUTBOX_SEAL);
	become(SERVICE_NOTIFICATIONS);
	notifications = secret_key(OUTBOX_SEAL);
	assert_same(&orgs, &notifications);
}

TEST(the_gateway_has_the_bus_key_of_each_service)
{
	struct key own[SERVICE_COUNT], found;

	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		become((enum service_name)i);
		own[i] = secret_bus_key((enum service_name)i);
		for (int other = SERVICE_GATEWAY + 1; other < i; other++)
			assert_other(&own[i], &own[other]);
	}
	become(SERVICE_GATEWAY);
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		found = secret_bus_key((enum service_name)i);
		assert_same(&found, &own[i]);
	}
}

static void
use_anothers_bus_key(void)
{
	secret_bus_key(SERVICE_IDENTITY);
}

static void
use_anothers_password(void)
{
	secret_role_key("identity", "kith_identity");
}

static void
seal_a_mail(void)
{
	secret_key(OUTBOX_SEAL);
}

static void
make_a_password(void)
{
	secret_role_key("orgs", "kith_orgs");
}

static void
page_through_a_list(void)
{
	secret_key("cursor");
}

/* Expects that a process without the key ends, instead of using another one. */
static void
assert_lacks(enum service_name process, void (*use)(void))
{
	char *said;

	become(process);
	assert_int_equal(capture_death(use, &said), SIGABRT);
	assert_non_null(strstr(said, "has no key for"));
	free(said);
}

TEST(a_process_has_no_keys_of_others)
{
	assert_lacks(SERVICE_ORGS, use_anothers_bus_key);
	assert_lacks(SERVICE_ORGS, use_anothers_password);
	assert_lacks(SERVICE_GATEWAY, use_anothers_password);
	assert_lacks(SERVICE_CONTENT, seal_a_mail);
	assert_lacks(SERVICE_GATEWAY, page_through_a_list);
}

TEST(has_no_keys_once_it_forgot_them)
{
	static void (*const uses[])(void) = {
		use_anothers_bus_key, make_a_password, page_through_a_list};

	for (size_t i = 0; i < 2 * COUNT_OF(uses); i++) {
		char *said;

		become(SERVICE_ORGS);
		if (i % 2 == 0)
			file_of(SERVICE_ORGS); /* then it knows the root secret */
		secret_forget();
		assert_int_equal(capture_death(uses[i / 2], &said), SIGABRT);
		assert_non_null(strstr(said, "has no key for"));
		free(said);
	}
}

/* Encrypts as the releases did that derived every key from one secret of the instance. */
static struct text
seal_as_before(const char *info, const char *bound, const char *plain)
{
	static const uint8_t nonce[12] = "nonce of it";
	struct key key = hkdf(root, info);
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	uint8_t *out = arena_alloc(arena, 100);
	int size = 0, last = 0;

	memcpy(out, nonce, sizeof(nonce));
	EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key.bytes, nonce);
	EVP_EncryptUpdate(context, NULL, &size, (const uint8_t *)bound, 4);
	EVP_EncryptUpdate(
		context, out + 12, &size, (const uint8_t *)plain, (int)strlen(plain));
	EVP_EncryptFinal_ex(context, out + 12 + size, &last);
	EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, out + 12 + size);
	EVP_CIPHER_CTX_free(context);
	return (struct text){GIVEN, (uint32_t)size + 28, (const char *)out};
}

TEST(opens_what_older_releases_sealed)
{
	static const struct {
		enum service_name process;
		const char *purpose, *info;
	} cases[] = {
		{SERVICE_IDENTITY, "totp", "kith totp"},
		{SERVICE_IDENTITY, "idempotency", "kith idempotency"},
		{SERVICE_IDENTITY, OUTBOX_SEAL, "kith outbox"},
		{SERVICE_ORGS, OUTBOX_SEAL, "kith outbox"},
		{SERVICE_NOTIFICATIONS, OUTBOX_SEAL, "kith outbox"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct text sealed = seal_as_before(cases[i].info, "of it", "sesame");
		struct text plain;

		become(cases[i].process);
		plain = secret_decrypt(
			arena, cases[i].purpose, "of it", 4, sealed.data, sealed.size);
		assert_int_equal(plain.presence, GIVEN);
		assert_string_equal(plain.data, "sesame");
	}
}

TEST(knows_recovery_codes_of_older_releases)
{
	struct key expected = hkdf(root, "kith recovery code"), found;

	become(SERVICE_IDENTITY);
	found = secret_key("recovery code");
	assert_same(&found, &expected);
}

TEST(kithctl_acts_as_a_service_with_its_keys)
{
	static const char *const purposes[] = {
		"totp", "cursor", "idempotency request", OUTBOX_SEAL};
	struct key own[COUNT_OF(purposes)], found;

	become(SERVICE_IDENTITY);
	for (size_t i = 0; i < COUNT_OF(purposes); i++)
		own[i] = secret_key(purposes[i]);
	file_of(SERVICE_IDENTITY);
	secret_act_as(SERVICE_IDENTITY);
	for (size_t i = 0; i < COUNT_OF(purposes); i++) {
		found = secret_key(purposes[i]);
		assert_same(&found, &own[i]);
	}
}

/* A value of a service under one root secret, read by the service under the next one. */
TEST(moves_values_of_each_kind_of_key_to_the_next_secret)
{
	static const struct {
		enum service_name process;
		const char *purpose;
	} cases[] = {{SERVICE_MEDIA, "social"}, {SERVICE_IDENTITY, "totp"},
		{SERVICE_NOTIFICATIONS, OUTBOX_SEAL}, {SERVICE_IDENTITY, "signing key"}};
	const struct text bound = {.presence = GIVEN, .size = 2, .data = "id"};
	char next[sizeof(path) + 8];

	snprintf(next, sizeof(next), "%s.next", path);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct text moved, value;

		become(cases[i].process);
		value = secret_encrypt(arena, cases[i].purpose, "id", 2, "value", 5);
		assert_int_equal(unlink(path), 0);
		write_file(root, KEY_SIZE, 0600);
		assert_true(secret_create(next));
		assert_non_null(strstr(secret_load_root(path), "kithctl secret rotate"));
		assert_null(secret_load_present(path));
		assert_null(secret_load_next(path));
		moved = secret_reencrypt(
			arena, cases[i].process, cases[i].purpose, &bound, &value);
		assert_int_equal(moved.presence, GIVEN);
		/* What was moved is no longer authentic under the present secret. */
		assert_int_equal(secret_reencrypt(arena, cases[i].process,
					 cases[i].purpose, &bound, &moved)
					 .presence,
			ABSENT);
		secret_use_next();
		secret_act_as(cases[i].process);
		value = secret_decrypt(
			arena, cases[i].purpose, "id", 2, moved.data, moved.size);
		assert_string_equal(value.data, "value");
		assert_int_equal(unlink(next), 0);
	}
}

TEST(takes_no_file_of_others_for_the_secret_that_is_replaced)
{
	char kept[sizeof(path) + 8], real[sizeof(path) + 8];

	snprintf(kept, sizeof(kept), "%s.kept", path);
	snprintf(real, sizeof(real), "%s.real", path);
	write_file(root, KEY_SIZE, 0600);
	assert_int_equal(rename(path, real), 0);
	assert_int_equal(symlink(real, path), 0);
	assert_non_null(strstr(secret_next_create(path, kept), "name the file itself"));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rename(real, path), 0);
	assert_null(secret_next_create(path, kept));
	assert_null(secret_next_create(path, kept));
	assert_true(secret_next_exists(path));
	assert_null(secret_next_install(path));
	assert_false(secret_next_exists(path));
	/* Another secret has that name now. */
	assert_non_null(secret_next_create(path, kept));
	secret_next_remove(path, kept);
	assert_int_equal(unlink(kept), 0);
}
