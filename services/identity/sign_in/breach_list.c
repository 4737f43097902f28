#include "services/identity/sign_in/breach_list.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/secret/secret.h"

#define DIGITS_MIN 16
#define DIGITS_MAX ((size_t)2 * SHA1_SIZE)
#define LINE_BYTES_MAX ((size_t)80)
#define CHECKED_LINES 256
#define DAMAGED_BYTES_MAX ((off_t)4 * 1024)

/* The hashes of NTLM, which some lists of passwords have. */
#define NTLM_DIGITS 32

static struct {
	int fd;
	off_t size;
} list = {.fd = -1};

struct line {
	off_t begin, end;            /* the end is after the line feed */
	char digits[DIGITS_MAX + 1]; /* in upper case */
	size_t count;
};

/* Reads until the buffer is full or the file ends; -1 with errno on failure. */
static ssize_t
read_at(int fd, char *buffer, size_t size, off_t at)
{
	size_t held = 0;

	while (held < size) {
		ssize_t count = pread(fd, buffer + held, size - held, at + (off_t)held);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return -1;
		if (count == 0)
			break;
		held += (size_t)count;
	}
	return (ssize_t)held;
}

/* Reads the hash of a line, and ignores its count; false when it is no such line. */
static bool
parse(const char *text, size_t size, struct line *line)
{
	size_t at = 0;

	if (size > 0 && text[size - 1] == '\r')
		size--;
	for (; at < size && at < DIGITS_MAX && isxdigit((unsigned char)text[at]); at++)
		line->digits[at] = (char)toupper((unsigned char)text[at]);
	line->digits[at] = '\0';
	line->count = at;
	if (at < DIGITS_MIN)
		return false;
	if (at == size)
		return true;
	if (text[at++] != ':')
		return false;
	while (at < size && isdigit((unsigned char)text[at]))
		at++;
	return at == size;
}

/* Reads the line that contains the byte at `at`. Returns 1, 0 when it is malformed, or -1
 * with errno. */
static int
read_line(off_t at, struct line *line)
{
	char text[2 * LINE_BYTES_MAX];
	const off_t before = (off_t)LINE_BYTES_MAX;
	const off_t from = at > before ? at - before : 0;
	const ssize_t held = read_at(list.fd, text, sizeof(text), from);
	size_t begin = (size_t)(at - from), end = begin;

	if (held < 0)
		return -1;
	while (begin > 0 && text[begin - 1] != '\n')
		begin--;
	while (end < (size_t)held && text[end] != '\n')
		end++;
	if ((begin == 0 && from > 0) || end == sizeof(text) ||
		!parse(text + begin, end - begin, line))
		return 0;
	line->begin = from + (off_t)begin;
	line->end = from + (off_t)end + 1;
	return 1;
}

/* Reads the line at `at`, or the next one before `end` that is not damaged. Returns as
 * read_line(). */
static int
read_next_line(off_t at, off_t end, struct line *line)
{
	const off_t last = at + DAMAGED_BYTES_MAX;
	int status = read_line(at, line);

	/* No line has so few bytes that this skips it. */
	while (status == 0 && at < end && at < last) {
		at += DIGITS_MIN;
		status = read_line(at, line);
	}
	return status;
}

/* Reads lines at equal distances, which a search looks at first; in a small file, every
 * line. */
static const char *
check_lines(struct arena *arena)
{
	struct line line, last = {.count = 0};
	off_t at = 0;

	for (off_t place = 1; at < list.size; place++) {
		int status = read_line(at, &line);

		if (status < 0)
			return strerror(errno);
		if (status == 0)
			return arena_printf(arena,
				"byte %lld is not in a line of a SHA-1 hash in "
				"hexadecimal, such as the lines of Have I Been Pwned",
				(long long)at);
		if (line.count == NTLM_DIGITS)
			return "its hashes have 32 digits, as those of NTLM; download "
			       "the list of SHA-1 hashes";
		if (last.count > 0 && strcmp(last.digits, line.digits) >= 0)
			return arena_printf(arena,
				"it is not sorted by hash: the line at byte %lld is not "
				"greater than one before; sort it with LC_ALL=C sort -u, "
				"or download the list that is ordered by hash",
				(long long)line.begin);
		last = line;
		at = list.size * place / CHECKED_LINES;
		if (line.end > at)
			at = line.end;
	}
	return NULL;
}

const char *
breach_list_open(struct arena *arena, const char *path)
{
	struct stat status;
	const char *fault;

	list.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (list.fd < 0)
		return strerror(errno);
	if (fstat(list.fd, &status) < 0)
		fault = strerror(errno);
	else if (!S_ISREG(status.st_mode))
		fault = "it is not a file";
	else if (status.st_size == 0)
		fault = "it is empty";
	else {
		list.size = status.st_size;
		fault = check_lines(arena);
	}
	if (fault != NULL) {
		close(list.fd);
		list.fd = -1;
	}
	return fault;
}

static void
write_digits(const struct text *password, char digits[DIGITS_MAX + 1])
{
	static const char alphabet[] = "0123456789ABCDEF";
	uint8_t hash[SHA1_SIZE];

	secret_sha1(password->data, password->size, hash);
	for (size_t i = 0; i < SHA1_SIZE; i++) {
		digits[2 * i] = alphabet[hash[i] >> 4];
		digits[2 * i + 1] = alphabet[hash[i] & 0x0f];
	}
	digits[DIGITS_MAX] = '\0';
}

/* Looks for the digits in sorted lines, and reports damaged ones. */
static bool
search(const char digits[DIGITS_MAX + 1], const char **fault)
{
	off_t low = 0, high = list.size;

	while (low < high) {
		const off_t middle = low + (high - low) / 2;
		struct line line;
		const int status = read_next_line(middle, high, &line);
		int order = -1;

		if (status < 0) {
			*fault = strerror(errno);
			return false;
		}
		if (status == 0)
			*fault = "the file is damaged";
		else
			order = memcmp(digits, line.digits, line.count);
		if (order == 0)
			return true;
		if (order > 0)
			low = line.end;
		else
			high = status == 1 && line.begin < middle ? line.begin : middle;
	}
	return false;
}

bool
breach_list_has(const struct text *password)
{
	char digits[DIGITS_MAX + 1];
	const char *fault = NULL;
	bool found;

	if (list.fd < 0)
		return false;
	write_digits(password, digits);
	found = search(digits, &fault);
	if (fault != NULL)
		log_error("breach_list", LOG_TEXT("error", fault));
	return found;
}
