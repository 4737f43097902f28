/*
 * operator.h - commands of kithctl that carry out one operation of a service.
 *
 * The operation runs in this process with its own database connection. It takes the same
 * path as a call over the bus, so validation, transaction and audit are the same.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_OPERATOR_H
#define KITH_SERVICES_CTL_OPERATOR_OPERATOR_H

#include "common/run/run.h"

enum operator_kind {
	OPERATOR_TEXT,
	OPERATOR_PASSWORD, /* "-" reads a line from standard input */
	OPERATOR_NUMBER,
	OPERATOR_LIST, /* separated by commas */
	OPERATOR_FLAG, /* true when given */
};

struct operator_option {
	const char *name;  /* "--email" */
	const char *field; /* of the operation's input */
	enum operator_kind kind;
	const char *help;
};

/* A column of a table for people. */
struct operator_column {
	const char *title;
	const char *field; /* of the operation's output */
	int width;         /* characters; longer values take more */
};

struct operator_command {
	const char *name; /* "member create" */
	const struct op *op;
	op_handler *handler;
	const struct operator_option *options;
	size_t option_count;

	/* Takes MEMBER as the input's `id`: an id, an e-mail address or a handle. */
	bool takes_member;
	const char *field, *value; /* an input that the command itself gives, or NULL */
	/* Prints a table for people, and JSON with --json; NULL = always JSON. */
	const struct operator_column *columns;
	size_t column_count;
	const char *link; /* a path; the record shows its URL with the first value */
	const char *note; /* for the help: what the operator must know; or NULL */
	bool needs_yes;   /* cannot be undone: requires --yes */
	const char *done; /* said after an operation without an output */
};

/*
 * Runs the operation and prints its answer; returns the exit status. JSON is one line,
 * and one line for each item of a list. A list is printed to its end.
 */
int operator_run(const struct operator_command *command, int argc, char **argv);

#endif
