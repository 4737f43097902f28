/*
 * A mail: lines with the recipient's address and name, then a text by a member. It has
 * the product's headers and no others, and no line that a server would refuse or take for
 * the end.
 */
#include "common/text/text.h"
#include "services/notifications/mail/mail_message.h"
#include "tests/fuzz/fuzz.h"

static const char *const headers[] = {"From: ", "To: ", "Subject: ", "Date: ",
	"Message-ID: ", "Auto-Submitted: ", "MIME-Version: ", "Content-Type: ", " "};

/* The length of a line, which ends in CRLF and contains neither byte before. */
static size_t
line_size(const char *line)
{
	size_t size = strcspn(line, "\r\n");

	FUZZ_HOLDS(line[size] == '\r' && line[size + 1] == '\n' && size <= 998);
	return size;
}

static bool
is_header(const char *line)
{
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		if (strncmp(line, headers[i], strlen(headers[i])) == 0)
			return true;
	}
	return false;
}

static void
check_mail(const char *at)
{
	for (; *at != '\r'; at += line_size(at) + 2)
		FUZZ_HOLDS(is_header(at));
	for (; *at != '\0'; at += line_size(at) + 2) {
		for (const char *byte = at; *byte != '\r'; byte++)
			FUZZ_HOLDS((unsigned char)*byte < 0x80);
	}
}

static void
check_message(struct arena *arena, const struct mail_message *mail)
{
	struct buffer out = {.arena = arena};

	if (!mail_message_write(&out, mail))
		return;
	buffer_append(&out, "", 1);
	check_mail((const char *)out.data);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	struct text address = arena_text(input.arena, fuzz_line(&input));
	struct text name = arena_text(input.arena, fuzz_line(&input));
	const char *note = arena_copy(input.arena, input.data, input.size);
	struct mail_parts parts = {
		.to_name = name.data, .link = "https://kith.example/x", .note = note};
	struct mail_message mail = {
		.from = "kith@kith.example", .to_address = address, .to_name = name};
	const struct mail_item item = {.title = note, .body = note, .quote = note};

	fuzz_configure();
	if (!utf8_valid(name.data, name.size) || !utf8_valid(note, strlen(note)))
		return 0;
	if (mail_text_write(input.arena, "account_declined", &parts, &mail.text))
		check_message(input.arena, &mail);
	mail_text_notice(input.arena, &item, &parts, &mail.text);
	check_message(input.arena, &mail);
	return 0;
}
