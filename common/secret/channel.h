/*
 * channel.h - encrypted connections between two processes that have a key in common.
 *
 * TLS 1.3 (RFC 8446) without certificates: each side proves that it knows the key (an external PSK,
 * section 2.2), and the keys of a connection come from a fresh Diffie-Hellman exchange beside it. So
 * what one connection carried is noise on every other, to whomever it is sent, and stays so when the
 * key becomes known later.
 *
 * The descriptor belongs to the caller, who closes it. It may block or not.
 */
#ifndef KITH_COMMON_SECRET_CHANNEL_H
#define KITH_COMMON_SECRET_CHANNEL_H

#include <sys/types.h>

#include "common/secret/secret.h"

/* What one read may bring at most; who has room for it leaves nothing behind that no event tells of. */
#define CHANNEL_READ_BYTES ((size_t)16384)

enum channel_role {
	CHANNEL_DIALS,
	CHANNEL_LISTENS
};

enum channel_state {
	CHANNEL_SHAKING, /* the peer's next message has not come */
	CHANNEL_OPEN,
	CHANNEL_BROKEN /* errno is EPROTO when the peer does not know the key */
};

/* One side of all connections under a key. */
struct channel_side *channel_side_new(const struct key *key, enum channel_role role);
void channel_side_free(struct channel_side *side);

struct channel *channel_new(struct channel_side *side, int fd);
void channel_free(struct channel *channel);

/* Goes on with the handshake. */
enum channel_state channel_shake(struct channel *channel);

/*
 * As recv(2) and send(2) of an open channel: -1 with errno EAGAIN when there is nothing, or no
 * room, at the moment; EPROTO when what came is not the peer's. What was not taken for want of
 * room is to be sent first the next time.
 */
ssize_t channel_read(struct channel *channel, void *out, size_t size);
ssize_t channel_write(struct channel *channel, const void *data, size_t size);

#endif
