/*
 * config_refusals_test.c - settings with which no process starts.
 */
#include "tests/unit/config/config_scene.h"

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
		"KITH_DATABASE_ROLE_PREFIX must consist of lower-case letters, digits "
		"and underscores, and must not begin with a digit.\n");
	assert_refused("KITH_MAIL_FROM", "nobody",
		"KITH_MAIL_FROM must be an e-mail address.\n");
	assert_refused("KITH_S3_URL", "https://s3.example.org/kith",
		"KITH_S3_URL needs KITH_S3_ACCESS_KEY and KITH_S3_SECRET_KEY.\n");
	assert_refused("KITH_BACKUP_S3_URL", "https://s3.example.org/kith",
		"KITH_BACKUP_S3_URL needs KITH_BACKUP_S3_ACCESS_KEY and "
		"KITH_BACKUP_S3_SECRET_KEY.\n");
	assert_refused("KITH_DATABASE_POOLER", "on",
		"KITH_DATABASE_POOLER=on needs KITH_DATABASE_DIRECT_URL, because a "
		"pooler does not forward notifications.\n");
	assert_refused("KITH_SMTP_URL", "http://mail",
		"KITH_SMTP_URL must begin with smtp:// or smtps://.\n");
	assert_refused("KITH_SOCIAL_URL", "http://social.example",
		"KITH_SOCIAL_URL must begin with https://, unless the server is on this "
		"machine.\n");
	assert_refused("KITH_SOCIAL_URL", "https://social.example/",
		"KITH_SOCIAL_URL must be an origin: https://, a host, an optional port, "
		"and no slash at the end.\n");
	assert_refused("KITH_SOCIAL_URL", "https://user:word@social.example",
		"KITH_SOCIAL_URL must be an origin: https://, a host, an optional port, "
		"and no slash at the end.\n");
	assert_refused("KITH_MAIL_FROM", "a@b\r\nBcc: c@d",
		"KITH_MAIL_FROM must not contain control characters.\n");
	assert_refused("KITH_MAIL_FROM", "\xff@b", "KITH_MAIL_FROM must be UTF-8.\n");
	assert_refused("KITH_HEADERS_TIMEOUT_MS", "99",
		"KITH_HEADERS_TIMEOUT_MS must be from 100 to 600000.\n");
	assert_refused("KITH_BUS", "content",
		"KITH_BUS must contain addresses such as "
		"ipc:///run/kith/{service}.ipc.\n");
}

TEST(refuses_a_base_url_that_is_no_origin)
{
	static const char sentence[] =
		"KITH_BASE_URL must be an origin: http:// or https://, a host, an "
		"optional port, and no slash at the end.\n";
	static const char address[] =
		"KITH_BASE_URL must be an absolute http or https URL.\n";

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
		"KITH_BASE_URL begins with http:// and is not on this machine, so "
		"passwords and sessions would travel unencrypted: use https://, or "
		"accept this with KITH_PLAIN_HTTP=on.\n";
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

TEST(serves_metrics_beyond_this_machine_with_a_token_only)
{
	static const char open[] =
		"KITH_OPERATIONS_LISTEN is not a loopback address, so anyone could read "
		"the metrics: set KITH_METRICS_TOKEN.\n";
	const char *const far[] = {"KITH_OPERATIONS_PORT", "9100",
		"KITH_OPERATIONS_LISTEN", "0.0.0.0", NULL};
	const char *const known[] = {"KITH_OPERATIONS_PORT", "9100",
		"KITH_OPERATIONS_LISTEN", "::", "KITH_METRICS_TOKEN",
		"twenty-characters-at-least", NULL};
	const char *const near[] = {"KITH_OPERATIONS_PORT", "9100",
		"KITH_OPERATIONS_LISTEN", "127.0.0.2", NULL};

	assert_string_equal(load(far, "KITH_OPERATIONS_LISTEN").text, open);
	assert_string_equal(load(known, "KITH_OPERATIONS_LISTEN").text, "::");
	assert_string_equal(load(near, "KITH_OPERATIONS_LISTEN").text, "127.0.0.2");
	assert_refused("KITH_METRICS_TOKEN", "nineteen-characters",
		"KITH_METRICS_TOKEN must have at least 20 characters.\n");
	assert_refused("KITH_OPERATIONS_LISTEN", "localhost",
		"KITH_OPERATIONS_LISTEN must be an IPv4 or IPv6 address.\n");
}

TEST(refuses_a_bus_that_libnng_cannot_encrypt)
{
	static const char sentence[] =
		"KITH_BUS_TRANSPORT=nng does not support tls+tcp:// addresses: use the "
		"default, KITH_BUS_TRANSPORT=sp";
	const char *const encrypted[] = {
		"KITH_BUS_TRANSPORT", "nng", "KITH_BUS", "tls+tcp://{service}:1", NULL};
	const char *const local[] = {
		"KITH_BUS_TRANSPORT", "nng", "KITH_BUS", "tcp://127.0.0.1:1", NULL};

	assert_non_null(strstr(load(encrypted, "KITH_PORT").text, sentence));
	assert_string_equal(load(local, "KITH_BUS_TRANSPORT").text, "nng");
}

TEST(refuses_a_bus_that_others_could_read)
{
	static const char sentence[] =
		"%s has an address that is neither on this machine nor encrypted: use "
		"tls+tcp://, or set KITH_BUS_PLAIN=on if the network encrypts.\n";
	static const char *const variables[] = {
		"KITH_BUS", "KITH_BUS_LISTEN", "KITH_BUS_CONTENT"};
	static const char *const far[] = {"tcp://{service}:1", "tcp://*:1", "tcp://:1",
		"tcp://10.0.0.1:1", "tcp://[2001:db8::1]:1", "tcp://localhost.example:1",
		"tcp://127.0.0.1.example:1", "tls+tcp://a:1, tcp://a:1",
		"ws://127.0.0.1:1"};
	static const char *const near[] = {"ipc:///run/a.ipc", "tcp://127.0.0.1:1",
		"tcp://127.9.9.9:1", "tcp://[::1]:1", "tcp://localhost:1",
		"tls+tcp://{service}:1", "tls+tcp://*:1,tcp://127.0.0.1:1"};

	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		char expected[256];

		snprintf(expected, sizeof(expected), sentence, variables[i]);
		for (size_t j = 0; j < COUNT_OF(far); j++) {
			const char *const admitted[] = {
				"KITH_BUS_PLAIN", "on", variables[i], far[j], NULL};

			assert_refused(variables[i], far[j], expected);
			assert_string_equal(load(admitted, "KITH_PORT").text, "8080");
		}
		for (size_t j = 0; j < COUNT_OF(near); j++)
			assert_setting(variables[i], near[j], "KITH_PORT", "8080");
	}
}

TEST(refuses_proxies_that_are_no_networks)
{
	assert_refused("KITH_TRUSTED_PROXIES", "10.0.0.0/8, proxy.example.org",
		"KITH_TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.0/8, "
		"separated by commas; \"proxy.example.org\" is neither.\n");
	assert_refused("KITH_TRUSTED_PROXIES", "10.0.0.0/33",
		"KITH_TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.0/8, "
		"separated by commas; \"10.0.0.0/33\" is neither.\n");
}
