/*
 * The head of a request, parsed in place by a parser as lax as the library's, whose gaps
 * http_vet.c closes. Lines may end in a bare LF, be folded, or be cut by a NUL, and
 * several blanks may follow each other. A head that passes is valid by RFC 9112, except
 * for forms with a NUL before an LF that http_vet_layout.c cannot recognize.
 */
#include <strings.h>

#include "gateway/http/vet.h"
#include "tests/fuzz/fuzz.h"

#define TOKEN \
	"!#$%&'*+-.^_`|~0123456789" \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Ends the string at `at`; returns what follows the blanks after it. */
static char *
cut_blanks(char *at)
{
	while (*at == ' ')
		*at++ = '\0';
	return at;
}

/* Ends a line at CRLF or LF, as the library does; returns the next line, NULL without an
 * end. */
static char *
cut_line(char *line, const char *end)
{
	char *at = memchr(line, '\n', (size_t)(end - line));

	if (at == NULL)
		return NULL;
	*at = '\0';
	if (at > line && at[-1] == '\r')
		at[-1] = '\0';
	return at + 1;
}

/* The library treats a line as empty by its first byte only. */
static bool
is_empty(const char *line)
{
	return *line == '\n' || *line == '\0' || (*line == '\r' && line[1] == '\n');
}

/* Takes one header line, up to `next`. */
static void
take_field(struct http_head *head, char *line, const char *next)
{
	char *colon = memchr(line, ':', (size_t)(next - line));
	struct http_field field = {.name = line, .value = ""};

	if (colon != NULL) {
		*colon = '\0';
		field.value = colon + 1 + strspn(colon + 1, " \t");
	}
	field.name_size = strlen(field.name);
	field.value_size = strlen(field.value);
	if (head->field_count < HTTP_FIELDS_MAX)
		head->fields[head->field_count] = field;
	head->field_count++;
}

/* Appends a folded line to the header before it; the library copies both to another
 * place. */
static void
unfold(struct arena *arena, struct http_head *head, const char *line)
{
	struct http_field *field = &head->fields[head->field_count - 1];

	field->value =
		arena_printf(arena, "%s%s", field->value, line + strspn(line, " \t"));
	field->value_size = strlen(field->value);
}

/* Parses a head in place; false when even a lax parser refuses it. */
static bool
take_apart(struct arena *arena, char *text, size_t size, struct http_head *head)
{
	char *end = text + size, *line, *at;

	/* The library itself refuses a head with a NUL in its request line. */
	if (text[strcspn(text, "\r\n")] == '\0')
		return false;
	line = cut_line(text, end);
	if (line == NULL)
		return false;
	head->method = text;
	at = cut_blanks(text + strcspn(text, " "));
	head->target_origin = at;
	at = cut_blanks(at + strcspn(at, " "));
	head->version = at;
	head->target =
		arena_copy(arena, head->target_origin, strlen(head->target_origin));
	while (line < end && !is_empty(line)) {
		char *next = cut_line(line, end);
		bool folded = *line == ' ' || *line == '\t';

		if (next == NULL)
			return false;
		if (folded && head->field_count > 0 &&
			head->field_count <= HTTP_FIELDS_MAX)
			unfold(arena, head, line);
		else
			take_field(head, line, next);
		line = next;
	}
	line = cut_line(line, end);
	if (line == NULL)
		return false;
	head->received = (size_t)(line - text);
	return true;
}

/* Passes over a literal; fails when it is not there. */
static const char *
expect(const char *at, const char *literal)
{
	FUZZ_HOLDS(strncmp(at, literal, strlen(literal)) == 0);
	return at + strlen(literal);
}

static bool
line_ends(const char *at)
{
	return (at[0] == '\r' || at[0] == '\0') && at[1] == '\n';
}

/* Whether the last header line and the head end here: in CRLF CRLF, or with a NUL among
 * as many bytes. */
static bool
head_ends(const char *at, const char *end)
{
	return end - at == 4 && at[3] == '\n' &&
		(memcmp(at, "\r\n\r\n", 4) == 0 || memchr(at, '\0', 4) != NULL);
}

/* The number of each header that frames a message, and the length. */
struct seen {
	int hosts, lengths, encodings;
	const char *host, *length;
	size_t host_size;
};

/* Checks one header line as it was sent; returns its end. */
static const char *
check_line(const char *at, struct seen *seen)
{
	const char *name = at, *value, *end;
	size_t size = strspn(at, TOKEN);

	FUZZ_HOLDS(size > 0 && at[size] == ':');
	value = at + size + 1;
	value += strspn(value, " \t");
	for (at = value; strchr("\r\n", *at) == NULL; at++)
		FUZZ_HOLDS(*at == '\t' || ((unsigned char)*at >= 0x20 && *at != 0x7f));
	for (end = at; end > value && (end[-1] == ' ' || end[-1] == '\t');)
		end--;
	if (size == 4 && strncasecmp(name, "Host", size) == 0) {
		seen->hosts++;
		seen->host = value;
		seen->host_size = (size_t)(end - value);
		FUZZ_HOLDS(end > value);
	} else if (size == 14 && strncasecmp(name, "Content-Length", size) == 0) {
		seen->lengths++;
		FUZZ_HOLDS(end > value && value + strspn(value, "0123456789") == end);
		seen->length = value;
	} else if (size == 17 && strncasecmp(name, "Transfer-Encoding", size) == 0) {
		seen->encodings++;
		FUZZ_HOLDS(end - value == 7 && strncasecmp(value, "chunked", 7) == 0);
	}
	return at;
}

/* Passes over the target: a path, a URL, or an asterisk. Notes the host of a URL. */
static const char *
check_target(const char *at, bool options, const char **host, size_t *host_size)
{
	const char *path = at;

	*host = NULL;
	if (*at == '*') {
		FUZZ_HOLDS(options && at[1] == ' ');
		return at + 1;
	}
	if (*at != '/') {
		path += strncasecmp(at, "https://", 8) == 0 ? 8 : 7;
		FUZZ_HOLDS(strncasecmp(at, "http://", 7) == 0 || path == at + 8);
		*host = path;
		path += *host_size = strcspn(path, "/? ");
		FUZZ_HOLDS(*host_size > 0 && (*path == '/' || *path == ' '));
	}
	for (at = path; *at != ' '; at++)
		FUZZ_HOLDS(*at > 0x20 && *at < 0x7f && *at != '#');
	return at;
}

/* Checks the whole head and its framing against RFC 9112. */
static void
check_head(const char *at, const char *end, const struct http_framing *framing)
{
	struct seen seen = {0};
	const bool options = strncmp(at, "OPTIONS ", 8) == 0;
	const char *host;
	size_t host_size = 0;
	bool old;

	at += strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	at = check_target(expect(at, " "), options, &host, &host_size);
	old = strncmp(at, " HTTP/1.0", 9) == 0;
	at = old ? at + 9 : expect(at, " HTTP/1.1");
	if (old && head_ends(at, end))
		return; /* without a header */
	at = expect(at, "\r\n");
	do {
		at = check_line(at, &seen);
		if (head_ends(at, end))
			break;
		FUZZ_HOLDS(line_ends(at));
		at += 2;
	} while (true);
	FUZZ_HOLDS(seen.hosts == 1 || (old && seen.hosts == 0));
	FUZZ_HOLDS(seen.lengths + seen.encodings <= (old ? seen.lengths : 1));
	FUZZ_HOLDS(seen.lengths <= 1);
	if (host != NULL && seen.hosts == 1)
		FUZZ_HOLDS(seen.host_size == host_size &&
			strncasecmp(seen.host, host, host_size) == 0);
	FUZZ_HOLDS(framing->chunked == (seen.encodings == 1));
	if (!framing->chunked)
		FUZZ_HOLDS(framing->length ==
			(seen.length != NULL ? strtoull(seen.length, NULL, 10) : 0));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = fuzz_arena();
	struct http_field fields[HTTP_FIELDS_MAX];
	struct http_head head = {.fields = fields};
	struct http_framing framing = {0};
	char *text = arena_copy(arena, data, size);

	if (!take_apart(arena, text, size, &head))
		return 0;
	head.trims = true;
	if (http_vet(&head, &framing) == NULL) {
		const char *sent = arena_copy(arena, data, head.received);

		check_head(sent, sent + head.received, &framing);
	}
	return 0;
}
