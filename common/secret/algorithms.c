#include "common/secret/algorithms.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct secret_algorithms algorithms;
static pthread_once_t fetched = PTHREAD_ONCE_INIT;

void
secret_require(bool succeeded)
{
	if (succeeded)
		return;
	fputs("OpenSSL failed; the process cannot go on without it.\n", stderr);
	abort();
}

static void
fetch_all(void)
{
	char digest[] = "SHA256";
	const OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
		OSSL_PARAM_construct_end(),
	};
	EVP_MAC *hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);

	algorithms.sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	algorithms.aes_256_gcm = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
	secret_require(hmac != NULL && algorithms.sha256 != NULL &&
		algorithms.aes_256_gcm != NULL);
	algorithms.hmac_sha256 = EVP_MAC_CTX_new(hmac);
	secret_require(algorithms.hmac_sha256 != NULL &&
		EVP_MAC_CTX_set_params(algorithms.hmac_sha256, params) == 1);
	EVP_MAC_free(hmac);
}

const struct secret_algorithms *
secret_algorithms(void)
{
	secret_require(pthread_once(&fetched, fetch_all) == 0);
	return &algorithms;
}
