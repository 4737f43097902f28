/*
 * operator_options.h - parses command line options into the input of an operation.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H
#define KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H

#include "services/ctl/operator/operator.h"

/* Writes the input as one msgpack map; false with a message on standard error when a word
 * is not a valid option. */
bool operator_read_options(const struct operator_command *command, int argc, char **argv,
	struct buffer *input);

bool operator_wants_help(int argc, char **argv);

void operator_print_help(const struct operator_command *command);

#endif
