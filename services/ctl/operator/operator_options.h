/*
 * operator_options.h - the words of a command as the input of its operation.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H
#define KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H

#include "services/ctl/operator/operator.h"

/* Writes the input as one msgpack map; false, with a sentence on standard error, when the
 * words are no options of the command. */
bool operator_read_options(const struct operator_command *command, int argc, char **argv,
	struct buffer *input);

/* Whether one of the words asks for help. */
bool operator_wants_help(int argc, char **argv);

void operator_print_help(const struct operator_command *command);

#endif
