#include <stdio.h>
#include <string.h>

#include "common/config/config.h"

/* The values that a variable accepts. */
static void
print_type(const struct field *field)
{
	if (field->type == FIELD_INTEGER) {
		printf("%lld to %lld", (long long)field->min, (long long)field->max);
	} else if (field->type == FIELD_ENUM) {
		for (size_t i = 0; field->values[i] != NULL; i++)
			printf("%s`%s`", i ? ", " : "", field->values[i]);
	} else if (field->format == FORMAT_URI) {
		printf("http or https address");
	} else {
		printf("text");
	}
}

/* The default without the quotes of JSON. */
static void
print_default(const struct field *field)
{
	const char *text = field->fallback;
	size_t size = strlen(text);

	if (text[0] == '"') {
		text++;
		size -= 2;
	}
	if (size == 0)
		printf("none");
	else
		printf("`%.*s`", (int)size, text);
}

void
config_print(void)
{
	printf("# Configuration\n\n"
	       "Every process reads its settings from environment variables at its "
	       "start, and exits\n"
	       "with a message on standard error if one is wrong. An empty variable "
	       "counts as not\n"
	       "set. `$NAME` in a default is the value of that variable, with the run "
	       "folder as an\n"
	       "absolute path. A setting that contains a password can be read from a "
	       "file: set the\n"
	       "variable with `_FILE` at the end of its name to the file's path.\n\n"
	       "`kith-gateway --print-config` prints this page.\n\n"
	       "| variable | value | default | meaning |\n|---|---|---|---|\n");
	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];

		printf("| `%s` | ", field->name);
		print_type(field);
		printf(" | ");
		print_default(field);
		printf(" | %s%s |\n", field->doc,
			field->secret ? " Or its file in `_FILE`." : "");
	}
}
