/*
 * mail_message.c - writes the headers and the two parts of a mail.
 *
 * A plain ASCII part is sent as 7bit, so that links in a mail file stay readable. Any
 * other part is quoted-printable, which every server forwards unchanged.
 */
#include "services/notifications/mail/mail_message.h"

#include <string.h>
#include <time.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "common/text/text.h"
#include "services/notifications/mail/mail_encode.h"

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

/* Whether the address is safe between angle brackets. The domain may lack a dot,
 * because the operator's own host may. */
static bool
address_fits(const char *address, size_t size)
{
	if (size == 0 || size > 254 || memchr(address, '@', size) == NULL)
		return false;
	for (size_t i = 0; i < size; i++) {
		const unsigned char c = (unsigned char)address[i];

		if (c <= 0x20 || c >= 0x7f || strchr("<>\"(),:;\\[]", c) != NULL)
			return false;
	}
	return true;
}

/* Whether the link is visible ASCII and safe between angle brackets. */
static bool
link_fits(const char *link)
{
	if (link == NULL)
		return true;
	for (; *link != '\0'; link++)
		if (*link <= ' ' || *link >= 0x7f || *link == '<' || *link == '>')
			return false;
	return true;
}

/* RFC 5322, section 3.3; always in UTC. */
static void
put_date(struct buffer *out, int64_t unix_us)
{
	static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
	static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
		"Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	const time_t seconds = (time_t)(unix_us / 1000000);
	struct tm at;

	gmtime_r(&seconds, &at);
	put(out,
		arena_printf(out->arena, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n",
			days[at.tm_wday], at.tm_mday, months[at.tm_mon],
			at.tm_year + 1900, at.tm_hour, at.tm_min, at.tm_sec));
}

static void
put_to(struct buffer *out, const struct mail_message *mail)
{
	put(out, "To: ");
	if (mail->to_name.presence == GIVEN && mail->to_name.size > 0) {
		mail_encode_phrase(out, mail->to_name.data);
		put(out, "\r\n ");
	}
	put(out, arena_printf(out->arena, "<%s>\r\n", mail->to_address.data));
}

static void
put_headers(struct buffer *out, const struct mail_message *mail, const char *id)
{
	put(out, "From: ");
	mail_encode_phrase(out, config()->instance_name.data);
	put(out, arena_printf(out->arena, " <%s>\r\n", mail->from));
	put_to(out, mail);
	put(out, "Subject: ");
	mail_encode_unstructured(out, mail->text.subject);
	put(out, "\r\n");
	put_date(out, mail->created_at_us);
	put(out,
		arena_printf(out->arena, "Message-ID: <%s.outbox@%s>\r\n", id,
			strchr(mail->from, '@') + 1));
	put(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n");
	if (mail->unsubscribe != NULL) {
		put(out,
			arena_printf(out->arena, "List-Unsubscribe: <%s>\r\n",
				mail->unsubscribe));
		put(out, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
	}
	put(out,
		arena_printf(out->arena,
			"Content-Type: multipart/alternative;\r\n"
			" boundary=\"=_%s\"\r\n\r\n",
			id));
}

static void
put_part(struct buffer *out, const char *id, const char *type, const char *text)
{
	const bool plain = mail_encode_is_plain(text);

	put(out,
		arena_printf(out->arena,
			"--=_%s\r\nContent-Type: %s; charset=utf-8\r\n"
			"Content-Transfer-Encoding: %s\r\n\r\n",
			id, type, plain ? "7bit" : "quoted-printable"));
	if (plain)
		mail_encode_lines(out, text);
	else
		mail_encode_quoted(out, text);
	put(out, "\r\n");
}

bool
mail_message_write(struct buffer *out, const struct mail_message *mail)
{
	const char *id = hex_encode(out->arena, mail->id.bytes, sizeof(mail->id.bytes));

	if (text_format_check(
		    FORMAT_EMAIL, mail->to_address.data, mail->to_address.size) != NULL ||
		!address_fits(mail->to_address.data, mail->to_address.size) ||
		!address_fits(mail->from, strlen(mail->from)) ||
		!link_fits(mail->unsubscribe))
		return false;
	put_headers(out, mail, id);
	put_part(out, id, "text/plain", mail->text.plain);
	put_part(out, id, "text/html", mail->text.html);
	put(out, arena_printf(out->arena, "--=_%s--\r\n", id));
	return true;
}
