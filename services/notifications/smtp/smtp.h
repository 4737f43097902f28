/*
 * smtp.h - the client of the mail server (RFC 5321); all SMTP use of libcurl is behind
 * it.
 *
 * Several messages are in transit at once. Each has its own thread and a connection that
 * is kept for the next message. Only smtp_next() waits, for at most the time that it is
 * given: a server that hangs delays one message, by at most SMTP_MESSAGE_MS.
 *
 * An object belongs to the thread that created it or that it was handed to. Create it
 * before the process enters its sandbox, because creating it needs system calls that
 * sending does not.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SMTP_SMTP_H
#define KITH_SERVICES_NOTIFICATIONS_SMTP_SMTP_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

#define SMTP_CONNECT_MS 10000 /* until the connection is established */
#define SMTP_MESSAGE_MS 25000 /* per message */

/* The server of KITH_SMTP_URL. */
struct smtp_server {
	const char *host;     /* name or address, without brackets */
	const char *port;     /* decimal */
	const char *user;     /* NULL = no authentication */
	const char *password; /* "" = none */
	bool tls;             /* implicit TLS (RFC 8314); otherwise STARTTLS */
	bool loopback;        /* the local host, which needs no STARTTLS */
};

/* Parses the URL into `arena`. Returns NULL, or an error sentence that quotes nothing
 * of the URL. */
const char *
smtp_server_read(struct arena *arena, const char *url, struct smtp_server *server);

enum smtp_outcome {
	SMTP_SENT,
	SMTP_LATER,      /* a temporary failure of this message */
	SMTP_REFUSED,    /* permanently refused */
	SMTP_NO_MAILBOX, /* permanently refused: the mailbox does not exist */
	/* not specific to the message: the server is unavailable */
	SMTP_NO_SERVER,
};

struct smtp_result {
	void *tag;
	enum smtp_outcome outcome;
	char error[400]; /* a sentence for administrators; "" with SMTP_SENT */
};

struct smtp;

/* `certificates` is a file of trusted CAs, or NULL for the system's. `sender` is the
 * envelope sender. At most `connections` messages are in transit at once. */
struct smtp *smtp_new(const struct smtp_server *server, const char *certificates,
	const char *sender, int connections);

/* Starts to send a message on a free connection, which must exist. `message` must stay
 * valid until its result arrives. The address is copied, and must have been validated
 * (mail_message.h). */
void smtp_begin(struct smtp *smtp, const char *to_address, const struct buffer *message,
	void *tag);

/* Waits up to `wait_ms` for the result of a message. Returns false when there is none. */
bool smtp_next(struct smtp *smtp, int wait_ms, struct smtp_result *result);

/* Closes all connections and aborts messages in transit. NULL is fine. */
void smtp_free(struct smtp *smtp);

#endif
