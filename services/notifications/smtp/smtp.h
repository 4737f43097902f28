/*
 * smtp.h - mails to a mail server (RFC 5321), and the one door to libcurl.
 *
 * Several messages travel at once, each in a thread of its own and over a connection that is kept
 * for the next one. Nothing here waits for a server but smtp_next(), and that for as long as it is
 * told to: a server that stands still costs the message that it was given, and that no more than
 * SMTP_MESSAGE_MS.
 *
 * An object belongs to the thread that made it or was given it. It is made before the process confines itself, because making
 * it takes calls that sending does not.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_SMTP_SMTP_H
#define KITH_SERVICES_NOTIFICATIONS_SMTP_SMTP_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

#define SMTP_CONNECT_MS 10000 /* until the server can be spoken to */
#define SMTP_MESSAGE_MS 25000 /* in all */

/* A server as KITH_SMTP_URL names it. */
struct smtp_server {
	const char *host;     /* a name or an address, without brackets */
	const char *port;     /* in digits */
	const char *user;     /* NULL = the server is not signed in to */
	const char *password; /* "" without one */
	bool tls;             /* from the first byte on (RFC 8314); else STARTTLS */
	bool loopback;        /* this machine, where STARTTLS is not asked for */
};

/* Reads the URL into memory of the arena: NULL, or a sentence that repeats nothing of it. */
const char *
smtp_server_read(struct arena *arena, const char *url, struct smtp_server *server);

/* What became of a message. */
enum smtp_outcome {
	SMTP_SENT,
	SMTP_LATER,      /* not taken now, for a reason of its own */
	SMTP_REFUSED,    /* the server will never take it */
	SMTP_NO_MAILBOX, /* nor any other for this address */
	SMTP_NO_SERVER,  /* no fault of the message: the server does not work with us */
};

struct smtp_result {
	void *tag;
	enum smtp_outcome outcome;
	char error[400]; /* a sentence for administrators; "" when it is sent */
};

struct smtp;

/* `certificates` is a file that the server's certificate is judged by, or NULL for the system's.
 * `sender` is the address that mails are from. Up to `connections` messages travel at once. */
struct smtp *smtp_new(const struct smtp_server *server, const char *certificates,
	const char *sender, int connections);

/* How many more messages may be begun. */
int smtp_room(const struct smtp *smtp);

/* Begins to send one, for which there is room. The message must stay until it has its result;
 * the address is copied, and must have been checked (mail_message.h). */
void smtp_begin(struct smtp *smtp, const char *to_address, const struct buffer *message,
	void *tag);

/* The result of one of them, for which it waits up to `wait_ms`; false when none has come. */
bool smtp_next(struct smtp *smtp, int wait_ms, struct smtp_result *result);

/* Ends all connections; what travels is broken off. NULL is fine. */
void smtp_free(struct smtp *smtp);

#endif
