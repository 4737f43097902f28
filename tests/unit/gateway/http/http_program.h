/* http_program.h - runs one of the Python programs of tests/e2e against a canary
 * server. */
#ifndef KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_PROGRAM_H
#define KITH_TESTS_UNIT_GATEWAY_HTTP_HTTP_PROGRAM_H

#include <spawn.h>

#include "tests/unit/gateway/http/http_canary.h"

/* Returns its wait status; the program gets host, port and one option. Tests run in the
 * root of the tree. */
static int
program_run(const char *path, uint16_t port, const char *option, const char *value)
{
	char port_text[8];

	const char *const arguments[] = {
		"python3", path, "127.0.0.1", port_text, option, value, NULL};
	char *vector[COUNT_OF(arguments)] = {NULL};
	extern char **environ;
	pid_t pid;
	int status = -1;

	snprintf(port_text, sizeof(port_text), "%u", port);
	for (size_t i = 0; arguments[i] != NULL; i++)
		vector[i] = (char *)(uintptr_t)arguments[i];
	fflush(NULL);
	if (posix_spawnp(&pid, "python3", NULL, NULL, vector, environ) != 0)
		return -1;
	waitpid(pid, &status, 0);
	return status;
}

#endif
