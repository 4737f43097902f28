/*
 * capture.h - what a piece of code writes to standard error, for tests of what is logged.
 */
#ifndef KITH_TESTS_UNIT_BASE_CAPTURE_H
#define KITH_TESTS_UNIT_BASE_CAPTURE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CAPTURE_BYTES_MAX (1024 * 1024)

struct capture {
	int saved;
	FILE *file;
};

/* From here on standard error goes to a file that nobody else sees. */
static inline struct capture
capture_begin(void)
{
	struct capture capture = {.saved = dup(STDERR_FILENO), .file = tmpfile()};

	if (capture.saved < 0 || !capture.file) {
		abort();
	}
	fflush(stderr);
	dup2(fileno(capture.file), STDERR_FILENO);
	return capture;
}

/* Ends it; the text is NUL-terminated and the caller frees it. */
static inline char *
capture_end(struct capture *capture)
{
	char *text = calloc(1, CAPTURE_BYTES_MAX);

	if (!text) {
		abort();
	}
	fflush(stderr);
	dup2(capture->saved, STDERR_FILENO);
	close(capture->saved);
	rewind(capture->file);
	(void)!fread(text, 1, CAPTURE_BYTES_MAX - 1, capture->file);
	fclose(capture->file);
	return text;
}

/* Runs the code in a child; the signal that ended it, or 0. Its standard error is *text. */
static inline int
capture_death(void (*code)(void), char **text)
{
	struct capture capture = capture_begin();
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		code();
		_exit(0);
	}
	waitpid(child, &status, 0);
	*text = capture_end(&capture);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
