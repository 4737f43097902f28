#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"

#define THREADS 4
#define LINES_PER_THREAD 200
#define LINE_BYTES_MAX 4096

/* Parses the only line of the text; fails unless there is exactly one. */
static json_t *
parse_line(const char *text)
{
	json_t *line;

	assert_non_null(strchr(text, '\n'));
	assert_int_equal(strchr(text, '\n') - text, strlen(text) - 1);
	assert_true(strlen(text) <= LINE_BYTES_MAX);
	line = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(line);
	return line;
}

/* The parsed line of one event with one text. */
static json_t *
log_text(const char *value)
{
	struct capture capture = capture_begin();
	json_t *line;
	char *text;

	log_info("call", LOG_TEXT("value", value));
	text = capture_end(&capture);
	line = parse_line(text);
	free(text);
	return line;
}

TEST(writes_the_fields_in_their_order)
{
	struct capture capture = capture_begin();
	int64_t at_us;
	json_t *line;
	char *text;

	log_init("kith-test", LOG_DEBUG);
	log_warn("call", LOG_TEXT("op", "post_get"), LOG_TEXT("absent", NULL),
		LOG_INT("ms", 3), LOG_INT("low", INT64_MIN));
	text = capture_end(&capture);
	line = parse_line(text);
	assert_non_null(strstr(text,
		"\",\"level\":\"warn\",\"process\":\"kith-test\",\"event\":\"call\","
		"\"op\":\"post_get\",\"ms\":3,\"low\":-9223372036854775808}\n"));
	assert_memory_equal(text, "{\"at\":\"", 7);
	assert_true(clock_parse(text + 7, CLOCK_TEXT_SIZE - 1, &at_us));
	assert_true(clock_unix_us() - at_us < 10 * 1000000);
	json_decref(line);
	free(text);
}

TEST(leaves_lower_levels_out)
{
	struct capture capture = capture_begin();
	json_t *line;
	char *text;

	log_init("kith-test", LOG_WARN);
	log_debug("quiet", LOG_INT("n", 1));
	log_info("quiet", LOG_INT("n", 1));
	log_error("loud", LOG_INT("n", 1));
	text = capture_end(&capture);
	log_init("kith-test", LOG_DEBUG);
	line = parse_line(text);
	assert_string_equal(json_string_value(json_object_get(line, "event")), "loud");
	json_decref(line);
	free(text);
}

TEST(escapes_what_could_forge_a_line)
{
	struct capture capture = capture_begin();
	char *text;

	log_info("call",
		LOG_TEXT(
			"value", "a\"b\\c\nd\re\tf\x1b[31m\x7f\xc2\x80\xc2\x9f\xc2\xa0"));
	text = capture_end(&capture);
	assert_non_null(strstr(text,
		"\"value\":\"a\\\"b\\\\c\\u000Ad\\u000De\\u0009f\\u001B[31m\\u007F\\u0080"
		"\\u009F\xc2\xa0\"}\n"));
	free(text);
}

TEST(keeps_other_scripts_as_they_are)
{
	static const char *const values[] = {
		"Z\xc3\xbcrich", "\xe6\x9d\xb1\xe4\xba\xac", "\xf0\x9f\x8e\x89", ""};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		json_t *line = log_text(values[i]);

		assert_string_equal(
			json_string_value(json_object_get(line, "value")), values[i]);
		json_decref(line);
	}
}

TEST(replaces_bytes_that_are_not_utf8)
{
	static const struct {
		const char *value, *expected;
	} cases[] = {
		{"a\xff"
		 "b",
			"a\xef\xbf\xbd"
			"b"},
		{"\xc3", "\xef\xbf\xbd"},
		{"\xc3\"", "\xef\xbf\xbd\""},
		{"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xed\xa0\x80x", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx"},
		{"\x80", "\xef\xbf\xbd"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_t *line = log_text(cases[i].value);

		assert_string_equal(json_string_value(json_object_get(line, "value")),
			cases[i].expected);
		json_decref(line);
	}
}

/* The line stays JSON wherever it is cut: before, inside and behind an escape. */
TEST(cuts_long_lines_inside_a_value)
{
	static const char *const units[] = {
		"x", "\n", "\"", "\xc3\xbc", "\xf0\x9f\x8e\x89"};
	char *value = calloc(1, 5 * LINE_BYTES_MAX);

	for (size_t unit = 0; unit < sizeof(units) / sizeof(units[0]); unit++) {
		for (size_t shift = 0; shift < 8; shift++) {
			size_t size = shift;
			json_t *line;

			memset(value, 'a', shift);
			while (size < 2 * LINE_BYTES_MAX) {
				memcpy(value + size, units[unit], strlen(units[unit]));
				size += strlen(units[unit]);
			}
			value[size] = '\0';
			line = log_text(value);
			assert_true(
				json_string_length(json_object_get(line, "value")) > 600);
			assert_memory_equal(
				json_string_value(json_object_get(line, "value")), value,
				600);
			json_decref(line);
		}
	}
	free(value);
}

TEST(stays_whole_at_every_length_near_the_limit)
{
	char *value = calloc(1, LINE_BYTES_MAX + 1);

	for (size_t size = LINE_BYTES_MAX - 200; size < LINE_BYTES_MAX; size++) {
		struct capture capture = capture_begin();
		json_t *line;
		char *text;

		memset(value, 'v', size);
		log_info("call", LOG_TEXT("value", value), LOG_INT("number", 123456789),
			LOG_TEXT("more", "text"));
		text = capture_end(&capture);
		line = parse_line(text);
		assert_true(json_object_get(line, "number") == NULL ||
			json_integer_value(json_object_get(line, "number")) == 123456789);
		json_decref(line);
		free(text);
	}
	free(value);
}

static void *
write_lines(void *argument)
{
	for (int i = 0; i < LINES_PER_THREAD; i++) {
		log_info("call", LOG_TEXT("value", argument), LOG_INT("i", i));
	}
	return NULL;
}

TEST(does_not_mix_the_lines_of_threads)
{
	static char values[THREADS][2000];
	struct capture capture = capture_begin();
	pthread_t threads[THREADS];
	unsigned lines = 0;
	char *text;

	for (int i = 0; i < THREADS; i++) {
		memset(values[i], 'a' + i, 50 + 200 * (size_t)i);
		pthread_create(&threads[i], NULL, write_lines, values[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	text = capture_end(&capture);
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
		json_t *parsed = json_loadb(
			line, (size_t)(end - line), JSON_REJECT_DUPLICATES, NULL);
		const char *value = json_string_value(json_object_get(parsed, "value"));

		assert_non_null(value);
		assert_string_equal(value, values[value[0] - 'a']);
		json_decref(parsed);
		lines++;
	}
	assert_int_equal(lines, THREADS * LINES_PER_THREAD);
	free(text);
}

/* Makes standard error a full pipe of one page; *saved keeps the original. */
static int
fill_standard_error(int *saved)
{
	int ends[2];
	char junk[4096] = {0};

	fflush(stderr);
	*saved = dup(STDERR_FILENO);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	assert_true(fcntl(ends[1], F_SETPIPE_SZ, sizeof(junk)) >= 0);
	assert_int_equal(write(ends[1], junk, sizeof(junk)), sizeof(junk));
	dup2(ends[1], STDERR_FILENO);
	close(ends[1]);
	return ends[0];
}

/* If the log blocks, the alarm ends the test. */
TEST(waits_for_nobody_who_does_not_read_the_log)
{
	char text[8192] = {0};
	int saved, reader;

	reader = fill_standard_error(&saved);
	alarm(20);
	for (int i = 0; i < 100; i++)
		log_info("lost", LOG_INT("number", i));
	log_error("lost", LOG_INT("number", 100));
	assert_int_equal(read(reader, text, 4096), 4096);
	log_info("kept", LOG_INT("number", 101));
	alarm(0);
	dup2(saved, STDERR_FILENO);
	close(saved);
	memset(text, 0, sizeof(text));
	assert_true(read(reader, text, sizeof(text) - 1) > 0);
	close(reader);
	assert_non_null(strstr(text, "\"event\":\"log_dropped\",\"lines\":101}"));
	assert_null(strstr(text, "lost"));
}
