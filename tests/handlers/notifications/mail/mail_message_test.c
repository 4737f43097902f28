#include "services/notifications/mail/mail_message.h"

#include <stdlib.h>

#include "common/config/config.h"
#include "services/notifications/mail/mail_encode.h"
#include "tests/support/handler_test.h"

static struct arena *arena;

static int
before(void **state)
{
	(void)state;
	arena = arena_new(16384);
	return 0;
}

static int
after(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* The message as a string, NULL when it was refused. */
static const char *
write_mail(const char *address, const char *name, const char *template_name)
{
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

static void
has_the_headers_of_an_automatic_mail(void **state)
{
	const char *mail = write_mail("ada@example.org", "Ada", "verify_email");

	(void)state;
	assert_non_null(mail);
	assert_non_null(strstr(mail, "From: Kith <kith@example.net>\r\n"));
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

static void
a_link_in_plain_text_can_be_copied(void **state)
{
	const char *mail = write_mail("ada@example.org", "", "verify_email");

	(void)state;
	assert_non_null(strstr(mail, "\r\nhttp://kith.example/x?token=abc=def\r\n"));
}

static void
the_same_mail_is_the_same_message(void **state)
{
	(void)state;
	assert_string_equal(write_mail("ada@example.org", "Ada", "account_approved"),
		write_mail("ada@example.org", "Ada", "account_approved"));
}

static void
every_line_ends_in_crlf_and_is_short(void **state)
{
	const char *mail = write_mail("ada@example.org",
		"Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé Ünïcödé",
		"account_approved");

	(void)state;
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

static void
no_address_can_add_a_header_or_a_recipient(void **state)
{
	static const char *const addresses[] = {"a@b.example\r\nBcc: c@d.example",
		"a@b.example\n", "a b@c.example", "<a@b.example>", "a@b.example>",
		"a@b.example, c@d.example", "\"a b\"@c.example", "a@b.example\x7f",
		"ä@b.example", "a", "@", "", "a@b@c.example",
		"a@b.example> RCPT TO:<c@d.example", "a@[127.0.0.1]", "a(b)@c.example"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(addresses); i++)
		assert_null(write_mail(addresses[i], "Ada", "verify_email"));
}

static void
no_name_can_add_a_header(void **state)
{
	const char *mail = write_mail("ada@example.org",
		"Ada\r\nBcc: eve@example.org\r\n\r\nHi", "account_approved");

	(void)state;
	assert_non_null(strstr(mail, "To: \"AdaBcc: eve@example.orgHi\"\r\n"));
	assert_null(strstr(mail, "\nBcc"));
	assert_null(strstr(mail, "\r\n\r\nHi"));
	mail = write_mail(
		"ada@example.org", "Ä\r\nBcc: eve@example.org", "account_approved");
	assert_null(strstr(mail, "\nBcc"));
}

static void
names_are_quoted_or_encoded(void **state)
{
	(void)state;
	assert_string_equal(encoded(mail_encode_phrase, "a \"b\" \\ c, d"),
		"\"a \\\"b\\\" \\\\ c, d\"");
	assert_string_equal(
		encoded(mail_encode_phrase, "Zoë L"), "=?utf-8?Q?Zo=C3=AB=20L?=");
	/* 😀 takes 12 characters: five fit into a word, and none is cut. */
	assert_string_equal(encoded(mail_encode_phrase, "😀😀😀😀😀😀"),
		"=?utf-8?Q?=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80?=\r\n"
		" =?utf-8?Q?=F0=9F=98=80?=");
}

static void
quoted_printable_hides_what_would_be_changed(void **state)
{
	(void)state;
	assert_string_equal(
		encoded(mail_encode_quoted, "é=x \n.y\ta"), "=C3=A9=3Dx=20\r\n=2Ey=09a");
	assert_string_equal(encoded(mail_encode_quoted,
				    "1234567890123456789012345678901234567890"
				    "1234567890123456789012345678901234567890"),
		"123456789012345678901234567890123456789012345678901234567890123456789012345=\r\n"
		"67890");
}

static void
members_words_are_text_in_html(void **state)
{
	struct mail_text text;

	(void)state;
	assert_true(mail_text_write(arena, "account_declined",
		&(const struct mail_parts){
			.to_name = "<script>\"&\n", .note = "<b>No</b>,\033\nsorry"},
		&text));
	assert_non_null(strstr(text.plain, "\n\n<b>No</b>, \nsorry\n\n"));
	assert_non_null(strstr(text.html, "<p>&lt;b&gt;No&lt;/b&gt;, \nsorry</p>"));
	assert_null(strstr(text.html, "<script>"));
	assert_non_null(strstr(text.html, "Hello &lt;script&gt;&quot;&amp; ,"));
}

static void
refuses_templates_that_are_not_there_or_lack_their_link(void **state)
{
	const struct mail_parts nothing = {.to_name = ""};
	struct mail_text text;

	(void)state;
	assert_false(mail_text_write(arena, "nothing", &nothing, &text));
	assert_false(mail_text_write(arena, "verify_email", &nothing, &text));
}

#define MAIL_TEST(name) cmocka_unit_test_setup_teardown(name, before, after)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		MAIL_TEST(has_the_headers_of_an_automatic_mail),
		MAIL_TEST(a_link_in_plain_text_can_be_copied),
		MAIL_TEST(the_same_mail_is_the_same_message),
		MAIL_TEST(every_line_ends_in_crlf_and_is_short),
		MAIL_TEST(no_address_can_add_a_header_or_a_recipient),
		MAIL_TEST(no_name_can_add_a_header),
		MAIL_TEST(names_are_quoted_or_encoded),
		MAIL_TEST(quoted_printable_hides_what_would_be_changed),
		MAIL_TEST(members_words_are_text_in_html),
		MAIL_TEST(refuses_templates_that_are_not_there_or_lack_their_link),
	};

	config_load();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
