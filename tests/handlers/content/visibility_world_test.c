/*
 * visibility_world_test.c - every viewer sees every item as the rules say, and every list
 * holds exactly what the viewer may read, in order and once.
 *
 * The rules are the few lines of may_see(), which use no SQL.
 */
#include "services/content/handlers.h"
#include "tests/handlers/content/visibility_world.h"

/* ---- lists against the rules ---- */

struct query {
	const struct op_entry *entry;
	unsigned viewer;
	int limit;
	const char *filter; /* ", \"kind\": …" */
	unsigned author;    /* 0 = any */
	unsigned project;
	unsigned org; /* the organization whose list is read */
	bool first_kind;
	bool mine;
};

static bool
is_expected(const struct query *query, const struct item *item)
{
	if (query->first_kind && !is_of_first_kind(item))
		return false;
	if (query->mine)
		return item->author == query->viewer;
	if (!is_listed(item) || !may_see(query->viewer, item))
		return false;
	if (query->org != 0 &&
		((item->orgs & query->org) == 0 || item->author == SUSPENDED ||
			(!item->is_public && (query->org & orgs_of[query->viewer]) == 0)))
		return false;
	if (query->project != 0 &&
		(item->projects != query->project ||
			!may_know_project(query->viewer, query->project)))
		return false;
	return query->author == 0 || item->author == query->author;
}

/* Returns the last word of the title of each item, from page to page. */
static const char *
walk(const struct query *query)
{
	const struct principal caller = people_principal(query->viewer);
	struct buffer out = {.arena = scratch_arena()};
	const char *cursor = "";

	for (size_t page = 0; page <= ITEMS_MAX; page++) {
		struct scratch_answer answer = scratch_call(query->entry, &caller,
			scratch_printf("{\"limit\": %d%s%s}", query->limit, query->filter,
				cursor));
		const json_t *list = scratch_at(&answer, "items");

		for (size_t i = 0; i < json_array_size(list); i++) {
			const char *word =
				strrchr(json_string_value(json_object_get(
						json_array_get(list, i), "title")),
					' ');

			buffer_append(&out, word, strlen(word));
		}
		if (json_is_null(scratch_at(&answer, "nextCursor"))) {
			buffer_append(&out, "", 1);
			return (const char *)out.data;
		}
		cursor = scratch_printf(
			", \"cursor\": \"%s\"", scratch_string(&answer, "nextCursor"));
	}
	fail_msg("the pages do not end");
	return NULL;
}

static void
check_list(struct query query)
{
	struct buffer expected = {.arena = scratch_arena()};

	for (size_t i = item_count; i-- > 0;) {
		char word[16];

		if (!is_expected(&query, &items[i]))
			continue;
		snprintf(word, sizeof(word), " %u", items[i].number);
		buffer_append(&expected, word, strlen(word));
	}
	buffer_append(&expected, "", 1);
	assert_string_equal(walk(&query), (const char *)expected.data);
}

/* Checks the lists that asks and entries have in common. */
static void
check_lists(const struct op_entry *entry, const char *first_kind)
{
	const char *kind = scratch_printf(", \"kind\": \"%s\"", first_kind);

	for (unsigned viewer = 1; viewer <= MEMBERS; viewer++) {
		if (viewer == SUSPENDED)
			continue;
		check_list((struct query){
			.entry = entry, .viewer = viewer, .limit = 100, .filter = ""});
		check_list((struct query){
			.entry = entry, .viewer = viewer, .limit = 25, .filter = ""});
		check_list((struct query){
			.entry = entry, .viewer = viewer, .limit = 3, .filter = ""});
		check_list((struct query){.entry = entry,
			.viewer = viewer,
			.limit = 25,
			.filter = kind,
			.first_kind = true});
		check_list((struct query){.entry = entry,
			.viewer = viewer,
			.limit = 40,
			.filter = kind,
			.first_kind = true});
		check_list((struct query){.entry = entry,
			.viewer = viewer,
			.limit = 25,
			.filter = ", \"mine\": true",
			.mine = true});
		for (unsigned author = 1; author <= AUTHORS; author++)
			check_list((struct query){.entry = entry,
				.viewer = viewer,
				.limit = 60,
				.filter = scratch_printf(
					", \"author\": \"member-%u\"", author),
				.author = author});
	}
}

/* Reads each item as every viewer. */
static void
check_reads(const struct op_entry *entry, const char *prefix, enum problem absent)
{
	for (unsigned viewer = 1; viewer <= MEMBERS; viewer++) {
		const struct principal caller = people_principal(viewer);

		for (size_t i = 0; i < item_count && viewer != SUSPENDED; i++) {
			const struct item *item = &items[i];
			struct scratch_answer answer = scratch_call(entry, &caller,
				scratch_printf(JSON({"id": "%s"}),
					scratch_id(prefix, item->number)));

			if (!may_see(viewer, item)) {
				assert_int_equal(answer.problem, absent);
				continue;
			}
			assert_done(answer);
			assert_int_equal(
				json_array_size(scratch_at(&answer, "targets.orgs")),
				known_orgs(viewer, item));
			assert_int_equal(json_is_true(scratch_at(&answer, "canEdit")),
				item->author == viewer && item->state != ITEM_CLOSED);
		}
	}
}

TEST(asks_are_listed_exactly_where_they_may_be_read)
{
	static const struct op_entry get = {&op_post_get, post_get};
	static const struct op_entry list = {&op_post_list, post_list};
	static const struct op_entry org_list = {&op_org_post_list, org_post_list};

	add_posts();
	check_reads(&get, "post", PROBLEM_POST_NOT_FOUND);
	check_lists(&list, "idea");
	for (unsigned viewer = 1; viewer <= MEMBERS; viewer++) {
		for (unsigned org = 0; org < ORGS && viewer != SUSPENDED; org++) {
			const char *slug =
				scratch_printf(", \"slug\": \"org-%u\"", ORG_FIRST + org);

			check_list((struct query){.entry = &org_list,
				.viewer = viewer,
				.limit = 7,
				.filter = slug,
				.org = 1u << org});
			check_list((struct query){.entry = &org_list,
				.viewer = viewer,
				.limit = 100,
				.filter = slug,
				.org = 1u << org});
		}
	}
}

TEST(entries_are_listed_exactly_where_they_may_be_read)
{
	static const struct op_entry get = {&op_progress_get, progress_get};
	static const struct op_entry list = {&op_progress_list, progress_list};

	add_progress();
	check_reads(&get, "prog", PROBLEM_PROGRESS_NOT_FOUND);
	check_lists(&list, "milestone");
	for (unsigned viewer = 1; viewer <= MEMBERS; viewer++) {
		for (unsigned project = 1; project <= PROJECTS && viewer != SUSPENDED;
			project++)
			check_list((struct query){.entry = &list,
				.viewer = viewer,
				.limit = 30,
				.filter = scratch_printf(", \"project\": \"%s\"",
					scratch_id("proj", PROJECT_FIRST - 1 + project)),
				.project = project});
	}
}
