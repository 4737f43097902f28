/*
 * smtp_judge.c - classifies the outcome of a message.
 *
 * Failures before MAIL FROM concern the server, not the message: an operator has to fix
 * them, and then every message is accepted. A refused sender counts as such a failure as
 * well. A permanent refusal (5yz, RFC 5321, section 4.2.1) of the recipient or the
 * message stays so. Certain codes say that the mailbox does not exist; a policy refusal
 * (5.7.z, RFC 3463) says nothing about the address.
 */
#include <stdio.h>
#include <string.h>

#include "services/notifications/smtp/inside.h"

/* Keeps the first line of the reply as printable ASCII. */
static void
note_reply(struct smtp_message *message, const char *bytes, size_t size)
{
	size_t kept = 0;

	for (size_t i = 0; i < size && kept + 1 < sizeof(message->reply); i++) {
		const char c = bytes[i];

		if (c == '\r' || c == '\n')
			break;
		message->reply[kept] = '?';
		if (c >= 0x20 && c < 0x7f)
			message->reply[kept] = c;
		kept++;
	}
	message->reply[kept] = '\0';
}

static bool
begins(const char *bytes, size_t size, const char *word)
{
	return size >= strlen(word) && memcmp(bytes, word, strlen(word)) == 0;
}

int
smtp_listen(CURL *easy, curl_infotype type, char *bytes, size_t size, void *data)
{
	struct smtp_message *message = data;

	(void)easy;
	if (type == CURLINFO_HEADER_IN && !message->ended)
		note_reply(message, bytes, size);
	if (type != CURLINFO_HEADER_OUT)
		return 0;
	if (begins(bytes, size, "MAIL FROM"))
		message->stage = SMTP_STAGE_FROM;
	else if (begins(bytes, size, "RCPT TO"))
		message->stage = SMTP_STAGE_TO;
	else if (begins(bytes, size, "DATA"))
		message->stage = SMTP_STAGE_DATA;
	else if (begins(bytes, size, "QUIT"))
		message->ended = true;
	return 0;
}

/* The code of the last reply; 0 when it is not a refusal. */
static int
refusal_code(const struct smtp_message *message)
{
	const char *reply = message->reply;

	if ((reply[0] != '4' && reply[0] != '5') || strlen(reply) < 3 ||
		strspn(reply, "0123456789") != 3)
		return 0;
	return (reply[0] - '0') * 100 + (reply[1] - '0') * 10 + (reply[2] - '0');
}

/* Whether the refusal of a recipient says that the mailbox does not exist. */
static bool
says_no_mailbox(const struct smtp_message *message, int code)
{
	const char *more = message->reply + 3;

	if (code != 550 && code != 551 && code != 553 && code != 556)
		return false;
	more += *more == ' ' || *more == '-';
	if (strncmp(more, "5.", 2) != 0)
		return true; /* an old server without enhanced status codes */
	return strncmp(more, "5.1.", 4) == 0 || strncmp(more, "5.2.1", 5) == 0;
}

static enum smtp_outcome
judge_refusal(const struct smtp_message *message, int code)
{
	const bool final = code >= 500;

	if (message->stage == SMTP_STAGE_HELLO)
		return SMTP_NO_SERVER;
	if (message->stage == SMTP_STAGE_FROM && (code == 421 || (final && code != 552)))
		return SMTP_NO_SERVER;
	if (!final)
		return SMTP_LATER;
	if (message->stage == SMTP_STAGE_TO && says_no_mailbox(message, code))
		return SMTP_NO_MAILBOX;
	return SMTP_REFUSED;
}

/* Copies the reply without the recipient's address: administrators and the log learn
 * why a mail failed, but not to whom it went. */
static void
quote_reply(const struct smtp_message *message, char *out, size_t size)
{
	const char *address = message->to->data;
	const char *found = strcasestr(message->reply, address);

	if (found == NULL)
		snprintf(out, size, "%s", message->reply);
	else
		snprintf(out, size, "%.*s(address)%s", (int)(found - message->reply),
			message->reply, found + strlen(address));
}

static const char *
refused_thing(const struct smtp_message *message)
{
	switch (message->stage) {
	case SMTP_STAGE_FROM:
		return "the sender (KITH_MAIL_FROM)";
	case SMTP_STAGE_TO:
		return "the recipient";
	case SMTP_STAGE_DATA:
		return "the message";
	case SMTP_STAGE_HELLO:
		break;
	}
	return "the connection";
}

/* Describes a failure without a refusal. */
static const char *
describe(const struct smtp_message *message, CURLcode code)
{
	switch ((int)code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		return "the host name in KITH_SMTP_URL cannot be resolved";
	case CURLE_COULDNT_CONNECT:
		return "cannot connect to the host and port of KITH_SMTP_URL";
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_ABORTED_BY_CALLBACK: /* past the deadline */
		return message->stage == SMTP_STAGE_HELLO
			? "the mail server did not answer in time"
			: "the mail server did not accept the message in time";
	case CURLE_USE_SSL_FAILED:
		return "the mail server does not offer STARTTLS, which is required "
		       "for remote hosts";
	case CURLE_PEER_FAILED_VERIFICATION:
		return "the mail server's certificate is not trusted, or is for "
		       "another name";
	case CURLE_SSL_CONNECT_ERROR:
		return "the TLS handshake with the mail server failed";
	case CURLE_SSL_CACERT_BADFILE:
		return "the CA file (KITH_SMTP_CA_FILE) cannot be read";
	case CURLE_LOGIN_DENIED:
		return "the mail server rejected the user or password of KITH_SMTP_URL";
	case CURLE_WEIRD_SERVER_REPLY:
		return "the mail server does not follow the SMTP protocol";
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_GOT_NOTHING:
		return "the mail server closed the connection before it answered";
	default:
		return "the mail could not be sent";
	}
}

/* Whether the failure is an SMTP refusal, not a timeout or a TLS failure. */
static bool
was_refused(const struct smtp_message *message, CURLcode code)
{
	return refusal_code(message) != 0 && code != CURLE_OPERATION_TIMEDOUT &&
		code != CURLE_PEER_FAILED_VERIFICATION && code != CURLE_USE_SSL_FAILED;
}

void
smtp_judge(const struct smtp_message *message, CURLcode code, struct smtp_result *result)
{
	const int refusal = was_refused(message, code) ? refusal_code(message) : 0;
	char reply[SMTP_REPLY_MAX + sizeof("(address)")];

	result->tag = message->tag;
	result->error[0] = '\0';
	if (code == CURLE_OK) {
		result->outcome = SMTP_SENT;
	} else if (refusal != 0) {
		result->outcome = judge_refusal(message, refusal);
		quote_reply(message, reply, sizeof(reply));
		snprintf(result->error, sizeof(result->error),
			"the mail server refused %s: %s", refused_thing(message), reply);
	} else {
		/* No reply to the message has arrived yet, so the connection has
		 * failed. */
		result->outcome =
			message->stage <= SMTP_STAGE_FROM ? SMTP_NO_SERVER : SMTP_LATER;
		snprintf(result->error, sizeof(result->error), "%s (%s)",
			describe(message, code),
			message->error[0] != '\0' ? message->error
						  : curl_easy_strerror(code));
	}
}
