/*
 * outside.c - checks the mail server and the certificate of the public URL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"

#define LINE_MAX_BYTES 1024
#define LINES_MAX 64

/* Strings live in the arena. */
struct endpoint {
	const char *host, *port;
};

static struct endpoint
parse_endpoint(struct arena *arena, const char *url, const char *port)
{
	const char *rest = strstr(url, "://") + 3;
	const size_t size = strcspn(rest, "/?#");
	char *host = arena_copy(arena, rest, size);
	char *at = strrchr(host, '@');
	char *end;

	host = at != NULL ? at + 1 : host;
	if (host[0] == '[') {
		end = host + strcspn(host, "]");
		host++;
	} else {
		end = host + strcspn(host, ":");
	}
	if (*end == ']')
		*end++ = '\0';
	if (*end == ':') {
		*end = '\0';
		port = end + 1;
	}
	return (struct endpoint){host, port};
}

/* Reads one reply of a mail server, of one line or more (RFC 5321, section 4.2); its
 * code, or 0. Sets *has when a line contains the word. */
static int
read_reply(FILE *server, const char *word, bool *has)
{
	char line[LINE_MAX_BYTES];

	for (int i = 0; i < LINES_MAX && fgets(line, sizeof(line), server) != NULL; i++) {
		char *end;
		const int code = (int)strtol(line, &end, 10);

		if (end != line + 3)
			return 0;
		*has = *has || strcasestr(line, word) != NULL;
		if (line[3] != '-')
			return code;
	}
	return 0;
}

/* Sends a command and reads its reply. */
static int
send_command(FILE *server, int connection, const char *words, const char *word, bool *has)
{
	const size_t size = strlen(words);

	if (send(connection, words, size, MSG_NOSIGNAL) != (ssize_t)size)
		return 0;
	return read_reply(server, word, has);
}

/* Sends STARTTLS in an SMTP session; NULL, or what the server did wrong. */
static const char *
start_tls(int connection)
{
	/* Unbuffered: bytes after the last reply belong to TLS. */
	FILE *server = fdopen(dup(connection), "r");
	const char *fault = NULL;
	bool offered = false, ignored = false;

	if (server == NULL)
		return "has no free descriptor";
	setvbuf(server, NULL, _IONBF, 0);
	if (read_reply(server, "", &ignored) != 220)
		fault = "does not send an SMTP greeting";
	else if (send_command(server, connection, "EHLO localhost\r\n", "STARTTLS",
			 &offered) != 250)
		fault = "does not answer EHLO";
	else if (!offered)
		fault = "does not offer STARTTLS";
	else if (send_command(server, connection, "STARTTLS\r\n", "", &ignored) != 220)
		fault = "refuses STARTTLS";
	fclose(server);
	return fault;
}

static bool
is_loopback(const char *host)
{
	return strcasecmp(host, "localhost") == 0 || strncmp(host, "127.", 4) == 0 ||
		strcmp(host, "::1") == 0;
}

void
doctor_mail(struct doctor *doctor)
{
	static const char hint[] =
		"correct KITH_SMTP_URL or the server; then test with kithctl mail test "
		"--to you@example.org";
	const char *url = config()->smtp_url.data;
	const bool tls = strncmp(url, "smtps:", 6) == 0;
	struct endpoint server;
	const char *fault = NULL;
	int connection;

	if (url[0] == '\0') {
		doctor_note(doctor, "mail", FINDING_WARNING,
			"set KITH_SMTP_URL and KITH_MAIL_FROM for kith-notifications, "
			"and here",
			"no mail server is configured: mails are written to files in "
			"%s/mail",
			config()->run_dir.data);
		return;
	}
	server = parse_endpoint(doctor->arena, url, tls ? "465" : "587");
	connection = doctor_dial(doctor->arena, server.host, server.port, &fault);
	if (connection >= 0 && !tls) {
		fault = start_tls(connection);
		if (fault != NULL)
			fault = arena_printf(doctor->arena, "%s %s", server.host, fault);
	}
	if (fault != NULL && !(is_loopback(server.host) && strstr(fault, "offer")))
		doctor_note(doctor, "mail", FINDING_FAULT, hint, "%s", fault);
	else if (fault != NULL)
		doctor_note(doctor, "mail", FINDING_OK, NULL,
			"%s accepts mails without TLS, on this machine", server.host);
	else
		doctor_tls(doctor, "mail", connection, server.host,
			config()->smtp_ca.size > 0 ? config()->smtp_ca.data : NULL);
	if (connection >= 0)
		close(connection);
}

void
doctor_front(struct doctor *doctor)
{
	const char *url = config()->base_url.data;
	struct endpoint server = parse_endpoint(doctor->arena, url, "443");
	const char *fault = NULL;
	int connection;

	if (strncmp(url, "https:", 6) != 0) {
		if (!is_loopback(server.host))
			doctor_note(doctor, "certificate", FINDING_WARNING,
				"put a proxy with a certificate in front of the gateway, "
				"and set KITH_BASE_URL to its https:// origin",
				"%s is not encrypted", url);
		return;
	}
	connection = doctor_dial(doctor->arena, server.host, server.port, &fault);
	if (connection < 0) {
		doctor_note(doctor, "certificate", FINDING_FAULT,
			"start the proxy, or correct KITH_BASE_URL, the DNS record or "
			"the firewall",
			"%s: %s", url, fault);
		return;
	}
	doctor_tls(doctor, "certificate", connection, server.host, NULL);
	close(connection);
}
