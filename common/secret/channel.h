/*
 * channel.h - encrypted connections between two processes that share a key.
 *
 * TLS 1.3 (RFC 8446) without certificates. Each side proves that it knows the key (an
 * external PSK, section 2.2). The keys of a connection also depend on a fresh
 * Diffie-Hellman exchange. So recorded bytes cannot be replayed on another connection,
 * nor decrypted after the key becomes known.
 *
 * The descriptor belongs to the caller, who closes it. It may block or not.
 */
#ifndef KITH_COMMON_SECRET_CHANNEL_H
#define KITH_COMMON_SECRET_CHANNEL_H

#include <sys/types.h>

#include "common/secret/secret.h"

/* The largest result of one read. A caller with this much room leaves no data buffered in
 * the channel, for which poll() would report no event. */
#define CHANNEL_READ_BYTES ((size_t)16384)

enum channel_role {
	CHANNEL_DIALS,
	CHANNEL_LISTENS
};

enum channel_state {
	CHANNEL_SHAKING, /* the peer's next message has not arrived */
	CHANNEL_OPEN,
	CHANNEL_BROKEN /* errno is EPROTO when the peer does not know the key */
};

/* One side of all connections under a key. */
struct channel_side *channel_side_new(const struct key *key, enum channel_role role);
void channel_side_free(struct channel_side *side);

struct channel *channel_new(struct channel_side *side, int fd);
void channel_free(struct channel *channel);

/* Continues the handshake. */
enum channel_state channel_shake(struct channel *channel);

/*
 * Like recv(2) and send(2), on an open channel. They return -1 with errno EAGAIN when
 * there is no data or no room at the moment, and EPROTO when the data is not the peer's.
 * After EAGAIN, the caller must send the same bytes first.
 */
ssize_t channel_read(struct channel *channel, void *out, size_t size);
ssize_t channel_write(struct channel *channel, const void *data, size_t size);

#endif
