#include "common/text/wait.h"

#include <stdio.h>

#include "proto/field.h"

void
wait_words(char words[WAIT_WORDS_SIZE], int64_t seconds)
{
	static const struct {
		int64_t from, seconds;
		const char *name;
	} units[] = {{7200, 3600, "hours"}, {91, 60, "minutes"}, {2, 1, "seconds"}};

	snprintf(words, WAIT_WORDS_SIZE, "a second");
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		const int64_t unit = units[i].seconds;

		if (seconds < units[i].from)
			continue;
		snprintf(words, WAIT_WORDS_SIZE, "%lld %s",
			(long long)((seconds + unit - 1) / unit), units[i].name);
		return;
	}
}
