#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "common/secret/algorithms.h"

/* Looks up the algorithm at each call, because calls are rare. */
uint32_t
secret_totp(const void *key, size_t size, uint64_t step)
{
	uint8_t counter[8], mac[SHA1_SIZE];
	size_t written = 0;
	uint32_t truncated = 0;
	const uint8_t *from;

	for (size_t i = 0; i < sizeof(counter); i++)
		counter[i] = (uint8_t)(step >> (56 - 8 * i));
	secret_require(EVP_Q_mac(NULL, "HMAC", NULL, "SHA1", NULL, key, size, counter,
			       sizeof(counter), mac, sizeof(mac), &written) != NULL &&
		written == sizeof(mac));
	from = mac + (mac[SHA1_SIZE - 1] & 0x0f);
	for (size_t i = 0; i < 4; i++)
		truncated = truncated << 8 | from[i];
	return (truncated & 0x7fffffff) % 1000000;
}
