#include "services/ctl/help.h"

#include <stdio.h>
#include <string.h>

bool
help_wanted(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0)
			return true;
	}
	return false;
}

int
help_usage(int argc, char **argv, const char *usage)
{
	const bool wanted = help_wanted(argc, argv);

	fputs(usage, wanted ? stdout : stderr);
	return wanted ? 0 : 2;
}
