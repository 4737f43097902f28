/*
 * help.h - the help of commands.
 */
#ifndef KITH_SERVICES_CTL_HELP_H
#define KITH_SERVICES_CTL_HELP_H

#include <stdbool.h>

/* Whether a word after the command is --help. */
bool help_wanted(int argc, char **argv);

/* Prints the usage of a command and returns the exit status: on standard output and 0
 * when help is wanted, else on standard error and 2. */
int help_usage(int argc, char **argv, const char *usage);

#endif
