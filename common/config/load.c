/*
 * load.c - reads the settings from the environment and checks them by the table of
 * config.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/rules.h"
#include "common/input/input.h"
#include "common/text/text.h"
#include "common/wire/wire.h"

static const struct config *current;

/* Writes one variable's text as the type that its field has. */
static void
write_setting(struct buffer *out, const struct field *field, const char *text)
{
	char *end = NULL;
	long long number = strtoll(text, &end, 10);

	wire_cstring(out, field->name);
	if (field->type == FIELD_INTEGER && *end == '\0' && end != text)
		wire_integer(out, number);
	else
		wire_cstring(out, text);
}

/* All variables that are set or whose default refers to others, as one map. */
static struct buffer
settings_of_environment(struct arena *arena, const char **fault)
{
	struct buffer out = {.arena = arena};
	size_t begin = wire_begin(&out), count = 0;

	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		const char *text = config_text_of(arena, field, fault);

		if (*fault != NULL)
			break;
		if (text == NULL)
			continue;
		if (!utf8_valid(text, strlen(text))) {
			*fault = arena_printf(arena, "%s must be UTF-8", field->name);
			break;
		}
		write_setting(&out, field, text);
		count++;
	}
	wire_end_map(&out, begin, count);
	return out;
}

/* Repeats a lost DNS query after one second (resolv.conf(5)). glibc's default is five
 * seconds, which is all the time for opening a database connection, and the name server
 * of containers loses queries whenever a container starts or stops. Must run before
 * threads start. */
static void
ask_names_again_soon(void)
{
	setenv("RES_OPTIONS", "timeout:1 attempts:5", 0);
}

const char *
config_check(void)
{
	static struct arena *arena;
	struct buffer settings;
	struct input_result result;
	const char *fault = NULL;

	if (current != NULL)
		return NULL;
	ask_names_again_soon();
	/* The arena lives as long as the process: everybody points into it. */
	arena = arena_new(8192);
	settings = settings_of_environment(arena, &fault);
	if (fault != NULL)
		return fault;
	result = input_decode(arena, &config_record, settings.data, settings.size);
	if (result.faults != NULL)
		return result.faults->detail;
	fault = config_rule_broken(arena, result.input);
	if (fault == NULL)
		current = result.input;
	return fault;
}

/* A setting that is wrong must not be guessed at. */
const struct config *
config_load(void)
{
	const char *fault = config_check();

	if (fault != NULL) {
		fprintf(stderr, "%s.\n", fault);
		exit(2);
	}
	return current;
}

const struct config *
config(void)
{
	return current;
}
