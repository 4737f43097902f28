/*
 * smtp_judge.c - whose fault it is that a message was not taken, and whether that may change.
 *
 * What happens before the message is named is the server's business with us: an operator mends
 * that, and then every message is taken. A sender that is refused is of that kind as well. A
 * recipient or a message that is refused for good (5yz, RFC 5321, section 4.2.1) stays so. That
 * there is no such mailbox, the server says by certain codes; a refusal of policy (5.7.z,
 * RFC 3463) says nothing about the address.
 */
#include <stdio.h>
#include <string.h>

#include "services/notifications/smtp/inside.h"

/* Notes what the server said, without what would not stand in a line. */
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

/* The code of the server's last line, 0 when that was none of a refusal. */
static int
refusal_code(const struct smtp_message *message)
{
	const char *reply = message->reply;

	if ((reply[0] != '4' && reply[0] != '5') || strlen(reply) < 3 ||
		strspn(reply, "0123456789") != 3)
		return 0;
	return (reply[0] - '0') * 100 + (reply[1] - '0') * 10 + (reply[2] - '0');
}

/* Whether a refusal of the recipient says that there is no such mailbox. */
static bool
says_no_mailbox(const struct smtp_message *message, int code)
{
	const char *more = message->reply + 3;

	if (code != 550 && code != 551 && code != 553 && code != 556)
		return false;
	more += *more == ' ' || *more == '-';
	if (strncmp(more, "5.", 2) != 0)
		return true; /* an old server: these codes are all it has */
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

/* What the server said, without the address that it may repeat: administrators and the log are to
 * know why a mail failed, and not whose it was. */
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

/* What was refused, for a sentence. */
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
	return "to talk to us";
}

/* What happened where the server refused nothing. */
static const char *
describe(const struct smtp_message *message, CURLcode code)
{
	switch ((int)code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		return "the host of KITH_SMTP_URL is not known";
	case CURLE_COULDNT_CONNECT:
		return "no connection to the host and port of KITH_SMTP_URL";
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_ABORTED_BY_CALLBACK: /* as there was no time left */
		return message->stage == SMTP_STAGE_HELLO
			? "the mail server did not answer in time"
			: "the mail server took too long over the message";
	case CURLE_USE_SSL_FAILED:
		return "the mail server offers no STARTTLS, which is required beyond "
		       "this machine";
	case CURLE_PEER_FAILED_VERIFICATION:
		return "the mail server's certificate is not trusted or has another name";
	case CURLE_SSL_CONNECT_ERROR:
		return "TLS with the mail server failed";
	case CURLE_SSL_CACERT_BADFILE:
		return "the file of certificates (KITH_SMTP_CA_FILE) cannot be read";
	case CURLE_LOGIN_DENIED:
		return "the mail server does not take the user and password of KITH_SMTP_URL";
	case CURLE_WEIRD_SERVER_REPLY:
		return "the mail server does not speak SMTP as it should";
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_GOT_NOTHING:
		return "the mail server ended the connection before it had answered";
	default:
		return "the mail could not be handed over";
	}
}

/* Whether the server refused, rather than broke off or said what nobody understands. */
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
		/* Nothing of the message was answered yet: the connection was of no use. */
		result->outcome =
			message->stage <= SMTP_STAGE_FROM ? SMTP_NO_SERVER : SMTP_LATER;
		snprintf(result->error, sizeof(result->error), "%s (%s)",
			describe(message, code),
			message->error[0] != '\0' ? message->error
						  : curl_easy_strerror(code));
	}
}
