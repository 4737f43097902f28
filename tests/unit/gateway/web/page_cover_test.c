/*
 * Each operation that members may call has a page or a form, or stands in
 * tests/contract/pages.txt: as an exception with its reason, or among those that are not
 * built yet. The file must not list an operation that has a page.
 */
#include <stdio.h>
#include <string.h>

#include "gateway/web/page.h"
#include "tests/support/test.h"

#define LIST "tests/contract/pages.txt"
#define LINE_MAX_BYTES 256

struct entry {
	char kind[16], name[64], reason[LINE_MAX_BYTES];
};

static struct entry entries[256];
static size_t entry_count;

static void
read_list(void)
{
	FILE *file = fopen(LIST, "re");
	char line[LINE_MAX_BYTES];

	assert_non_null(file);
	entry_count = 0;
	while (fgets(line, sizeof(line), file) != NULL) {
		struct entry *entry = &entries[entry_count];

		if (line[0] == '#' || line[0] == '\n')
			continue;
		assert_true(entry_count < COUNT_OF(entries) - 1);
		entry->reason[0] = '\0';
		assert_true(sscanf(line, "%15s %63s %255[^\n]", entry->kind, entry->name,
				    entry->reason) >= 2);
		entry_count++;
	}
	fclose(file);
}

static const struct entry *
entry_of(const char *name)
{
	for (size_t i = 0; i < entry_count; i++) {
		if (strcmp(entries[i].name, name) == 0)
			return &entries[i];
	}
	return NULL;
}

/* Whether a page reads the operation or has a form for it. */
static bool
has_page(const struct op *op)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_READS_MAX; j++) {
			if (pages[i]->reads[j].op == op)
				return true;
		}
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			if (pages[i]->forms[j] != NULL && pages[i]->forms[j]->op == op)
				return true;
		}
	}
	return false;
}

/* Whether people may call the operation: over REST, or the search of a tool. */
static bool
is_for_members(const struct op *op)
{
	if (op->guard == GUARD_INTERNAL || op->service == SERVICE_GATEWAY)
		return false;
	return (op->path != NULL && strncmp(op->path, "/v1/", 4) == 0) ||
		strcmp(op->name, "network_search") == 0;
}

TEST(each_operation_has_a_page_or_a_reason)
{
	size_t faults = 0;

	read_list();
	for (size_t i = 0; i < op_count; i++) {
		if (!is_for_members(ops[i]) || has_page(ops[i]) ||
			entry_of(ops[i]->name) != NULL)
			continue;
		print_error("%s has no page, form, or entry in " LIST "\n", ops[i]->name);
		faults++;
	}
	assert_int_equal(faults, 0);
}

TEST(the_list_has_only_operations_without_a_page)
{
	size_t faults = 0;

	read_list();
	for (size_t i = 0; i < op_count; i++) {
		const struct entry *entry = entry_of(ops[i]->name);

		if (entry == NULL || (is_for_members(ops[i]) && !has_page(ops[i])))
			continue;
		print_error("%s has a page: remove it from " LIST "\n", ops[i]->name);
		faults++;
	}
	assert_int_equal(faults, 0);
}

TEST(each_entry_is_an_operation_and_each_exception_has_a_reason)
{
	read_list();
	for (size_t i = 0; i < entry_count; i++) {
		const bool except = strcmp(entries[i].kind, "except") == 0;
		bool known = false;

		for (size_t j = 0; j < op_count; j++)
			known = known || strcmp(ops[j]->name, entries[i].name) == 0;
		if (!known)
			fail_msg("%s is no operation", entries[i].name);
		if (entry_of(entries[i].name) != &entries[i])
			fail_msg("%s is listed twice", entries[i].name);
		assert_true(except || strcmp(entries[i].kind, "not-yet") == 0);
		assert_int_equal(except, entries[i].reason[0] != '\0');
	}
}
