#include "gateway/web/changelog.h"

#include <stdio.h>

const struct change changelog[] = {
	{1, "2026-11-21",
		"The first level: accounts with sign-up, verification, sign-in and sign-out; the "
		"caller's own profile; asks to create, list, read, edit and close; approval of "
		"members by administrators; health; and the tools for assistants that belong to "
		"them."},
};

const size_t changelog_count = sizeof(changelog) / sizeof(changelog[0]);

void
changelog_print(void)
{
	printf("# Changes of the contract\n\n"
	       "`x-feature-level` of the OpenAPI document grows by one with each entry. Nothing\n"
	       "is ever taken away within `/v1`.\n\n"
	       "This page is printed by `kith-gateway --print-changelog`.\n");
	for (size_t i = 0; i < changelog_count; i++)
		printf("\n## Level %d (%s)\n\n%s\n", changelog[i].level,
			changelog[i].date, changelog[i].text);
}
