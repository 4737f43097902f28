/*
 * operator_options.h - parses command line options into the input of an operation.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H
#define KITH_SERVICES_CTL_OPERATOR_OPERATOR_OPTIONS_H

#include "services/ctl/operator/operator.h"

struct operator_request {
	struct buffer pairs; /* names and values of the input, as msgpack */
	size_t count;        /* of the pairs */
	const char *member;  /* MEMBER, or NULL */
	bool json, yes;
};

/* Reads the options; false with a message on standard error when a word is not a valid
 * option. */
bool operator_read_options(const struct operator_command *command, int argc, char **argv,
	struct operator_request *request);

void operator_print_help(const struct operator_command *command);

#endif
