/*
 * smtp.c - messages on their way, and the connections that they share.
 */
#include <stdlib.h>
#include <string.h>

#include "services/notifications/smtp/inside.h"

#define IDLE_MAX_S 20L /* servers end connections that are idle for long */

struct smtp {
	CURLM *multi;
	char *url;
	char *sender;
	int busy;
	int count;
	struct smtp_message messages[];
};

static void *
must(void *memory)
{
	if (memory == NULL)
		abort();
	return memory;
}

/* libcurl's CURLOPT_READFUNCTION: the next bytes of the message. */
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

/* An option that libcurl does not take would leave a mail unprotected. */
static void
check(CURLcode code)
{
	if (code != CURLE_OK)
		abort();
}

#define SET(easy, option, value) check(curl_easy_setopt((easy), (option), (value)))

/* Nothing but these two schemes, nothing of the environment, and TLS wherever others could read. */
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

static void
prepare(struct smtp *smtp, struct smtp_message *message, const struct smtp_server *server,
	const char *certificates)
{
	CURL *easy = must(curl_easy_init());

	message->easy = easy;
	SET(easy, CURLOPT_URL, smtp->url);
	set_safety(easy, server, certificates);
	SET(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)SMTP_CONNECT_MS);
	SET(easy, CURLOPT_TIMEOUT_MS, (long)SMTP_MESSAGE_MS);
	SET(easy, CURLOPT_MAXAGE_CONN, IDLE_MAX_S);
	SET(easy, CURLOPT_MAIL_FROM, smtp->sender);
	SET(easy, CURLOPT_UPLOAD, 1L);
	SET(easy, CURLOPT_READFUNCTION, read_message);
	SET(easy, CURLOPT_READDATA, message);
	SET(easy, CURLOPT_ERRORBUFFER, message->error);
	SET(easy, CURLOPT_PRIVATE, message);
	SET(easy, CURLOPT_VERBOSE, 1L);
	SET(easy, CURLOPT_DEBUGFUNCTION, smtp_listen);
	SET(easy, CURLOPT_DEBUGDATA, message);
}

/* The server's URL without its credentials; the path is the name that we greet it with. */
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

struct smtp *
smtp_new(const struct smtp_server *server, const char *certificates, const char *sender,
	int connections)
{
	const size_t count = (size_t)connections;
	struct smtp *smtp =
		must(calloc(1, sizeof(*smtp) + count * sizeof(struct smtp_message)));

	check(curl_global_init(CURL_GLOBAL_DEFAULT));
	smtp->multi = must(curl_multi_init());
	smtp->count = connections;
	smtp->url = url_of(server, sender);
	smtp->sender = must(strdup(sender));
	curl_multi_setopt(smtp->multi, CURLMOPT_MAXCONNECTS, (long)connections);
	for (size_t i = 0; i < count; i++)
		prepare(smtp, &smtp->messages[i], server, certificates);
	return smtp;
}

int
smtp_room(const struct smtp *smtp)
{
	return smtp->count - smtp->busy;
}

void
smtp_begin(
	struct smtp *smtp, const char *to_address, const struct buffer *data, void *tag)
{
	struct smtp_message *message = smtp->messages;

	while (message->busy)
		message++;
	message->busy = true;
	message->tag = tag;
	message->data = data;
	message->sent = 0;
	message->stage = SMTP_STAGE_HELLO;
	message->ended = false;
	message->reply[0] = message->error[0] = '\0';
	message->to = must(curl_slist_append(NULL, to_address));
	SET(message->easy, CURLOPT_MAIL_RCPT, message->to);
	SET(message->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)data->size);
	if (curl_multi_add_handle(smtp->multi, message->easy) != CURLM_OK)
		abort();
	smtp->busy++;
}

/* The message can be used for the next one. */
static void
clear(struct smtp *smtp, struct smtp_message *message)
{
	curl_multi_remove_handle(smtp->multi, message->easy);
	SET(message->easy, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(message->to);
	message->to = NULL;
	message->busy = false;
	smtp->busy--;
}

/* One that libcurl is done with. */
static bool
take_done(struct smtp *smtp, struct smtp_result *result)
{
	int left;
	CURLMsg *done = curl_multi_info_read(smtp->multi, &left);
	struct smtp_message *message = NULL;

	if (done == NULL)
		return false;
	check(curl_easy_getinfo(done->easy_handle, CURLINFO_PRIVATE, (char **)&message));
	smtp_judge(message, done->data.result, result);
	clear(smtp, message);
	return true;
}

bool
smtp_next(struct smtp *smtp, int wait_ms, struct smtp_result *result)
{
	int running;

	if (take_done(smtp, result))
		return true;
	if (smtp->busy == 0)
		return false;
	curl_multi_perform(smtp->multi, &running);
	if (take_done(smtp, result))
		return true;
	curl_multi_poll(smtp->multi, NULL, 0, wait_ms, NULL);
	curl_multi_perform(smtp->multi, &running);
	return take_done(smtp, result);
}

void
smtp_free(struct smtp *smtp)
{
	if (smtp == NULL)
		return;
	for (int i = 0; i < smtp->count; i++) {
		if (smtp->messages[i].busy)
			clear(smtp, &smtp->messages[i]);
		curl_easy_cleanup(smtp->messages[i].easy);
	}
	curl_multi_cleanup(smtp->multi);
	free(smtp->url);
	free(smtp->sender);
	free(smtp);
}
