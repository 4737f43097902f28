/* Checks of request heads without a server: the test parses them in place, as the parser
 * does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/http/vet.h"
#include "proto/field.h"
#include "tests/support/test.h"

static char buffer[64 * 1024];
static char target[64 * 1024];
static struct http_field fields[HTTP_FIELDS_MAX];
static struct http_framing framing;

/* Ends the string at `at`; returns what follows `skip` bytes of separator. */
static char *
cut(char *at, size_t skip)
{
	memset(at, 0, skip);
	return at + skip;
}

/* Parses a valid head and leaves its strings where they were received. */
static struct http_head
parse(const char *text)
{
	struct http_head head = {.fields = fields, .received = strlen(text)};
	char *at;
	char *line_end;

	snprintf(buffer, sizeof(buffer), "%s", text);
	head.method = buffer;
	at = cut(strchr(buffer, ' '), 1);
	head.target_origin = at;
	line_end = strstr(at, "\r\n");
	at = memrchr(at, ' ', (size_t)(line_end - at));
	head.version = cut(at, 1);
	at = cut(line_end, 2);
	snprintf(target, sizeof(target), "%s", head.target_origin);
	head.target = target;
	while (strncmp(at, "\r\n", 2) != 0) {
		char *colon = strchr(at, ':');
		struct http_field field = {.name = at, .name_size = (size_t)(colon - at)};
		char *value = cut(colon, 1);

		value += strspn(value, " \t");
		field.value = value;
		field.value_size = strcspn(value, "\r");
		at = cut(value + field.value_size, 2);
		if (head.field_count < HTTP_FIELDS_MAX)
			fields[head.field_count] = field;
		head.field_count++;
	}
	return head;
}

static void
assert_passes(const char *text)
{
	const struct http_head head = parse(text);
	const char *fault = http_vet(&head, &framing);

	if (fault != NULL)
		fail_msg("%s\nwas refused: %s", text, fault);
}

static void
assert_refused(const char *text)
{
	const struct http_head head = parse(text);

	if (http_vet(&head, &framing) == NULL)
		fail_msg("%s\nwas not refused", text);
}

#define LINE "GET /v1/posts HTTP/1.1\r\n"
#define HOST "Host: kith.example\r\n"

TEST(passes_what_is_lawful)
{
	assert_passes(LINE HOST "\r\n");
	assert_passes(LINE "host:kith.example:8080\r\n\r\n");
	assert_passes(LINE "Host: [2001:db8::1]:80\r\n\r\n");
	assert_passes(
		LINE HOST "Accept: a\r\nAccept: b\r\nX-A: \t \r\nX-B: b \t\r\n\r\n");
	assert_passes(LINE HOST "X-Text: gr\xc3\xbc\xc3\x9f\r\nX-Tab: a\tb\r\n\r\n");
	assert_passes("OPTIONS / HTTP/1.1\r\n" HOST "\r\n");
	assert_passes("HEAD /?a=b&c=%20 HTTP/1.1\r\n" HOST "\r\n");
}

TEST(passes_every_form_of_a_target)
{
	static const char *const targets[][2] = {{"/v1/posts?a=b", "/v1/posts?a=b"},
		{"http://kith.example/v1/posts", "/v1/posts"},
		{"HTTPS://KITH.EXAMPLE/?a=b", "/?a=b"}, {"http://kith.example", "/"}};
	char text[256];

	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\n" HOST "\r\n",
			targets[i][0]);
		assert_passes(text);
		assert_string_equal(http_vet_path(targets[i][0]), targets[i][1]);
	}
	assert_passes("OPTIONS * HTTP/1.1\r\n" HOST "\r\n");
	assert_string_equal(http_vet_path("*"), "*");
}

TEST(passes_http_1_0_without_a_host)
{
	assert_passes("GET /health HTTP/1.0\r\n\r\n");
	assert_passes("GET /health HTTP/1.0\r\n" HOST "\r\n");
	assert_passes("POST /v1 HTTP/1.0\r\nContent-Length: 2\r\n\r\n");
	assert_true(framing.length == 2);
	assert_refused("GET / HTTP/1.0\r\nHost:\r\n\r\n");
	assert_refused("GET / HTTP/1.0\r\n" HOST HOST "\r\n");
	assert_refused("GET http://a/ HTTP/1.0\r\n" HOST "\r\n");
	assert_refused("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n");
	assert_refused("POST / HTTP/1.0\r\nContent-Length: 1\r\n"
		       "Content-Length: 1\r\n\r\n");
}

TEST(reads_no_blanks_behind_a_value)
{
	struct http_head head;

	assert_passes(LINE "Host: kith.example \t\r\n\r\n");
	head = parse(LINE HOST "Content-Length: 12 \t\r\n\r\n");
	assert_non_null(http_vet(&head, &framing));
	head.trims = true;
	assert_null(http_vet(&head, &framing));
	assert_true(framing.length == 12);
	head = parse(LINE HOST "Transfer-Encoding: chunked \r\n\r\n");
	assert_non_null(http_vet(&head, &framing));
	head.trims = true;
	assert_null(http_vet(&head, &framing));
	assert_true(framing.chunked);
}

TEST(reads_how_the_body_is_framed)
{
	assert_passes(LINE HOST "\r\n");
	assert_false(framing.chunked);
	assert_int_equal(framing.length, 0);
	assert_passes(LINE HOST "Content-Length: 123456789012345678\r\n\r\n");
	assert_true(framing.length == UINT64_C(123456789012345678));
	assert_passes(LINE HOST "transfer-encoding: Chunked\r\n\r\n");
	assert_true(framing.chunked);
	assert_true(framing.length == UINT64_MAX);
}

TEST(refuses_framing_with_two_readings)
{
	static const char *const lines[] = {"Content-Length: 1\r\nContent-Length: 1\r\n",
		"Content-Length: 1\r\ncontent-length: 2\r\n",
		"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: identity\r\n",
		"Transfer-Encoding:\r\n", "Transfer-Encoding: chunked \r\n",
		"Content-Length:\r\n", "Content-Length: +1\r\n", "Content-Length: -1\r\n",
		"Content-Length: 1 \r\n", "Content-Length: 1,1\r\n",
		"Content-Length: 0x1\r\n", "Content-Length: 1234567890123456789\r\n"};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		char text[256];

		snprintf(text, sizeof(text), LINE HOST "%s\r\n", lines[i]);
		assert_refused(text);
	}
}

TEST(wants_exactly_one_host)
{
	assert_refused(LINE "\r\n");
	assert_refused(LINE "Host:\r\n\r\n");
	assert_refused(LINE HOST "Host: other.example\r\n\r\n");
	assert_refused(LINE HOST HOST "\r\n");
	assert_refused(LINE "Host: a b\r\n\r\n");
	assert_refused(LINE "Host: a/b\r\n\r\n");
	assert_refused(LINE "Host: a@b\r\n\r\n");
	assert_refused(LINE "Host: a,b\r\n\r\n");
}

TEST(wants_a_host_that_can_be_one)
{
	static const char *const hosts[] = {"localhost", "localhost:", "localhost:65535",
		"[::1]", "[::1]:8080", "[::ffff:192.0.2.1]", "192.0.2.1:80", "a%20b"};
	static const char *const others[] = {"[::1", "[::1]x", "[::1]:x", "[::1", "[]",
		"[x]", "[127.0.0.1]", "x[::1]", "localhost:x", "localhost:65536",
		"localhost:-1", "localhost: 1", "localhost:80:80", "localhost:000080",
		":80", ":", "::1"};
	char text[256];

	for (size_t i = 0; i < COUNT_OF(hosts); i++) {
		snprintf(text, sizeof(text), LINE "Host: %s\r\n\r\n", hosts[i]);
		assert_passes(text);
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		snprintf(text, sizeof(text), LINE "Host: %s\r\n\r\n", others[i]);
		assert_refused(text);
	}
}

TEST(refuses_a_second_one_of_what_is_unique)
{
	static const char *const names[] = {"Authorization", "Content-Type", "Cookie",
		"Idempotency-Key", "If-Match", "If-None-Match", "Origin", "X-Request-Id",
		"Mcp-Session-Id", "MCP-Protocol-Version", "User-Agent"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		char text[256];

		snprintf(text, sizeof(text), LINE HOST "%s: a\r\nX: y\r\n%s: b\r\n\r\n",
			names[i], names[i]);
		assert_refused(text);
	}
}

TEST(refuses_bytes_that_do_not_belong)
{
	static const char names[] = " \t\"(),/;<=>?@[\\]{}\x01\x1f\x7f\x80\xff";
	static const char values[] = "\x01\x07\x08\x0b\x0c\x0e\x1b\x1f\x7f";
	char text[256];

	for (size_t i = 0; i < sizeof(names) - 1; i++) {
		snprintf(text, sizeof(text), LINE HOST "X%c: a\r\n\r\n", names[i]);
		assert_refused(text);
	}
	for (size_t i = 0; i < sizeof(values) - 1; i++) {
		snprintf(text, sizeof(text), LINE HOST "X: a%cb\r\n\r\n", values[i]);
		assert_refused(text);
	}
	for (int byte = 1; byte < 256; byte++) {
		if ((byte > ' ' && byte < 0x7f && byte != '#') || byte == '\r')
			continue;
		snprintf(text, sizeof(text), "GET /a%cb HTTP/1.1\r\n" HOST "\r\n", byte);
		assert_refused(text);
	}
	assert_refused(LINE HOST ": a\r\n\r\n");
}

TEST(refuses_other_request_lines)
{
	static const char *const lines[] = {"get / HTTP/1.1", "TRACK / HTTP/1.1",
		"CONNECT a:1 HTTP/1.1", "G<T / HTTP/1.1", "GETS / HTTP/1.1",
		"GE / HTTP/1.1", "GET / HTTP/1.2", "GET / HTTP/2", "GET / http/1.1",
		"GET * HTTP/1.1", "GET a HTTP/1.1", "GET http://a/ HTTP/1.1",
		"GET ?a HTTP/1.1", "OPTIONS ** HTTP/1.1",
		"GET http://kith.example:80/ HTTP/1.1",
		"GET http://a@kith.example/ HTTP/1.1", "GET http:///v1 HTTP/1.1",
		"GET http://kith.example?a HTTP/1.1", "GET ftp://kith.example/ HTTP/1.1",
		"GET //kith.example/ HTTP/1.2"};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		char text[256];

		snprintf(text, sizeof(text), "%s\r\n" HOST "\r\n", lines[i]);
		assert_refused(text);
	}
}

/* A head with one header of that many bytes, with name and line end. */
static void
write_long_head(char *text, size_t size, int bytes)
{
	snprintf(text, size, LINE HOST "X: %0*d\r\n\r\n", bytes - 5, 0);
}

TEST(holds_the_limits_to_the_byte)
{
	static char text[64 * 1024];

	const int others =
		(int)(sizeof("/v1/posts") - 1 + sizeof(HOST) - 1 + 2 * HTTP_FIELD_BYTES);
	size_t size;

	write_long_head(text, sizeof(text), (int)HTTP_HEAD_BYTES_MAX - others);
	assert_passes(text);
	write_long_head(text, sizeof(text), (int)HTTP_HEAD_BYTES_MAX - others + 1);
	assert_refused(text);
	for (int more = 0; more < 2; more++) {
		snprintf(text, sizeof(text), "GET /%0*d HTTP/1.1\r\n" HOST "\r\n",
			(int)HTTP_TARGET_BYTES_MAX - 1 + more, 0);
		if (more)
			assert_refused(text);
		else
			assert_passes(text);
	}
	size = (size_t)snprintf(text, sizeof(text), LINE HOST);
	for (int i = 1; i < HTTP_FIELDS_MAX; i++)
		size += (size_t)snprintf(
			text + size, sizeof(text) - size, "X%d: a\r\n", i);
	snprintf(text + size, sizeof(text) - size, "\r\n");
	assert_passes(text);
	snprintf(text + size, sizeof(text) - size, "Y: a\r\n\r\n");
	assert_refused(text);
}

/* What the parser corrects silently moves one of the strings, or the end of the head. */
TEST(notices_what_the_parser_swallowed)
{
	struct http_head head = parse(LINE HOST "A: b\r\nC: d\r\n\r\n");
	char *elsewhere;

	assert_true(http_vet_layout(&head));
	head.received--;
	assert_false(http_vet_layout(&head)); /* a bare LF at the end of the last line */
	head.received += 2;
	assert_false(http_vet_layout(&head)); /* a value cut at a NUL */
	head.received = 0;
	assert_true(http_vet_layout(&head)); /* without positions there is no check */

	head = parse(LINE HOST "A: b\r\nC: d\r\n\r\n");
	fields[1].value_size--;
	assert_false(
		http_vet_layout(&head)); /* bytes between a value and the next name */
	head = parse(LINE HOST "A: b\r\n\r\n");
	fields[1].value++;
	assert_false(
		http_vet_layout(&head)); /* other bytes than blanks after the colon */
	head = parse(LINE HOST "A: b\r\n\r\n");
	fields[1].value = fields[1].name;
	assert_false(http_vet_layout(&head)); /* strings in another order */
	head = parse(LINE HOST "A: b\r\n\r\n");
	head.target_origin++;
	assert_false(http_vet_layout(&head)); /* two blanks before the target */
	head = parse(LINE HOST "A: b\r\n\r\n");
	head.version++;
	assert_false(http_vet_layout(&head)); /* a NUL inside the target */
	elsewhere = strdup("A");
	head = parse(LINE HOST "A: b\r\n\r\n");
	fields[1].name = elsewhere;
	assert_false(http_vet_layout(&head)); /* a folded line, joined in new memory */
	free(elsewhere);
}

TEST(finds_a_field_without_regard_to_case)
{
	const struct http_head head = parse(LINE HOST "Accept: a\r\naccept: b\r\n\r\n");

	assert_string_equal(http_vet_find(&head, "ACCEPT")->value, "a");
	assert_null(http_vet_find(&head, "Accep"));
	assert_null(http_vet_find(&head, "Accept:"));
}

TEST(finds_nothing_behind_the_fields_that_were_kept)
{
	static char text[8 * 1024];
	size_t size = (size_t)snprintf(text, sizeof(text), LINE HOST);
	struct http_head head;

	for (int i = 0; i < 200; i++)
		size += (size_t)snprintf(
			text + size, sizeof(text) - size, "X%d: a\r\n", i);
	snprintf(text + size, sizeof(text) - size, "\r\n");
	head = parse(text);
	assert_int_equal(head.field_count, 201);
	assert_null(http_vet_find(&head, "Absent"));
	assert_non_null(http_vet(&head, &framing));
}
