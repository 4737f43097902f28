#include "tests/unit/config/config_scene.h"

static const char *const defaults[][2] = {
	{"KITH_RUN_DIR", ".run"},
	{"KITH_PORT", "8080"},
	{"KITH_LISTEN", "0.0.0.0"},
	{"KITH_BASE_URL", "http://localhost:8080"},
	{"KITH_PLAIN_HTTP", "off"},
	{"KITH_DATABASE_URL", "postgresql:///kith?host=/usr/.run/postgres/socket"},
	{"KITH_DATABASE_READ_URL", ""},
	{"KITH_DATABASE_POOLER", "off"},
	{"KITH_DATABASE_DIRECT_URL", ""},
	{"KITH_SECRET_FILE", "/usr/.run/secret"},
	{"KITH_BUS", "ipc:///usr/.run/bus/{service}.ipc"},
	{"KITH_BUS_LISTEN", "ipc:///usr/.run/bus/{service}.ipc"},
	{"KITH_BUS_TRANSPORT", "sp"},
	{"KITH_BUS_PLAIN", "off"},
	{"KITH_RATE_LIMITS", "on"},
	{"KITH_REGISTRATION", "approval"},
	{"KITH_LOG_LEVEL", "info"},
	{"KITH_LOG_ADDRESSES", "full"},
	{"KITH_SANDBOX", "on"},
	{"KITH_WORKERS", "8"},
	{"KITH_LOOPS", "0"},
	{"KITH_CONNECTIONS_MAX", "12000"},
	{"KITH_CONNECTIONS_PER_ADDRESS", "256"},
	{"KITH_REQUEST_MEMORY_MIB", "128"},
	{"KITH_HEADERS_TIMEOUT_MS", "10000"},
	{"KITH_BODY_TIMEOUT_MS", "30000"},
	{"KITH_RESPONSE_TIMEOUT_MS", "30000"},
	{"KITH_IDLE_TIMEOUT_MS", "30000"},
	{"KITH_OPERATIONS_PORT", "0"},
	{"KITH_OPERATIONS_LISTEN", "127.0.0.1"},
	{"KITH_METRICS_TOKEN", ""},
	{"KITH_TRUSTED_PROXIES", ""},
	{"KITH_MCP_ORIGINS", ""},
	{"KITH_SMTP_URL", ""},
	{"KITH_SMTP_CA_FILE", ""},
	{"KITH_SMTP_CONNECTIONS", "8"},
	{"KITH_MAIL_FROM", "kith@localhost"},
	{"KITH_BREACH_LIST_FILE", ""},
	{"KITH_SECURITY_CONTACT", ""},
	{"KITH_DATABASE_ROLE_PREFIX", "kith_"},
	{"KITH_FETCH_ALLOW", ""},
	{"KITH_S3_URL", ""},
	{"KITH_S3_REGION", "us-east-1"},
	{"KITH_S3_ACCESS_KEY", ""},
	{"KITH_S3_SECRET_KEY", ""},
	{"KITH_S3_CA_FILE", ""},
	{"KITH_S3_DRAIN", "off"},
	{"KITH_BACKUP_S3_URL", ""},
	{"KITH_BACKUP_S3_REGION", "us-east-1"},
	{"KITH_BACKUP_S3_ACCESS_KEY", ""},
	{"KITH_BACKUP_S3_SECRET_KEY", ""},
	{"KITH_BACKUP_S3_CA_FILE", ""},
	{"KITH_SOCIAL_URL", ""},
	{"KITH_SOCIAL_CLIENT_ID", ""},
	{"KITH_SOCIAL_CLIENT_SECRET", ""},
	{"KITH_READS_PER_MINUTE", "600"},
	{"KITH_WRITES_PER_MINUTE", "120"},
	{"KITH_TOOL_CALLS_PER_MINUTE", "120"},
	{"KITH_TOOL_MESSAGES_PER_MINUTE", "600"},
	{"KITH_IMAGES_PER_HALF_HOUR", "30"},
	{"KITH_ANONYMOUS_PER_MINUTE", "60"},
	{"KITH_ENTRIES_PER_DAY", "50"},
	{"KITH_NEW_MEMBER_ENTRIES_PER_DAY", "10"},
	{"KITH_ACCESS_TOKEN_S", "86400"},
	{"KITH_REFRESH_OVERLAP_S", "300"},
	{"KITH_CLIENTS_PER_HOUR", "300"},
	{"KITH_CLIENT_DOCUMENTS", "known"},
	{"KITH_ACTS_PER_DAY", "5"},
	{"KITH_APPROVAL_APPS", "above"},
	{"KITH_APPROVAL_OWN_APPS", "never"},
	{"KITH_APPROVAL_TOKENS", "never"},
	{"KITH_INSTANCE_NAME", "Kith"},
	{"KITH_ACCENT", ""},
	{"KITH_LOGO_FILE", ""},
	{"KITH_CONTACT", ""},
	{"KITH_TERMS_FILE", ""},
	{"KITH_RULES_FILE", ""},
};

TEST(has_a_default_for_everything)
{
	assert_int_equal(COUNT_OF(defaults), config_record.count);
	for (size_t i = 0; i < COUNT_OF(defaults); i++)
		assert_setting("UNRELATED", "x", defaults[i][0], defaults[i][1]);
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
	assert_setting("KITH_BUS", "tls+tcp://{service}:5000", "KITH_BUS_LISTEN",
		"tls+tcp://{service}:5000");
	assert_setting(
		"KITH_REGISTRATION", "invite_only", "KITH_REGISTRATION", "invite_only");
	assert_setting("KITH_SMTP_URL", "smtps://u:p@mail.example", "KITH_SMTP_URL",
		"smtps://u:p@mail.example");
	assert_setting("KITH_SOCIAL_URL", "http://127.0.0.1:3000", "KITH_SOCIAL_URL",
		"http://127.0.0.1:3000");
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

/* Writes the file of a setting, under /tmp. */
static const char *
write_file(const char *text, size_t size)
{
	static char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/kith-config-%d", (int)getpid());
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	fclose(file);
	return path;
}

TEST(reads_a_secret_from_a_file)
{
	static char large[9000];
	const char *path = write_file("smtps://u:p@mail.example\n", 25);
	const char *const both[] = {"KITH_SMTP_URL", "smtp://other.example",
		"KITH_SMTP_URL_FILE", path, NULL};
	char expected[128];

	assert_setting(
		"KITH_SMTP_URL_FILE", path, "KITH_SMTP_URL", "smtps://u:p@mail.example");
	assert_string_equal(load(both, "KITH_SMTP_URL").text, "smtp://other.example");
	/* A setting that is not secret cannot come from a file. */
	assert_setting("KITH_MAIL_FROM_FILE", path, "KITH_MAIL_FROM", "kith@localhost");
	assert_setting("KITH_SMTP_URL_FILE", write_file("\n", 1), "KITH_SMTP_URL", "");
	assert_refused("KITH_SMTP_URL_FILE", write_file("http://mail", 11),
		"KITH_SMTP_URL must begin with smtp:// or smtps://.\n");
	memset(large, 'x', sizeof(large));
	snprintf(expected, sizeof(expected),
		"KITH_SMTP_URL_FILE: %s has more than 8192 bytes.\n", path);
	assert_refused("KITH_SMTP_URL_FILE", write_file(large, sizeof(large)), expected);
	snprintf(expected, sizeof(expected),
		"KITH_SMTP_URL_FILE: %s is not a text file.\n", path);
	assert_refused("KITH_SMTP_URL_FILE", write_file("a\0b", 3), expected);
	assert_refused("KITH_SMTP_URL_FILE", "/tmp",
		"KITH_SMTP_URL_FILE: /tmp cannot be read.\n");
	unlink(path);
	snprintf(expected, sizeof(expected),
		"KITH_SMTP_URL_FILE: %s: No such file or directory.\n", path);
	assert_refused("KITH_SMTP_URL_FILE", path, expected);
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
