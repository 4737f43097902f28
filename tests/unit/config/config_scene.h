/*
 * config_scene.h - settings that a separate process reads.
 */
#ifndef KITH_TEST_CONFIG_SCENE_H
#define KITH_TEST_CONFIG_SCENE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/config/config.h"
#include "proto/field.h"
#include "tests/support/test.h"

/* The result of a process that read its settings. */
struct outcome {
	int status;
	char text[16384]; /* all of its output */
};

/* Prints one setting as its process sees it. */
static inline void
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
 * Reads the settings in a separate process, because a process reads them once. `settings`
 * are pairs of names and values, ended by NULL. `shown` is the setting to print, NULL for
 * the page.
 */
static inline struct outcome
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
		for (size_t i = 0; settings[i] != NULL; i += 2)
			setenv(settings[i], settings[i + 1], 1);
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		if (chdir("/usr") != 0)
			_exit(3);
		if (shown != NULL)
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

/* Expects the value of one setting when another one is set. */
static inline void
assert_setting(
	const char *name, const char *value, const char *shown, const char *expected)
{
	const char *const settings[] = {name, value, NULL};
	struct outcome outcome = load(settings, shown);

	assert_string_equal(outcome.text, expected);
	assert_int_equal(outcome.status, 0);
}

/* Expects that a wrong value ends the process with status 2 and one sentence. */
static inline void
assert_refused(const char *name, const char *value, const char *sentence)
{
	const char *const settings[] = {name, value, NULL};
	struct outcome outcome = load(settings, "KITH_PORT");

	assert_string_equal(outcome.text, sentence);
	assert_true(WIFEXITED(outcome.status));
	assert_int_equal(WEXITSTATUS(outcome.status), 2);
}

#endif
