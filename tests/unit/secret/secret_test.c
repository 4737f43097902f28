#include <errno.h>
#include <fcntl.h>
#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/secret/algorithms.h"
#include "tests/support/test.h"
#include "tests/unit/secret/secret_scene.h"

TEST(hashes_as_the_standard_says)
{
	uint8_t hash[HASH_SIZE];

	secret_hash("abc", 3, hash);
	assert_string_equal(hex_encode(arena, hash, sizeof(hash)),
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	secret_hash("", 0, hash);
	assert_string_equal(hex_encode(arena, hash, sizeof(hash)),
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* RFC 4231, test cases 1 and 6, with the keys padded with zeros to 32 bytes as in
 * HMAC. */
TEST(authenticates_as_the_standard_says)
{
	struct key key = {{0}};
	uint8_t mac[MAC_SIZE];

	memset(key.bytes, 0x0b, 20);
	secret_mac(&key, "Hi There", 8, mac);
	assert_string_equal(hex_encode(arena, mac, sizeof(mac)),
		"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	memset(key.bytes, 0, sizeof(key.bytes));
	memcpy(key.bytes, "Jefe", 4);
	secret_mac(&key, "what do ya want for nothing?", 28, mac);
	assert_string_equal(hex_encode(arena, mac, sizeof(mac)),
		"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

/* More keys than a thread caches. */
static void *
authenticate_under_many_keys(void *data)
{
	static const uint8_t bytes[100] = {1, 2, 3};

	for (unsigned i = 0; i < 200; i++) {
		struct key key = {{(uint8_t)(i % 40), 7}};
		uint8_t cached[MAC_SIZE], fresh[MAC_SIZE];

		secret_mac(&key, bytes, sizeof(bytes), fresh);
		for (size_t split = 0; split <= sizeof(bytes); split += 50) {
			secret_mac_cached(&key, bytes, split, bytes + split,
				sizeof(bytes) - split, cached);
			assert_memory_equal(cached, fresh, MAC_SIZE);
		}
	}
	return data;
}

TEST(caches_keys_and_tells_them_apart)
{
	pthread_t thread;

	authenticate_under_many_keys(NULL);
	assert_int_equal(
		pthread_create(&thread, NULL, authenticate_under_many_keys, NULL), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	secret_mac_cache_erase();
	authenticate_under_many_keys(NULL);
}

TEST(compares_whole_stretches)
{
	assert_true(secret_equal("abcd", "abcd", 4));
	assert_false(secret_equal("abcd", "abce", 4));
	assert_false(secret_equal("abcd", "bbcd", 4));
	assert_true(secret_equal("abcd", "abce", 3));
}

/* The key that OpenSSL's own HKDF derives. */
static void
hkdf(const void *secret, size_t size, const char *info, uint8_t out[KEY_SIZE])
{
	EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
	char digest[] = "SHA256";
	char *info_bytes = strdup(info);
	uint8_t *secret_bytes = malloc(size);
	OSSL_PARAM params[4];

	memcpy(secret_bytes, secret, size);
	params[0] = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0);
	params[1] =
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, secret_bytes, size);
	params[2] = OSSL_PARAM_construct_octet_string(
		OSSL_KDF_PARAM_INFO, info_bytes, strlen(info));
	params[3] = OSSL_PARAM_construct_end();
	assert_int_equal(EVP_KDF_derive(context, out, KEY_SIZE, params), 1);
	free(info_bytes);
	free(secret_bytes);
	EVP_KDF_CTX_free(context);
	EVP_KDF_free(kdf);
}

TEST(derives_the_keys_that_hkdf_derives)
{
	static const char secret[] = "a secret of more than thirty-two bytes, as text";
	struct key bus, cursor;
	uint8_t expected[KEY_SIZE];

	write_file(secret, strlen(secret), 0600);
	assert_null(secret_load_root(path));
	bus = secret_key("bus");
	cursor = secret_key("cursor");
	hkdf(secret, strlen(secret), "kith bus", expected);
	assert_memory_equal(bus.bytes, expected, KEY_SIZE);
	hkdf(secret, strlen(secret), "kith cursor", expected);
	assert_memory_equal(cursor.bytes, expected, KEY_SIZE);
	assert_memory_not_equal(bus.bytes, cursor.bytes, KEY_SIZE);
}

TEST(refuses_a_file_that_others_may_touch)
{
	static const mode_t modes[] = {0640, 0604, 0620, 0602, 0610, 0601, 0644, 0660};
	uint8_t secret[32] = {1};

	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		write_file(secret, sizeof(secret), modes[i]);
		assert_non_null(strstr(secret_load_root(path), "chmod 600"));
	}
	write_file(secret, sizeof(secret), 0400);
	assert_null(secret_load_root(path));
}

TEST(refuses_a_short_key)
{
	uint8_t secret[32] = {1};

	write_file(secret, 31, 0600);
	assert_non_null(strstr(secret_load_root(path), "32 bytes"));
	write_file(secret, 0, 0600);
	assert_non_null(secret_load_root(path));
	write_file(secret, 32, 0600);
	assert_null(secret_load_root(path));
}

TEST(refuses_what_is_no_file)
{
	assert_string_equal(
		secret_load_root("/tmp/kith-there-is-no-such-file"), strerror(ENOENT));
	assert_non_null(secret_load_root(folder));
}

TEST(creates_a_secret_once)
{
	struct stat status;
	struct key first, second;

	unlink(path);
	assert_true(secret_create(path));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	assert_int_equal(status.st_size, 32);
	assert_null(secret_load_root(path));
	first = secret_key("bus");
	assert_true(secret_create(path));
	assert_null(secret_load_root(path));
	second = secret_key("bus");
	assert_memory_equal(first.bytes, second.bytes, KEY_SIZE);
	unlink(path);
	assert_true(secret_create(path));
	assert_null(secret_load_root(path));
	second = secret_key("bus");
	assert_memory_not_equal(first.bytes, second.bytes, KEY_SIZE);
}

TEST(does_not_create_where_it_may_not)
{
	assert_false(secret_create("/tmp/kith-there-is-no-such-folder/secret"));
}

/* Derives and encrypts in several threads at once. */
static void *
work(void *data)
{
	struct arena *own = arena_new(4096);
	uintptr_t wrong = 0;

	(void)data;
	for (int i = 0; i < 500; i++) {
		struct key key = secret_key("bus");
		struct text sealed = secret_encrypt(own, "seal", "a", 1, "plain", 5);

		struct text plain =
			secret_decrypt(own, "seal", "a", 1, sealed.data, sealed.size);

		wrong += key.bytes[0] != secret_key("bus").bytes[0];
		wrong += plain.presence != GIVEN || strcmp(plain.data, "plain") != 0;
		arena_reset(own);
	}
	arena_free(own);
	return (void *)wrong;
}

TEST(works_in_several_threads)
{
	pthread_t threads[4];

	for (size_t i = 0; i < COUNT_OF(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, work, NULL), 0);
	for (size_t i = 0; i < COUNT_OF(threads); i++) {
		void *wrong = NULL;

		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
}

TEST(seals_and_unseals)
{
	struct text one = secret_encrypt(arena, "seal", "row 1", 5, "a token", 7);
	struct text two = secret_encrypt(arena, "seal", "row 1", 5, "a token", 7);
	struct text plain;

	assert_int_equal(one.size, 12 + 7 + 16);
	assert_int_equal(two.size, one.size);
	assert_memory_not_equal(one.data, two.data, one.size);
	plain = secret_decrypt(arena, "seal", "row 1", 5, one.data, one.size);
	assert_int_equal(plain.presence, GIVEN);
	assert_int_equal(plain.size, 7);
	assert_string_equal(plain.data, "a token");
	one = secret_encrypt(arena, "seal", NULL, 0, "", 0);
	plain = secret_decrypt(arena, "seal", NULL, 0, one.data, one.size);
	assert_int_equal(plain.presence, GIVEN);
	assert_int_equal(plain.size, 0);
}

TEST(does_not_unseal_what_was_touched)
{
	struct text sealed = secret_encrypt(arena, "seal", "row 1", 5, "a token", 7);

	for (uint32_t i = 0; i < sealed.size; i++) {
		char *touched = arena_copy(arena, sealed.data, sealed.size);

		touched[i] ^= 1;
		assert_int_equal(
			secret_decrypt(arena, "seal", "row 1", 5, touched, sealed.size)
				.presence,
			ABSENT);
	}
	for (uint32_t size = 0; size < sealed.size; size++)
		assert_int_equal(
			secret_decrypt(arena, "seal", "row 1", 5, sealed.data, size)
				.presence,
			ABSENT);
	assert_int_equal(
		secret_decrypt(arena, "seal", "row 2", 5, sealed.data, sealed.size)
			.presence,
		ABSENT);
	assert_int_equal(
		secret_decrypt(arena, "other", "row 1", 5, sealed.data, sealed.size)
			.presence,
		ABSENT);
}

TEST(makes_tokens_that_differ)
{
	char *one = secret_token(arena, "kith_ses_");
	char *two = secret_token(arena, "kith_ses_");

	assert_int_equal(strlen(one), 9 + 43);
	assert_memory_equal(one, "kith_ses_", 9);
	assert_int_equal(strspn(one + 9,
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
				 "wxyz0123456789-_"),
		43);
	assert_string_not_equal(one, two);
}

/* RFC 6238, appendix B: the last six of the eight digits that it lists for SHA-1. */
TEST(shows_the_codes_that_the_standard_lists)
{
	static const char key[] = "12345678901234567890";

	static const struct {
		uint64_t unix_s;
		uint32_t code;
	} cases[] = {
		{59, 287082},
		{1111111109, 81804},
		{1111111111, 50471},
		{1234567890, 5924},
		{2000000000, 279037},
		{20000000000, 353130},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(secret_totp(key, strlen(key), cases[i].unix_s / 30),
			cases[i].code);
}
