/*
 * smtp.c - SMTP connections, one thread each.
 *
 * libcurl's multi interface needs no threads, but it blocks in two places of SMTP. It
 * waits for the reply to the end of a message, and for the reply to QUIT. A slow server
 * would then block every mail; in a thread of its own it blocks one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/base/clock.h"
#include "common/base/must.h"
#include "services/notifications/smtp/inside.h"

#define IDLE_MAX_S 20L /* servers close connections that idle for long */
#define STACK_BYTES ((size_t)256 * 1024)

/* Time after libcurl's own timeout until the progress callback aborts a message. */
#define GRACE_MS 250

struct smtp {
	char *url;
	char *sender;
	pthread_mutex_t lock;
	pthread_cond_t ended; /* signals that a message has ended */
	int busy;
	int count;
	struct smtp_message messages[];
};

/* libcurl's CURLOPT_READFUNCTION. */
static size_t
read_message(char *out, size_t size, size_t count, void *data)
{
	struct smtp_message *message = data;
	const size_t left = message->data->size - message->sent;
	const size_t taken = left < size * count ? left : size * count;

	memcpy(out, message->data->data + message->sent, taken);
	message->sent += taken;
	return taken;
}

/* Aborts, because a mail could go out unprotected without the option that libcurl
 * rejected. */
static void
check(CURLcode code)
{
	if (code != CURLE_OK)
		abort();
}

#define SET(easy, option, value) check(curl_easy_setopt((easy), (option), (value)))

/* Allows SMTP only, ignores proxies and .netrc, and requires TLS except on the
 * loopback interface. */
static void
set_safety(CURL *easy, const struct smtp_server *server, const char *certificates)
{
	const bool upgrade = !server->tls && !server->loopback;

	SET(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	SET(easy, CURLOPT_PROXY, "");
	SET(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(easy, CURLOPT_NOSIGNAL, 1L);
	SET(easy, CURLOPT_USE_SSL, (long)(upgrade ? CURLUSESSL_ALL : CURLUSESSL_NONE));
	SET(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	SET(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	if (certificates != NULL)
		SET(easy, CURLOPT_CAINFO, certificates);
	if (server->user != NULL) {
		SET(easy, CURLOPT_USERNAME, server->user);
		SET(easy, CURLOPT_PASSWORD, server->password);
	}
}

/* libcurl's CURLOPT_XFERINFOFUNCTION: aborts after the deadline, or when the thread
 * has to stop. */
static int
look_at_time(void *data, curl_off_t to_read, curl_off_t read, curl_off_t to_send,
	curl_off_t sent)
{
	const struct smtp_message *message = data;

	(void)to_read, (void)read, (void)to_send, (void)sent;
	return atomic_load(&message->stopping) ||
		clock_monotonic_ms() > message->deadline_ms;
}

static void
prepare(struct smtp *smtp, struct smtp_message *message, const struct smtp_server *server,
	const char *certificates)
{
	CURL *easy = must(curl_easy_init());

	message->smtp = smtp;
	message->easy = easy;
	pthread_cond_init(&message->given, NULL);
	SET(easy, CURLOPT_URL, smtp->url);
	set_safety(easy, server, certificates);
	SET(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)SMTP_CONNECT_MS);
	SET(easy, CURLOPT_TIMEOUT_MS, (long)SMTP_MESSAGE_MS);
	SET(easy, CURLOPT_NOPROGRESS, 0L);
	SET(easy, CURLOPT_XFERINFOFUNCTION, look_at_time);
	SET(easy, CURLOPT_XFERINFODATA, message);
	SET(easy, CURLOPT_MAXCONNECTS, 1L);
	SET(easy, CURLOPT_MAXAGE_CONN, IDLE_MAX_S);
	SET(easy, CURLOPT_MAIL_FROM, smtp->sender);
	SET(easy, CURLOPT_UPLOAD, 1L);
	SET(easy, CURLOPT_READFUNCTION, read_message);
	SET(easy, CURLOPT_READDATA, message);
	SET(easy, CURLOPT_ERRORBUFFER, message->error);
	SET(easy, CURLOPT_VERBOSE, 1L);
	SET(easy, CURLOPT_DEBUGFUNCTION, smtp_listen);
	SET(easy, CURLOPT_DEBUGDATA, message);
}

/* The server's URL without credentials. libcurl sends the path as the EHLO name. */
static char *
url_of(const struct smtp_server *server, const char *sender)
{
	struct arena *arena = arena_new(1024);
	const bool brackets = strchr(server->host, ':') != NULL;
	char *url = must(strdup(arena_printf(arena, "%s://%s%s%s:%s/%s",
		server->tls ? "smtps" : "smtp", brackets ? "[" : "", server->host,
		brackets ? "]" : "", server->port, strchr(sender, '@') + 1)));

	arena_free(arena);
	return url;
}

/* Timed waits use the monotonic clock, which no operator sets. */
static void
prepare_waits(struct smtp *smtp)
{
	pthread_condattr_t monotonic;

	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&smtp->ended, &monotonic);
	pthread_condattr_destroy(&monotonic);
	pthread_mutex_init(&smtp->lock, NULL);
}

struct smtp *
smtp_new(const struct smtp_server *server, const char *certificates, const char *sender,
	int connections)
{
	const size_t count = (size_t)connections;
	struct smtp *smtp =
		must(calloc(1, sizeof(*smtp) + count * sizeof(struct smtp_message)));

	check(curl_global_init(CURL_GLOBAL_DEFAULT));
	prepare_waits(smtp);
	smtp->count = connections;
	smtp->url = url_of(server, sender);
	smtp->sender = must(strdup(sender));
	for (size_t i = 0; i < count; i++)
		prepare(smtp, &smtp->messages[i], server, certificates);
	return smtp;
}

/* ---- the thread of a connection ---- */

/* Returns false when the thread has to stop. */
static bool
wait_for_message(struct smtp_message *message)
{
	pthread_mutex_t *lock = &message->smtp->lock;
	bool given;

	pthread_mutex_lock(lock);
	while (message->state != SMTP_GIVEN && !atomic_load(&message->stopping))
		pthread_cond_wait(&message->given, lock);
	given = message->state == SMTP_GIVEN;
	pthread_mutex_unlock(lock);
	return given;
}

/* Records the result for smtp_next(). */
static void
end(struct smtp_message *message, CURLcode code)
{
	struct smtp *smtp = message->smtp;

	pthread_mutex_lock(&smtp->lock);
	message->code = code;
	message->state = SMTP_ENDED;
	pthread_cond_signal(&smtp->ended);
	pthread_mutex_unlock(&smtp->lock);
}

/* Shuts the connection down. Otherwise libcurl would reuse it although the server left
 * the end of a message unanswered, and such a server answers nothing that follows. */
static void
leave_connection(CURL *easy)
{
	curl_socket_t connection = CURL_SOCKET_BAD;

	check(curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &connection));
	if (connection != CURL_SOCKET_BAD)
		shutdown(connection, SHUT_RDWR);
}

static void *
send_messages(void *data)
{
	struct smtp_message *message = data;

	while (wait_for_message(message)) {
		const CURLcode code = curl_easy_perform(message->easy);

		if (code == CURLE_OPERATION_TIMEDOUT || code == CURLE_ABORTED_BY_CALLBACK)
			leave_connection(message->easy);
		end(message, code);
	}
	return NULL;
}

/* Starts the connection's thread on first use. Returns false when the system has none. */
static bool
start(struct smtp_message *message)
{
	pthread_attr_t attributes;

	if (message->started)
		return true;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	message->started = pthread_create(&message->thread, &attributes, send_messages,
				   message) == 0;
	pthread_attr_destroy(&attributes);
	return message->started;
}

/* ---- the owner's thread ---- */

/* The caller made sure that one is free. Only the owner's thread takes free messages. */
static struct smtp_message *
find_free(struct smtp *smtp)
{
	struct smtp_message *message = smtp->messages;

	pthread_mutex_lock(&smtp->lock);
	while (message->state != SMTP_FREE)
		message++;
	pthread_mutex_unlock(&smtp->lock);
	return message;
}

static void
set_state(struct smtp_message *message, enum smtp_state state)
{
	pthread_mutex_lock(&message->smtp->lock);
	message->state = state;
	pthread_cond_signal(&message->given);
	pthread_mutex_unlock(&message->smtp->lock);
}

void
smtp_begin(
	struct smtp *smtp, const char *to_address, const struct buffer *data, void *tag)
{
	struct smtp_message *message = find_free(smtp);

	message->tag = tag;
	message->data = data;
	message->sent = 0;
	message->stage = SMTP_STAGE_HELLO;
	message->ended = false;
	message->reply[0] = message->error[0] = '\0';
	message->deadline_ms = clock_monotonic_ms() + SMTP_MESSAGE_MS + GRACE_MS;
	message->to = must(curl_slist_append(NULL, to_address));
	SET(message->easy, CURLOPT_MAIL_RCPT, message->to);
	SET(message->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)data->size);
	smtp->busy++;
	set_state(message, SMTP_GIVEN);
	if (!start(message))
		end(message, CURLE_FAILED_INIT);
}

/* Returns NULL without one. The caller holds the lock. */
static struct smtp_message *
find_ended(struct smtp *smtp)
{
	for (int i = 0; i < smtp->count; i++) {
		if (smtp->messages[i].state == SMTP_ENDED)
			return &smtp->messages[i];
	}
	return NULL;
}

/* Returns NULL when no message has ended after `wait_ms`. */
static struct smtp_message *
wait_for_ended(struct smtp *smtp, int wait_ms)
{
	struct timespec until;
	struct smtp_message *message;
	int error = 0;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += wait_ms / 1000;
	until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&smtp->lock);
	while ((message = find_ended(smtp)) == NULL && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&smtp->ended, &smtp->lock, &until);
	pthread_mutex_unlock(&smtp->lock);
	return message;
}

bool
smtp_next(struct smtp *smtp, int wait_ms, struct smtp_result *result)
{
	struct smtp_message *message;

	if (smtp->busy == 0)
		return false;
	message = wait_for_ended(smtp, wait_ms);
	if (message == NULL)
		return false;
	smtp_judge(message, message->code, result);
	SET(message->easy, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(message->to);
	message->to = NULL;
	set_state(message, SMTP_FREE);
	smtp->busy--;
	return true;
}

/* Stops and joins the connection's thread. */
static void
stop(struct smtp_message *message)
{
	pthread_mutex_lock(&message->smtp->lock);
	atomic_store(&message->stopping, true);
	pthread_cond_signal(&message->given);
	pthread_mutex_unlock(&message->smtp->lock);
	if (message->started)
		pthread_join(message->thread, NULL);
	curl_easy_cleanup(message->easy);
	curl_slist_free_all(message->to);
	pthread_cond_destroy(&message->given);
}

void
smtp_free(struct smtp *smtp)
{
	if (smtp == NULL)
		return;
	for (int i = 0; i < smtp->count; i++)
		stop(&smtp->messages[i]);
	pthread_cond_destroy(&smtp->ended);
	pthread_mutex_destroy(&smtp->lock);
	free(smtp->url);
	free(smtp->sender);
	free(smtp);
}
