/*
 * operator.h - commands of kithctl that carry out one operation of the identity service.
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

struct operator_command {
	const char *name; /* "member create" */
	const struct op *op;
	op_handler *handler;
	const struct operator_option *options;
	size_t option_count;
};

/* Runs the operation and prints its answer as one line of JSON; returns the exit
 * status. */
int operator_run(const struct operator_command *command, int argc, char **argv);

#endif
