/*
 * exports_test.c - a member's export is complete: the contract's lists match the schema's
 * views, and every table with rows of members has a view.
 */
#include <string.h>

#include "proto/export/export.h"
#include "proto/op.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

static const struct {
	const char *list, *view;
	const struct record *record;
} lists[] = {
#define EXPORT_LIST(list, view, record, rows_max, doc) \
	{#list, "export_" #view, &(record)},
	/* clang-format off */
	EXPORTS(EXPORT_LIST)
/* clang-format on */
#undef EXPORT_LIST
};

/* Tables with a column that points to a member, and the reason why no view reads them. */
#define NOT_EXPORTED \
	"'profiles', 'totp'," /* the export begins with them, as parts of the account */ \
	" 'mail_tokens', 'invite_holds'," /* pending sign-ups, and links */ \
	" 'member_search',"               /* derived from members and profiles */ \
	" 'org_invitation_counts',"       /* how many invitations were sent today */ \
	" 'visits',"                      /* derived from the use of sessions */ \
	" 'calendar_feeds',"     /* the number of changes of a feed's address */ \
	" 'oauth_transactions'," /* requests of apps, for an hour */ \
	" 'social_links',"       /* a link in progress, for minutes */ \
	" 'inbox_counts',"       /* the number of unread notifications */ \
	" 'creations',"          /* the quotas of a day */ \
	" 'act_counts',"         /* the times of a day's outward acts */ \
	" 'saved_search_mails'"  /* when the next mail about searches is due */

/* The names of a view's columns in their order, without those for the reader. */
static const char COLUMNS[] =
	"SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute"
	" WHERE attrelid = to_regclass('kith.%s') AND attnum > 3 AND NOT attisdropped";

/* The columns for the reader, with their types. */
static const char READERS_COLUMNS[] =
	"SELECT string_agg(attname || ' ' || atttypid::regtype, ', ' ORDER BY attnum)"
	" FROM pg_attribute WHERE attrelid = to_regclass('kith.%s') AND attnum BETWEEN 1"
	" AND 3";

static const char FORGOTTEN_TABLES[] =
	"SELECT string_agg(DISTINCT t.relname, ' ') FROM pg_constraint c"
	" JOIN pg_class t ON t.oid = c.conrelid"
	" WHERE c.contype = 'f' AND c.confrelid = 'kith.members'::regclass"
	" AND t.relname NOT IN (" NOT_EXPORTED ") AND NOT EXISTS"
	" (SELECT FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid"
	" JOIN pg_class v ON v.oid = r.ev_class WHERE d.classid = 'pg_rewrite'::regclass"
	" AND d.refobjid = t.oid AND v.relname LIKE 'export\\_%%')";

static void
open_database(void)
{
	scratch_open(NULL);
}

TEST(every_list_has_a_view_with_the_columns_of_its_record)
{
	scratch_begin();
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct buffer names = {.arena = scratch_arena()};
		const char *columns = scratch_value(COLUMNS, lists[i].view);
		const char *readers = scratch_value(READERS_COLUMNS, lists[i].view);

		for (size_t k = 0; k < lists[i].record->count; k++) {
			const char *name = lists[i].record->fields[k].name;

			if (k > 0)
				buffer_append(&names, " ", 1);
			buffer_append(&names, name, strlen(name));
		}
		buffer_append(&names, "", 1);
		if (columns == NULL)
			fail_msg("there is no view %s", lists[i].view);
		assert_string_equal(columns, (const char *)names.data);
		assert_string_equal(readers,
			"member_id uuid, place_at timestamp with time zone,"
			" place_id uuid");
	}
	scratch_rollback();
}

TEST(every_view_is_a_list_of_the_export)
{
	scratch_begin();
	assert_int_equal(strtol(scratch_value("SELECT count(*) FROM pg_class"
					      " WHERE relkind = 'v' AND relname"
					      " LIKE 'export\\_%%'"),
				 NULL, 10),
		COUNT_OF(lists));
	scratch_rollback();
}

TEST(every_table_with_rows_of_members_is_in_the_export)
{
	const char *forgotten;

	scratch_begin();
	forgotten = scratch_value(FORGOTTEN_TABLES);
	if (forgotten != NULL)
		fail_msg("no view export_… reads %s", forgotten);
	scratch_rollback();
}

TEST(the_schema_names_scopes_as_the_contract_does)
{
	scratch_begin();
	for (size_t i = 0; i < SCOPE_KINDS; i++)
		assert_string_equal(
			scratch_value("SELECT scope_names(%u)::text", scope_infos[i].bit),
			arena_printf(scratch_arena(), "{%s}", scope_infos[i].name));
	assert_string_equal(scratch_value("SELECT cardinality(scope_names(%u))::text",
				    (unsigned)SCOPE_ALL),
		arena_printf(scratch_arena(), "%d", SCOPE_KINDS));
	scratch_rollback();
}

const struct test_scene test_scene = {.open = open_database};
