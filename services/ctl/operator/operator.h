/*
 * operator.h - a command of kithctl that is one operation of the identity service.
 *
 * It runs in this process, over a connection of its own, through the same skeleton as a call
 * that comes over the bus: validation, transaction and audit are the same.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_OPERATOR_H
#define KITH_SERVICES_CTL_OPERATOR_OPERATOR_H

#include "common/run/run.h"

enum operator_kind {
	OPERATOR_TEXT,
	OPERATOR_PASSWORD, /* "-" reads a line from standard input */
	OPERATOR_NUMBER,
	OPERATOR_LIST, /* separated by commas */
	OPERATOR_FLAG, /* true when it stands there */
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

/* Carries the command out and prints the answer as one line of JSON; the exit status. */
int operator_run(const struct operator_command *command, int argc, char **argv);

#endif
