#include "common/secret/channel.h"

#include <errno.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

#include "common/secret/algorithms.h"

/* The PSK identity. There is one key for each address. */
static const char identity[] = "kith bus";

/* Derives a key for channels that differs from the other uses of the same key. */
static const char purpose[] = "kith bus channel";

/* TLS_AES_128_GCM_SHA256. The PSK is bound to the hash of its cipher suite. */
static const unsigned char suite[] = {0x13, 0x01};

struct channel_side {
	SSL_CTX *context;
	struct key key;
	enum channel_role role;
};

struct channel {
	SSL *ssl;
};

/* The PSK in the form that OpenSSL expects: a session that both sides remember. */
static SSL_SESSION *
session_of(SSL *ssl)
{
	const struct channel_side *side = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
	SSL_SESSION *session = SSL_SESSION_new();

	secret_require(session != NULL &&
		SSL_SESSION_set1_master_key(session, side->key.bytes, KEY_SIZE) == 1 &&
		SSL_SESSION_set_cipher(session, SSL_CIPHER_find(ssl, suite)) == 1 &&
		SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) == 1);
	return session;
}

/* The client's callback: offers the PSK. */
static int
offer(SSL *ssl, const EVP_MD *digest, const unsigned char **id, size_t *id_size,
	SSL_SESSION **session)
{
	(void)digest;
	*id = (const unsigned char *)identity;
	*id_size = strlen(identity);
	*session = session_of(ssl);
	return 1;
}

/* The server's callback: finds the PSK. */
static int
find(SSL *ssl, const unsigned char *id, size_t id_size, SSL_SESSION **session)
{
	const bool known =
		id_size == strlen(identity) && memcmp(id, identity, id_size) == 0;

	*session = known ? session_of(ssl) : NULL;
	return 1;
}

struct channel_side *
channel_side_new(const struct key *key, enum channel_role role)
{
	struct channel_side *side = calloc(1, sizeof(*side));
	SSL_CTX *context = SSL_CTX_new(
		role == CHANNEL_DIALS ? TLS_client_method() : TLS_server_method());

	if (side == NULL || context == NULL)
		abort();
	secret_require(SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
		SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") == 1 &&
		SSL_CTX_set_num_tickets(context, 0) == 1);
	side->context = context;
	side->role = role;
	secret_mac(key, purpose, strlen(purpose), side->key.bytes);
	/* Nobody has a certificate, so a handshake that needs one fails. */
	SSL_CTX_set_verify(
		context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
	SSL_CTX_set_app_data(context, side);
	SSL_CTX_set_mode(context,
		SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
			SSL_MODE_RELEASE_BUFFERS);
	if (role == CHANNEL_DIALS) {
		SSL_CTX_set_psk_use_session_callback(context, offer);
		return side;
	}
	SSL_CTX_set_psk_find_session_callback(context, find);
	/* OpenSSL requires a session context of a server that verifies its peers. */
	secret_require(
		SSL_CTX_set_session_id_context(context, (const unsigned char *)identity,
			(unsigned)strlen(identity)) == 1);
	return side;
}

void
channel_side_free(struct channel_side *side)
{
	if (side == NULL)
		return;
	SSL_CTX_free(side->context);
	OPENSSL_cleanse(&side->key, sizeof(side->key));
	free(side);
}

struct channel *
channel_new(struct channel_side *side, int fd)
{
	struct channel *channel = calloc(1, sizeof(*channel));
	SSL *ssl = SSL_new(side->context);

	if (channel == NULL || ssl == NULL)
		abort();
	secret_require(SSL_set_fd(ssl, fd) == 1);
	if (side->role == CHANNEL_DIALS)
		SSL_set_connect_state(ssl);
	else
		SSL_set_accept_state(ssl);
	channel->ssl = ssl;
	return channel;
}

void
channel_free(struct channel *channel)
{
	if (channel == NULL)
		return;
	SSL_free(channel->ssl);
	free(channel);
}

/* Translates a step that did not succeed: 0 at the peer's end, else -1 with errno. */
static ssize_t
failure(const struct channel *channel, int result)
{
	const int system_error = errno;

	switch (SSL_get_error(channel->ssl, result)) {
	case SSL_ERROR_WANT_READ:
	case SSL_ERROR_WANT_WRITE:
		errno = EAGAIN;
		return -1;
	case SSL_ERROR_ZERO_RETURN:
		return 0;
	case SSL_ERROR_SYSCALL:
		errno = system_error != 0 ? system_error : ECONNRESET;
		return -1;
	default:
		break;
	}
	/* A closed connection does not mean that the peer lacks the key. */
	errno = ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING
		? ECONNRESET
		: EPROTO;
	ERR_clear_error();
	return -1;
}

enum channel_state
channel_shake(struct channel *channel)
{
	int result;

	ERR_clear_error();
	errno = 0;
	result = SSL_do_handshake(channel->ssl);
	if (result == 1) {
		if (SSL_session_reused(channel->ssl) == 1)
			return CHANNEL_OPEN;
		errno = EPROTO;
		return CHANNEL_BROKEN;
	}
	return failure(channel, result) < 0 && errno == EAGAIN ? CHANNEL_SHAKING
							       : CHANNEL_BROKEN;
}

ssize_t
channel_read(struct channel *channel, void *out, size_t size)
{
	int result;

	ERR_clear_error();
	errno = 0;
	result = SSL_read(channel->ssl, out, size > INT_MAX ? INT_MAX : (int)size);
	return result > 0 ? result : failure(channel, result);
}

ssize_t
channel_write(struct channel *channel, const void *data, size_t size)
{
	int result;

	ERR_clear_error();
	errno = 0;
	result = SSL_write(channel->ssl, data, size > INT_MAX ? INT_MAX : (int)size);
	return result > 0 ? result : failure(channel, result);
}
