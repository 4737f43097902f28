#include "services/ctl/operator/operator_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire.h"

#define LINE_BYTES_MAX 1024

void
operator_print_help(const struct operator_command *command)
{
	printf("usage: kithctl %s%s [options]\n\n", command->name,
		command->takes_member ? " MEMBER" : "");
	if (command->note != NULL)
		printf("%s\n\n", command->note);
	if (command->takes_member)
		printf("MEMBER is an id, an e-mail address or a handle.\n\n");
	for (size_t i = 0; i < command->option_count; i++)
		printf("  %-18s %s\n", command->options[i].name,
			command->options[i].help);
	if (command->columns != NULL)
		printf("  %-18s %s\n", "--json", "print JSON, one object a line");
	if (command->needs_yes)
		printf("  %-18s %s\n", "--yes", "confirm what cannot be undone");
}

/* The option that a word names, or NULL after a message; *value is what follows "=" or
 * NULL. */
static const struct operator_option *
find_option(const struct operator_command *command, const char *word, const char **value)
{
	const size_t length = strcspn(word, "=");

	*value = word[length] == '=' ? word + length + 1 : NULL;
	for (size_t i = 0; i < command->option_count; i++) {
		const struct operator_option *option = &command->options[i];

		if (strlen(option->name) == length &&
			strncmp(option->name, word, length) == 0)
			return option;
	}
	fprintf(stderr, "kithctl: \"%s\" has no option \"%.*s\"; --help lists them\n",
		command->name, (int)length, word);
	return NULL;
}

/* Reads a password from standard input, so that it appears in no list of processes. */
static bool
put_line(struct buffer *input)
{
	char line[LINE_BYTES_MAX];
	bool read = fgets(line, sizeof(line), stdin) != NULL;

	if (read)
		wire_string(input, line, strcspn(line, "\r\n"));
	else
		fprintf(stderr, "kithctl: no password on standard input\n");
	explicit_bzero(line, sizeof(line));
	return read;
}

static bool
put_number(struct buffer *input, const char *name, const char *value)
{
	char *end;
	long long number;

	errno = 0;
	number = strtoll(value, &end, 10);
	if (errno != 0 || end == value || *end != '\0') {
		fprintf(stderr, "kithctl: %s must be a whole number\n", name);
		return false;
	}
	wire_integer(input, number);
	return true;
}

static void
put_list(struct buffer *input, const char *value)
{
	size_t begin = wire_begin(input);
	size_t count = 0;

	while (*value != '\0') {
		size_t length = strcspn(value, ",");

		wire_string(input, value, length);
		count++;
		value += length + (value[length] == ',');
	}
	wire_end_array(input, begin, count);
}

static bool
put_value(struct buffer *input, const struct operator_option *option, const char *value)
{
	switch (option->kind) {
	case OPERATOR_FLAG:
		wire_boolean(input, true);
		return true;
	case OPERATOR_NUMBER:
		return put_number(input, option->name, value);
	case OPERATOR_LIST:
		put_list(input, value);
		return true;
	case OPERATOR_PASSWORD:
		if (strcmp(value, "-") == 0)
			return put_line(input);
		wire_cstring(input, value);
		return true;
	case OPERATOR_TEXT:
		wire_cstring(input, value);
		return true;
	}
	return false;
}

/* Reads the option at argv[*at] and its value; moves *at to the last word of it. */
static bool
read_option(const struct operator_command *command, int argc, char **argv, int *at,
	struct operator_request *request)
{
	const char *value;
	const struct operator_option *option = find_option(command, argv[*at], &value);

	if (option == NULL)
		return false;
	if (option->kind == OPERATOR_FLAG && value != NULL) {
		fprintf(stderr, "kithctl: %s takes no value\n", option->name);
		return false;
	}
	if (option->kind != OPERATOR_FLAG && value == NULL && ++*at < argc)
		value = argv[*at];
	if (option->kind != OPERATOR_FLAG && value == NULL) {
		fprintf(stderr, "kithctl: %s needs a value\n", option->name);
		return false;
	}
	wire_cstring(&request->pairs, option->field);
	request->count++;
	return put_value(&request->pairs, option, value);
}

/* Whether the words that all operations share were given as required. */
static bool
is_complete(
	const struct operator_command *command, const struct operator_request *request)
{
	if (command->takes_member && request->member == NULL) {
		fprintf(stderr,
			"kithctl: \"%s\" needs a member: an id, an e-mail address or a "
			"handle\n",
			command->name);
		return false;
	}
	if (command->needs_yes && !request->yes) {
		fprintf(stderr,
			"kithctl: \"%s %s\" cannot be undone. Repeat it with --yes.\n",
			command->name, request->member != NULL ? request->member : "");
		return false;
	}
	return true;
}

/* Does not check for duplicates: wire_check() refuses a field that is given twice. */
bool
operator_read_options(const struct operator_command *command, int argc, char **argv,
	struct operator_request *request)
{
	for (int i = 1; i < argc; i++) {
		if (command->columns != NULL && strcmp(argv[i], "--json") == 0)
			request->json = true;
		else if (command->needs_yes && strcmp(argv[i], "--yes") == 0)
			request->yes = true;
		else if (command->takes_member && request->member == NULL &&
			argv[i][0] != '-')
			request->member = argv[i];
		else if (!read_option(command, argc, argv, &i, request))
			return false;
	}
	return is_complete(command, request);
}
