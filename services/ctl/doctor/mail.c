/*
 * mail.c - checks the mail server as kith-notifications uses it: TLS, the login, and
 * whether it accepts mails of KITH_MAIL_FROM.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"

#define LINE_MAX_BYTES 1024
#define LINES_MAX 64

static const char hint[] =
	"correct KITH_SMTP_URL or the server; then test with kithctl mail test --to "
	"you@example.org";

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

/* Whether TLS with the server works; adds a finding. */
static bool
check_tls(struct doctor *doctor, struct doctor_endpoint server, bool at_once)
{
	const char *fault = NULL;
	const int connection =
		doctor_dial(doctor->arena, server.host, server.port, &fault);
	bool good;

	if (connection >= 0 && !at_once) {
		fault = start_tls(connection);
		if (fault != NULL)
			fault = arena_printf(doctor->arena, "%s %s", server.host, fault);
	}
	if (fault != NULL)
		doctor_note(doctor, "mail", FINDING_FAULT, hint, "%s", fault);
	good = fault == NULL &&
		doctor_tls(doctor, "mail", connection, server.host,
			config()->smtp_ca.size > 0 ? config()->smtp_ca.data : NULL);
	if (connection >= 0)
		close(connection);
	return good;
}

/* libcurl's CURLOPT_HEADERFUNCTION: keeps the server's last line before the reply to
 * QUIT. */
static size_t
keep_line(char *line, size_t size, size_t count, void *data)
{
	char *last = data;
	const size_t length = size * count;

	if (length < 3 || memcmp(line, "221", 3) != 0)
		snprintf(last, LINE_MAX_BYTES, "%.*s", (int)length, line);
	last[strcspn(last, "\r\n")] = '\0';
	return length;
}

/* libcurl's CURLOPT_WRITEFUNCTION. */
static size_t
drop(char *bytes, size_t size, size_t count, void *data)
{
	(void)bytes, (void)data;
	return size * count;
}

/* Logs in and names the sender, but sends no mail. */
static CURLcode
begin_mail(struct doctor *doctor, const char *url, bool upgrade, char *last)
{
	CURL *easy = curl_easy_init();
	CURLcode code = CURLE_FAILED_INIT;

	if (easy == NULL)
		return code;
	if (doctor_request_prepare(easy, url, "smtp,smtps") &&
		curl_easy_setopt(easy, CURLOPT_USE_SSL,
			(long)(upgrade ? CURLUSESSL_ALL : CURLUSESSL_NONE)) == CURLE_OK &&
		(config()->smtp_ca.size == 0 ||
			curl_easy_setopt(easy, CURLOPT_CAINFO, config()->smtp_ca.data) ==
				CURLE_OK) &&
		curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST,
			arena_printf(doctor->arena, "MAIL FROM:<%s>",
				config()->mail_from.data)) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, keep_line) == CURLE_OK &&
		curl_easy_setopt(easy, CURLOPT_HEADERDATA, last) == CURLE_OK)
		code = curl_easy_perform(easy);
	curl_easy_cleanup(easy);
	return code;
}

static void
check_login(struct doctor *doctor, const char *url, const char *host, bool upgrade)
{
	char last[LINE_MAX_BYTES] = "";
	const CURLcode code = begin_mail(doctor, url, upgrade, last);

	if (code == CURLE_OK)
		doctor_note(doctor, "mail", FINDING_OK, NULL, "%s accepts mails of %s%s",
			host, config()->mail_from.data,
			doctor_is_loopback(host) ? " without TLS, on this machine" : "");
	else if (code == CURLE_LOGIN_DENIED)
		doctor_note(doctor, "mail", FINDING_FAULT,
			"correct the user and the password in KITH_SMTP_URL, with signs "
			"such as / and @ in percent-encoding",
			"%s refuses the login: %s", host, last);
	else if (strncmp(last, "530", 3) == 0 && strcasestr(last, "STARTTLS") != NULL)
		doctor_note(doctor, "mail", FINDING_FAULT,
			"let the server accept mails from this machine without TLS, or "
			"name it in KITH_SMTP_URL by the host name of its certificate",
			"%s accepts mails only after STARTTLS, which Kith does not use "
			"for a server on this machine: %s",
			host, last);
	else
		doctor_note(doctor, "mail", FINDING_FAULT,
			last[0] == '5' || last[0] == '4'
				? "correct KITH_MAIL_FROM, or let the server accept it; "
				  "a server that requires a login needs a user and a "
				  "password in KITH_SMTP_URL"
				: hint,
			"%s does not accept mails of %s: %s", host,
			config()->mail_from.data,
			last[0] != '\0' ? last : curl_easy_strerror(code));
}

void
doctor_mail(struct doctor *doctor)
{
	const char *url = config()->smtp_url.data, *fault = NULL;
	const bool tls = strncmp(url, "smtps:", 6) == 0;
	struct doctor_endpoint server;
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
	server = doctor_endpoint_of(doctor->arena, url, tls ? "465" : "587");
	if (tls || !doctor_is_loopback(server.host)) {
		if (check_tls(doctor, server, tls))
			check_login(doctor, url, server.host, !tls);
		return;
	}
	connection = doctor_dial(doctor->arena, server.host, server.port, &fault);
	if (connection < 0) {
		doctor_note(doctor, "mail", FINDING_FAULT, hint, "%s", fault);
		return;
	}
	close(connection);
	check_login(doctor, url, server.host, false);
}
