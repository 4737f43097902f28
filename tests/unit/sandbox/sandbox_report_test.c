/*
 * sandbox_report_test.c - the modes of the sandbox, and its log events.
 */
#include <fcntl.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/sandbox_kind.h"
#include "tests/support/test.h"

static const struct sandbox_kind *const gateway = &sandbox_kinds[0];
static bool possible;

static void
start(void)
{
	setenv("KITH_RUN_DIR", "/tmp", 1);
	possible = sandbox_kind_possible();
}

TEST(allows_few_calls)
{
	if (!possible)
		skip();
	for (size_t k = 0; k < sandbox_kind_count; k++) {
		char *text, *calls;

		assert_int_equal(sandbox_kind_log(&sandbox_kinds[k], "on", -1, &text), 0);
		calls = strstr(text, "\"event\":\"sandbox\"");
		assert_non_null(calls);
		calls = strstr(calls, "\"calls\":");
		assert_in_range(
			strtol(calls + 8, NULL, 10), 20, sandbox_kinds[k].calls_max);
		free(text);
	}
}

TEST(starts_with_one_warning_where_landlock_is_missing)
{
	char *text, *warning;

	if (!possible)
		skip();
	assert_int_equal(
		sandbox_kind_log(gateway, "on", SCMP_SYS(landlock_create_ruleset), &text),
		0);
	warning = strstr(text, "\"level\":\"warn\"");
	assert_non_null(warning);
	assert_null(strstr(warning + 1, "\"level\":\"warn\""));
	assert_non_null(strstr(text, "\"missing\":\"landlock\""));
	free(text);
}

TEST(starts_with_one_warning_where_seccomp_is_missing)
{
	char *text;

	if (!possible)
		skip();
	assert_int_equal(sandbox_kind_log(gateway, "on", SCMP_SYS(seccomp), &text), 0);
	assert_non_null(strstr(text, "\"level\":\"warn\""));
	assert_non_null(strstr(text, "\"missing\":\"seccomp\""));
	free(text);
}

TEST(does_not_start_incomplete_when_all_is_required)
{
	char *text;

	assert_int_not_equal(sandbox_kind_log(gateway, "require",
				     SCMP_SYS(landlock_create_ruleset), &text),
		0);
	assert_non_null(strstr(text, "\"event\":\"sandbox_incomplete\""));
	free(text);
}

TEST(confines_nothing_when_it_is_off)
{
	char *text;
	pid_t child;
	int status;

	assert_int_equal(sandbox_kind_log(gateway, "off", -1, &text), 0);
	assert_non_null(strstr(text, "\"event\":\"sandbox_off\""));
	free(text);
	child = fork();
	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		_exit(sandbox_kind_enter(gateway, "off") && system("true") == 0 ? 0 : 1);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
}

TEST(only_logs_calls_when_it_watches)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		_exit(sandbox_kind_enter(gateway, "log") && system("true") == 0 ? 0 : 1);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
}

/* Starts a service with a file beside its certificates. */
static int
start_with_key(const char *path, const char *certificate, int without, char **text)
{
	char database[160];
	const struct sandbox_kind kind = {.needs = {.database = database}};
	int status;

	snprintf(database, sizeof(database), "host=%s sslrootcert=%s",
		certificate == NULL ? "db.internal" : "127.0.0.1",
		certificate == NULL ? "system" : certificate);
	setenv("KITH_SECRET_FILE", path, 1);
	status = sandbox_kind_log(&kind, "on", without, text);
	unsetenv("KITH_SECRET_FILE");
	return status;
}

TEST(does_not_start_where_it_could_still_read_its_keys)
{
	char folder[64], key[96], beside[96], elsewhere[96], *text;

	if (!possible)
		skip();
	snprintf(folder, sizeof(folder), "/tmp/kith-sandbox-key-%d", (int)getpid());
	snprintf(key, sizeof(key), "%s/key", folder);
	snprintf(beside, sizeof(beside), "%s/root.crt", folder);
	snprintf(elsewhere, sizeof(elsewhere), "%s/certificates/root.crt", folder);
	mkdir(folder, 0700);
	close(open(key, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	assert_int_not_equal(start_with_key(key, beside, -1, &text), 0);
	assert_non_null(strstr(text, "\"event\":\"sandbox_exposes_keys\""));
	assert_non_null(strstr(text, key));
	free(text);
	assert_int_not_equal(start_with_key("/etc/passwd", NULL, -1, &text), 0);
	free(text);
	assert_int_equal(start_with_key("/etc/passwd", beside, -1, &text), 0);
	free(text);
	assert_int_equal(start_with_key(key, elsewhere, -1, &text), 0);
	assert_null(strstr(text, "sandbox_exposes_keys"));
	free(text);
	assert_int_equal(
		start_with_key(key, beside, SCMP_SYS(landlock_create_ruleset), &text), 0);
	free(text);
	unlink(key);
	rmdir(folder);
}

TEST(reads_nothing_in_the_home_folder_and_says_so)
{
	char home[64], folder[96], *text;

	if (!possible)
		skip();
	snprintf(home, sizeof(home), "/tmp/kith-sandbox-home-%d", (int)getpid());
	snprintf(folder, sizeof(folder), "%s/.postgresql", home);
	mkdir(home, 0700);
	setenv("HOME", home, 1);
	for (size_t k = 0; k < sandbox_kind_count; k++) {
		assert_int_equal(sandbox_kind_log(&sandbox_kinds[k], "on", -1, &text), 0);
		assert_null(strstr(text, "sandbox_ignores"));
		free(text);
	}
	mkdir(folder, 0700);
	for (size_t k = 0; k < sandbox_kind_count; k++) {
		bool says = sandbox_kinds[k].needs.database != NULL;

		assert_int_equal(sandbox_kind_log(&sandbox_kinds[k], "on", -1, &text), 0);
		assert_int_equal(strstr(text, "sandbox_ignores") != NULL, says);
		assert_int_equal(strstr(text, folder) != NULL, says);
		free(text);
	}
	rmdir(folder);
	rmdir(home);
}

const struct test_scene test_scene = {.open = start};
