#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/config/config.h"
#include "proto/field.h"
#include "tests/support/test.h"

/* What became of a process that read its settings. */
struct outcome {
	int status;
	char text[8192]; /* all that it wrote */
};

/* Prints one setting as its process sees it. */
static void
print_setting(const char *name)
{
	const struct config *loaded = config_load();

	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		const char *slot = (const char *)loaded + field->offset;

		if (strcmp(field->name, name) != 0)
			continue;
		if (field->type == FIELD_INTEGER)
			printf("%lld",
				(long long)((const struct integer *)(const void *)slot)
					->value);
		else
			printf("%s", ((const struct text *)(const void *)slot)->data);
	}
}

/*
 * Reads the settings in a process of its own, since a process reads them once. `settings`
 * are pairs of names and values, ended by NULL; `shown` is printed, or the page when it
 * is NULL.
 */
static struct outcome
load(const char *const *settings, const char *shown)
{
	struct outcome outcome = {0};
	size_t size = 0;
	int fds[2];
	ssize_t got;
	pid_t child;

	assert_int_equal(pipe(fds), 0);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		clearenv();
		for (size_t i = 0; settings[i]; i += 2)
			setenv(settings[i], settings[i + 1], 1);
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		if (chdir("/usr") != 0)
			_exit(3);
		if (shown)
			print_setting(shown);
		else
			config_print();
		fflush(NULL);
		_exit(0);
	}
	close(fds[1]);
	while ((got = read(fds[0], outcome.text + size,
			sizeof(outcome.text) - 1 - size)) > 0)
		size += (size_t)got;
	close(fds[0]);
	assert_int_equal(waitpid(child, &outcome.status, 0), child);
	return outcome;
}

/* One setting, when another is set. */
static void
assert_setting(
	const char *name, const char *value, const char *shown, const char *expected)
{
	const char *const settings[] = {name, value, NULL};
	struct outcome outcome = load(settings, shown);

	assert_string_equal(outcome.text, expected);
	assert_int_equal(outcome.status, 0);
}

/* A wrong value ends the process with status 2 and one sentence. */
static void
assert_refused(const char *name, const char *value, const char *sentence)
{
	const char *const settings[] = {name, value, NULL};
	struct outcome outcome = load(settings, "KITH_PORT");

	assert_string_equal(outcome.text, sentence);
	assert_true(WIFEXITED(outcome.status));
	assert_int_equal(WEXITSTATUS(outcome.status), 2);
}

TEST(has_a_default_for_everything)
{
	static const char *const expected[][2] = {
		{"KITH_RUN_DIR", ".run"},
		{"KITH_PORT", "8080"},
		{"KITH_LISTEN", "0.0.0.0"},
		{"KITH_BASE_URL", "http://localhost:8080"},
		{"KITH_PLAIN_HTTP", "off"},
		{"KITH_DATABASE_URL",
			"postgresql:///kith?host=/usr/.run/postgres/socket"},
		{"KITH_SECRET_FILE", "/usr/.run/secret"},
		{"KITH_BUS", "ipc:///usr/.run/bus/{service}.ipc"},
		{"KITH_BUS_LISTEN", "ipc:///usr/.run/bus/{service}.ipc"},
		{"KITH_RATE_LIMITS", "on"},
		{"KITH_REGISTRATION", "approval"},
		{"KITH_LOG_LEVEL", "info"},
		{"KITH_SANDBOX", "on"},
		{"KITH_WORKERS", "8"},
		{"KITH_LOOPS", "0"},
		{"KITH_CONNECTIONS_MAX", "12000"},
		{"KITH_CONNECTIONS_PER_ADDRESS", "256"},
		{"KITH_REQUEST_MEMORY_MIB", "64"},
		{"KITH_HEADERS_TIMEOUT_MS", "10000"},
		{"KITH_BODY_TIMEOUT_MS", "30000"},
		{"KITH_RESPONSE_TIMEOUT_MS", "30000"},
		{"KITH_IDLE_TIMEOUT_MS", "30000"},
		{"KITH_OPERATIONS_PORT", "0"},
		{"KITH_TRUSTED_PROXIES", ""},
		{"KITH_MCP_ORIGINS", ""},
		{"KITH_SMTP_URL", ""},
		{"KITH_SMTP_CA_FILE", ""},
		{"KITH_SMTP_CONNECTIONS", "8"},
		{"KITH_MAIL_FROM", "kith@localhost"},
		{"KITH_DATABASE_ROLE_PREFIX", "kith_"},
		{"KITH_FETCH_ALLOW", ""},
		{"KITH_READS_PER_MINUTE", "600"},
		{"KITH_WRITES_PER_MINUTE", "120"},
		{"KITH_TOOL_CALLS_PER_MINUTE", "120"},
		{"KITH_TOOL_MESSAGES_PER_MINUTE", "600"},
		{"KITH_IMAGES_PER_HALF_HOUR", "30"},
		{"KITH_ANONYMOUS_PER_MINUTE", "60"},
		{"KITH_ACCESS_TOKEN_S", "86400"},
		{"KITH_REFRESH_OVERLAP_S", "300"},
		{"KITH_CLIENTS_PER_HOUR", "300"},
	};

	assert_int_equal(COUNT_OF(expected), config_record.count);
	for (size_t i = 0; i < COUNT_OF(expected); i++)
		assert_setting("UNRELATED", "x", expected[i][0], expected[i][1]);
}

TEST(follows_the_environment)
{
	assert_setting("KITH_PORT", "9000", "KITH_PORT", "9000");
	assert_setting("KITH_PORT", "9000", "KITH_BASE_URL", "http://localhost:9000");
	assert_setting("KITH_BASE_URL", "https://kith.example", "KITH_BASE_URL",
		"https://kith.example");
	assert_setting("KITH_RUN_DIR", "/var/lib/kith", "KITH_SECRET_FILE",
		"/var/lib/kith/secret");
	assert_setting("KITH_RUN_DIR", "/var/lib/kith", "KITH_BUS_LISTEN",
		"ipc:///var/lib/kith/bus/{service}.ipc");
	assert_setting("KITH_BUS", "tcp://{service}:5000", "KITH_BUS_LISTEN",
		"tcp://{service}:5000");
	assert_setting(
		"KITH_REGISTRATION", "invite_only", "KITH_REGISTRATION", "invite_only");
	assert_setting("KITH_SMTP_URL", "smtps://u:p@mail.example", "KITH_SMTP_URL",
		"smtps://u:p@mail.example");
	assert_setting("KITH_READS_PER_MINUTE", "0", "KITH_READS_PER_MINUTE", "0");
	assert_setting("KITH_LISTEN", "::1", "KITH_LISTEN", "::1");
}

TEST(takes_an_empty_variable_for_one_that_is_not_set)
{
	assert_setting("KITH_PORT", "", "KITH_PORT", "8080");
	assert_setting("KITH_RUN_DIR", "", "KITH_RUN_DIR", ".run");
}

TEST(encodes_the_folder_within_the_database_url)
{
	assert_setting("KITH_RUN_DIR", "/a b&c%?", "KITH_DATABASE_URL",
		"postgresql:///kith?host=/a%20b%26c%25%3F/postgres/socket");
	assert_setting("KITH_RUN_DIR", "/a b", "KITH_SECRET_FILE", "/a b/secret");
}

TEST(refuses_a_wrong_value_with_a_sentence)
{
	assert_refused("KITH_PORT", "0", "KITH_PORT must be from 1 to 65535.\n");
	assert_refused("KITH_PORT", "65536", "KITH_PORT must be from 1 to 65535.\n");
	assert_refused("KITH_PORT", "99999999999999999999",
		"KITH_PORT must be from 1 to 65535.\n");
	assert_refused("KITH_PORT", "80a", "KITH_PORT must be a whole number.\n");
	assert_refused("KITH_PORT", "http", "KITH_PORT must be a whole number.\n");
	assert_refused("KITH_RATE_LIMITS", "maybe",
		"KITH_RATE_LIMITS must be one of on, off.\n");
	assert_refused("KITH_REGISTRATION", "Open",
		"KITH_REGISTRATION must be one of open, approval, invite_only, "
		"closed.\n");
	assert_refused("KITH_LISTEN", "localhost",
		"KITH_LISTEN must be an IPv4 or IPv6 address.\n");
	assert_refused("KITH_DATABASE_ROLE_PREFIX", "Kith-",
		"KITH_DATABASE_ROLE_PREFIX must be lower-case letters, digits and "
		"underscores, and begin with no digit.\n");
	assert_refused("KITH_MAIL_FROM", "nobody",
		"KITH_MAIL_FROM must be an e-mail address.\n");
	assert_refused("KITH_SMTP_URL", "http://mail",
		"KITH_SMTP_URL must begin with smtp:// or smtps://.\n");
	assert_refused("KITH_MAIL_FROM", "a@b\r\nBcc: c@d",
		"KITH_MAIL_FROM must not hold a control character.\n");
	assert_refused("KITH_MAIL_FROM", "\xff@b", "KITH_MAIL_FROM must be UTF-8.\n");
	assert_refused("KITH_HEADERS_TIMEOUT_MS", "99",
		"KITH_HEADERS_TIMEOUT_MS must be from 100 to 600000.\n");
	assert_refused("KITH_BUS", "content",
		"KITH_BUS must be addresses such as ipc:///run/kith/{service}.ipc.\n");
}

TEST(refuses_a_base_url_that_is_no_origin)
{
	static const char sentence[] =
		"KITH_BASE_URL must be an origin: http or https, a host, perhaps a "
		"port, and no slash after them.\n";
	static const char address[] =
		"KITH_BASE_URL must be an absolute http or https address.\n";

	assert_refused("KITH_BASE_URL", "https://kith.example/", sentence);
	assert_refused("KITH_BASE_URL", "https://kith.example/app", sentence);
	assert_refused("KITH_BASE_URL", "https://kith.example?x", sentence);
	assert_refused("KITH_BASE_URL", "https://kith.example#x", sentence);
	assert_refused("KITH_BASE_URL", "HTTPS://kith.example", sentence);
	assert_refused("KITH_BASE_URL", "kith.example", address);
	assert_refused("KITH_BASE_URL", "ftp://kith.example", address);
	assert_refused("KITH_BASE_URL", "https://user@kith.example", address);
}

TEST(refuses_plain_http_beyond_this_machine)
{
	static const char sentence[] =
		"KITH_BASE_URL begins with http:// and is not on this machine, so that "
		"passwords and sessions would travel unencrypted: use https://, or admit it "
		"with KITH_PLAIN_HTTP=on.\n";
	static const char *const far[] = {"http://kith.example",
		"http://192.168.1.5:8080", "http://localhost.example",
		"http://127.0.0.1.example", "http://128.0.0.1",
		"http://[2001:db8::1]:8080", "http://xlocalhost", "http://0.0.0.0"};
	static const char *const near[] = {"http://localhost", "http://localhost:1",
		"http://LocalHost:8080", "http://kith.localhost", "http://127.0.0.1:8080",
		"http://127.9.8.7", "http://[::1]:8080"};

	for (size_t i = 0; i < COUNT_OF(far); i++) {
		const char *const admitted[] = {
			"KITH_PLAIN_HTTP", "on", "KITH_BASE_URL", far[i], NULL};

		assert_refused("KITH_BASE_URL", far[i], sentence);
		assert_string_equal(load(admitted, "KITH_BASE_URL").text, far[i]);
	}
	for (size_t i = 0; i < COUNT_OF(near); i++)
		assert_setting("KITH_BASE_URL", near[i], "KITH_BASE_URL", near[i]);
}

TEST(prints_a_line_for_every_variable)
{
	static const char *const none[] = {NULL};
	struct outcome outcome = load(none, NULL);

	assert_int_equal(outcome.status, 0);
	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		char start[80];
		const char *line;

		snprintf(start, sizeof(start), "\n| `%s` | ", field->name);
		line = strstr(outcome.text, start);
		assert_non_null(line);
		assert_non_null(strstr(line, field->doc));
		assert_int_equal(field->doc[strlen(field->doc) - 1], '.');
		assert_null(strpbrk(field->doc, "|\n"));
	}
	assert_non_null(strstr(outcome.text, "| `KITH_PORT` | 1 to 65535 | `8080` | "));
	assert_non_null(
		strstr(outcome.text, "| `KITH_RATE_LIMITS` | `on`, `off` | `on` | "));
	assert_non_null(strstr(outcome.text, "| `KITH_MCP_ORIGINS` | text | none | "));
}
