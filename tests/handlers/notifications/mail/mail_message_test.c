#include "services/notifications/mail/mail_message.h"

#include <stdlib.h>

#include "common/config/config.h"
#include "services/notifications/mail/mail_encode.h"
#include "tests/support/handler_test.h"

static struct arena *arena;

static void
before(void)
{
	arena = arena_new(16384);
}

static void
after(void)
{
	arena_free(arena);
}

/* Returns the message as a string; NULL when it was refused. Without a template it is
 * about a notification. */
static const char *
write_mail(const char *address, const char *name, const char *template_name)
{
	static const struct mail_item item = {.title = "A title", .body = "A body."};
	struct buffer out = {.arena = arena};
	struct mail_message mail = {
		.id = {{0x01, 0x02}},
		.created_at_us =
			INT64_C(1763717760000000), /* 21 November 2025, 09:36:00 UTC */
		.from = "kith@example.net",
		.to_address = arena_text(arena, address),
		.to_name = arena_text(arena, name),
	};
	const struct mail_parts parts = {
		.to_name = name, .link = "http://kith.example/x?token=abc=def"};

	if (template_name == NULL)
		mail_text_notice(arena, &item, &parts, &mail.text);
	else
		assert_true(mail_text_write(arena, template_name, &parts, &mail.text));
	if (!mail_message_write(&out, &mail))
		return NULL;
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static const char *
encoded(void (*encode)(struct buffer *, const char *), const char *text)
{
	struct buffer out = {.arena = arena};

	encode(&out, text);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static const struct test_scene counted = {.before = before, .after = after};

TEST_IN(counted, has_the_headers_of_an_automatic_mail)
{
	const char *mail = write_mail("ada@example.org", "Ada", "verify_email");

	assert_non_null(mail);
	assert_non_null(strstr(mail, "From: \"Kith\" <kith@example.net>\r\n"));
	assert_non_null(strstr(mail, "To: \"Ada\"\r\n <ada@example.org>\r\n"));
	assert_non_null(strstr(mail, "Date: Fri, 21 Nov 2025 09:36:00 +0000\r\n"));
	assert_non_null(strstr(mail,
		"Message-ID: <01020000000000000000000000000000.outbox@"
		"example.net>\r\n"));
	assert_non_null(strstr(mail, "Auto-Submitted: auto-generated\r\n"));
	assert_non_null(strstr(mail, "MIME-Version: 1.0\r\n"));
	assert_non_null(strstr(mail, "multipart/alternative"));
	assert_non_null(strstr(mail, "text/plain; charset=utf-8"));
	assert_non_null(strstr(mail, "text/html; charset=utf-8"));
}

TEST_IN(counted, a_link_in_plain_text_can_be_copied)
{
	const char *mail = write_mail("ada@example.org", "", "verify_email");

	assert_non_null(strstr(mail, "\r\nhttp://kith.example/x?token=abc=def\r\n"));
}

/* Returns the plain text of the mail of a template without a link of its own. */
static const char *
plain_text(const char *template_name)
{
	const struct mail_parts parts = {.to_name = ""};
	struct mail_text text;

	assert_true(mail_text_write(arena, template_name, &parts, &text));
	return text.plain;
}

TEST_IN(counted, a_mail_leads_to_the_pages_that_it_names)
{
	const char *sign_in =
		arena_printf(arena, "\n%s/sign-in\n", config()->base_url.data);
	const char *forgot =
		arena_printf(arena, "\n%s/forgot-password\n", config()->base_url.data);

	assert_non_null(strstr(plain_text("account_approved"), sign_in));
	assert_non_null(strstr(plain_text("sign_up_notice"), sign_in));
	assert_non_null(strstr(plain_text("sign_up_notice"), forgot));
	assert_null(strstr(plain_text("password_changed"), "from a mail to you"));
}

TEST_IN(counted, the_same_mail_is_the_same_message)
{
	assert_string_equal(write_mail("ada@example.org", "Ada", "account_approved"),
		write_mail("ada@example.org", "Ada", "account_approved"));
}

TEST_IN(counted, every_line_ends_in_crlf_and_is_short)
{
	const char *mail = write_mail("ada@example.org",
		"Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé", NULL);

	assert_non_null(strstr(mail, "Hello =C3=9Cn"));

	for (const char *line = mail; *line != '\0';) {
		const char *end = strchr(line, '\n');

		assert_non_null(end);
		assert_true(end > line && end[-1] == '\r');
		assert_true(end - line <= 79);
		for (const char *c = line; c < end - 1; c++)
			assert_true((unsigned char)*c < 0x80 && *c != '\r');
		line = end + 1;
	}
}

TEST_IN(counted, no_address_can_add_a_header_or_a_recipient)
{
	static const char *const addresses[] = {"a@b.example\r\nBcc: c@d.example",
		"a@b.example\n", "a b@c.example", "<a@b.example>", "a@b.example>",
		"a@b.example, c@d.example", "\"a b\"@c.example", "a@b.example\x7f",
		"ä@b.example", "a", "@", "", "a@b@c.example",
		"a@b.example> RCPT TO:<c@d.example", "a@[127.0.0.1]", "a(b)@c.example"};

	for (size_t i = 0; i < COUNT_OF(addresses); i++)
		assert_null(write_mail(addresses[i], "Ada", "verify_email"));
}

TEST_IN(counted, no_name_can_add_a_header)
{
	const char *mail = write_mail(
		"ada@example.org", "Ada\r\nBcc: eve@example.org\r\n\r\nHi", NULL);

	assert_non_null(strstr(mail, "To: \"AdaBcc: eve@example.orgHi\"\r\n"));
	assert_null(strstr(mail, "\nBcc"));
	assert_null(strstr(mail, "\r\n\r\nHi"));
	mail = write_mail("ada@example.org", "Ä\r\nBcc: eve@example.org", NULL);
	assert_null(strstr(mail, "\nBcc"));
}

TEST_IN(counted, names_are_quoted_or_encoded)
{
	assert_string_equal(encoded(mail_encode_phrase, "a \"b\" \\ c, d"),
		"\"a \\\"b\\\" \\\\ c, d\"");
	assert_string_equal(
		encoded(mail_encode_phrase, "Zoë L"), "=?utf-8?Q?Zo=C3=AB=20L?=");
	/* 😀 takes 12 characters: five fit into a word, and none is split. */
	assert_string_equal(encoded(mail_encode_phrase, "😀😀😀😀😀😀"),
		"=?utf-8?Q?=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80?="
		"\r\n"
		" =?utf-8?Q?=F0=9F=98=80?=");
}

TEST_IN(counted, quoted_printable_hides_what_would_be_changed)
{
	assert_string_equal(
		encoded(mail_encode_quoted, "é=x \n.y\ta"), "=C3=A9=3Dx=20\r\n=2Ey=09a");
	assert_string_equal(encoded(mail_encode_quoted,
				    "1234567890123456789012345678901234567890"
				    "1234567890123456789012345678901234567890"),
		"123456789012345678901234567890123456789012345678901234567890"
		"123456789012345=\r\n67890");
}

TEST_IN(counted, members_words_are_text_in_html)
{
	const struct mail_parts parts = {
		.to_name = "<script>\"&\n", .note = "<b>No</b>,\033\nsorry"};
	const struct mail_item item = {.title = "<i>", .body = "A body."};
	struct mail_text text;

	assert_true(mail_text_write(arena, "account_declined", &parts, &text));
	assert_non_null(strstr(text.plain, "\n\n> <b>No</b>, \n> sorry\n\n"));
	assert_non_null(strstr(text.html, ">&lt;b&gt;No&lt;/b&gt;, \nsorry</p>"));
	assert_non_null(strstr(text.html, "Hello,"));
	assert_null(strstr(text.html, "script"));
	mail_text_notice(arena, &item, &parts, &text);
	assert_null(strstr(text.html, "<script>"));
	assert_null(strstr(text.html, "<i>"));
	assert_non_null(strstr(text.html, "Hello &lt;script&gt;&quot;&amp; ,"));
}

TEST_IN(counted, refuses_templates_that_are_not_there_or_lack_their_link)
{
	const struct mail_parts nothing = {.to_name = ""};
	struct mail_text text;

	assert_false(mail_text_write(arena, "nothing", &nothing, &text));
	assert_false(mail_text_write(arena, "verify_email", &nothing, &text));
}

int
main(void)
{
	config_load();
	return test_main();
}
