/*
 * grants_test.c - each service's role has exactly the grants of
 * tests/contract/grants.txt.
 *
 * KITH_WRITE_GRANTS=1 writes the file again after an intended change; review the
 * difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/op.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#define FILE_NAME "tests/contract/grants.txt"

/* One line for each role and object: whole tables, then single columns, then
 * functions. */
static const char DUMP[] =
	"SELECT string_agg(line, E'\\n' ORDER BY line) || E'\\n' FROM ("
	"SELECT t.relname || ' ' || substr(r.rolname, 6) || ' ' || string_agg(p, ','"
	" ORDER BY p) AS line FROM pg_class t, pg_roles r,"
	" unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS"
	" p WHERE t.relnamespace = 'kith'::regnamespace"
	" AND t.relkind IN ('r', 'v', 'm', 'S', 'p') AND r.rolname LIKE 'kith\\_%%'"
	" AND has_table_privilege(r.oid, t.oid, p) GROUP BY t.relname, r.rolname"
	" UNION ALL "
	"SELECT t.relname || ' ' || substr(r.rolname, 6) || ' ' || p || '('"
	" || string_agg(a.attname, ',' ORDER BY a.attname) || ')'"
	" FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0"
	" AND NOT a.attisdropped, pg_roles r, unnest('{SELECT,INSERT,UPDATE,"
	"REFERENCES}'::text[]) AS p WHERE t.relnamespace = 'kith'::regnamespace AND"
	" t.relkind IN ('r', 'v', 'm', 'p') AND r.rolname LIKE 'kith\\_%%'"
	" AND NOT has_table_privilege(r.oid, t.oid, p)"
	" AND has_column_privilege(r.oid, t.oid, a.attnum, p)"
	" GROUP BY t.relname, r.rolname, p UNION ALL "
	"SELECT f.proname || '() ' || substr(r.rolname, 6) || ' EXECUTE'"
	" FROM pg_proc f, pg_roles r WHERE f.pronamespace = 'kith'::regnamespace"
	" AND r.rolname LIKE 'kith\\_%%' AND has_function_privilege(r.oid, f.oid,"
	" 'EXECUTE')) AS lines";

static void
open_database(void)
{
	scratch_open(NULL);
}

static const char *
read_file(void)
{
	static char content[64 * 1024];
	FILE *file = fopen(FILE_NAME, "re");
	size_t size = file == NULL ? 0 : fread(content, 1, sizeof(content) - 1, file);

	if (file != NULL)
		fclose(file);
	content[size] = '\0';
	return content;
}

/* A service can neither read nor change the stored answers of another one, although they
 * share a table (0031_platform_idempotency.sql). */
TEST(shows_each_service_its_own_answers_alone)
{
	static const char values[] =
		"('00000000-0000-7000-8000-000000000001', 'post_create', 'k',"
		" sha256(''), '\\xc0',"
		" false";

	scratch_begin();
	scratch_sql("SET LOCAL ROLE kith_content; INSERT INTO idempotency"
		    " (member, op, key, request_hash, response, sealed) VALUES %s)",
		values);
	assert_string_equal(scratch_value("SELECT count(*) FROM idempotency"), "1");
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		if (i == SERVICE_CONTENT)
			continue;
		scratch_sql("SET LOCAL ROLE kith_%s", service_names[i]);
		assert_string_equal(
			scratch_value("SELECT count(*) FROM idempotency"), "0");
		assert_string_equal(
			scratch_value("WITH changed AS (UPDATE idempotency SET key = 'x'"
				      " RETURNING key) SELECT count(*) FROM changed"),
			"0");
		scratch_sql("DO $do$ BEGIN INSERT INTO idempotency"
			    " (member, op, key, request_hash, response, sealed, role)"
			    " VALUES %s, 'kith_content'); RAISE 'it was made up';"
			    " EXCEPTION WHEN insufficient_privilege THEN NULL; END $do$",
			values);
	}
	scratch_rollback();
}

TEST(grants_exactly_what_the_file_says)
{
	const char *actual = scratch_value(DUMP);
	const char *expected = read_file();
	FILE *file;

	if (getenv("KITH_WRITE_GRANTS") != NULL) {
		file = fopen(FILE_NAME, "we");
		assert_non_null(file);
		assert_true(fputs(actual, file) >= 0);
		assert_int_equal(fclose(file), 0);
		skip(); /* written, not compared */
	}
	if (strcmp(actual, expected) != 0)
		print_message("the database grants:\n%s", actual);
	assert_string_equal(actual, expected);
}

TEST(grants_nothing_to_everybody)
{
	assert_string_equal(
		scratch_value(
			"SELECT count(*) FROM pg_class t, aclexplode(t.relacl) AS a"
			" WHERE t.relnamespace = 'kith'::regnamespace AND a.grantee = 0"),
		"0");
	assert_string_equal(
		scratch_value(
			"SELECT count(*) FROM pg_proc f,"
			" aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS"
			" a WHERE f.pronamespace = 'kith'::regnamespace"
			" AND a.grantee = 0"),
		"0");
	assert_string_equal(
		scratch_value(
			"SELECT count(*) FROM pg_namespace n, aclexplode(n.nspacl) AS a"
			" WHERE n.nspname = 'kith' AND a.grantee = 0"),
		"0");
}

/* What the database evaluates with the role that runs a statement: the body of a function
 * that does not run as its owner, also of a trigger, the query of a view, and the
 * expressions of columns, checks and indexes. */
#define EVALUATED \
	"SELECT r.oid AS role, 'function ' || f.proname AS what, f.prosrc AS body" \
	" FROM f, r WHERE NOT f.prosecdef" \
	" AND has_function_privilege(r.oid, f.oid, 'EXECUTE')" \
	" UNION ALL SELECT r.oid, 'trigger ' || f.proname, f.prosrc" \
	" FROM r, pg_trigger t JOIN f ON f.oid = t.tgfoid AND NOT f.prosecdef WHERE" \
	" has_table_privilege(r.oid, t.tgrelid, 'INSERT,UPDATE,DELETE')" \
	" OR has_any_column_privilege(r.oid, t.tgrelid, 'INSERT,UPDATE')" \
	" UNION ALL SELECT r.oid, 'view ' || t.relname, pg_get_viewdef(t.oid)" \
	" FROM r, pg_class t WHERE t.relkind = 'v' AND t.relnamespace =" \
	" 'kith'::regnamespace AND has_any_column_privilege(r.oid, t.oid, 'SELECT')" \
	" UNION ALL SELECT r.oid, 'column of ' || d.adrelid::regclass," \
	" pg_get_expr(d.adbin, d.adrelid) FROM r, pg_attrdef d" \
	" WHERE has_any_column_privilege(r.oid, d.adrelid, 'INSERT,UPDATE')" \
	" UNION ALL SELECT r.oid, 'check ' || c.conname, pg_get_constraintdef(c.oid)" \
	" FROM r, pg_constraint c WHERE c.contype = 'c' AND c.conrelid <> 0" \
	" AND has_any_column_privilege(r.oid, c.conrelid, 'INSERT,UPDATE')" \
	" UNION ALL SELECT r.oid, 'index ' || i.indexrelid::regclass," \
	" pg_get_indexdef(i.indexrelid) FROM r, pg_index i" \
	" WHERE has_any_column_privilege(r.oid, i.indrelid, 'INSERT,UPDATE')"

/* Bug: mails about saved searches failed, because text_units() calls functions that
 * notifications could not execute. An explained statement does not tell. */
TEST(lets_a_role_execute_what_its_functions_call)
{
	assert_string_equal(
		scratch_value(
			"WITH f AS (SELECT * FROM pg_proc"
			" WHERE pronamespace = 'kith'::regnamespace),"
			" r AS (SELECT oid FROM pg_roles WHERE rolname LIKE 'kith\\_%%'),"
			" evaluated AS (" EVALUATED ")"
			" SELECT coalesce(string_agg(DISTINCT e.role::regrole || ', ' ||"
			" e.what || ': ' || g.proname, E'\\n'), '') FROM evaluated e"
			" JOIN f g ON e.body ~ ('\\m' || g.proname || '\\s*\\(')"
			" WHERE NOT has_function_privilege(e.role, g.oid, 'EXECUTE')"),
		"");
}

TEST(lets_no_role_do_more_than_use_the_schema)
{
	assert_string_equal(
		scratch_value(
			"SELECT count(*) FROM pg_roles r WHERE rolname LIKE 'kith\\_%%'"
			" AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication"
			" OR rolbypassrls OR has_schema_privilege(oid, 'kith', 'CREATE')"
			" OR has_schema_privilege(oid, 'public', 'CREATE'))"),
		"0");
	assert_null(scratch_value(
		"SELECT rolname FROM pg_roles WHERE rolname = 'kith_gateway'"));
}

TEST(pins_the_search_path_of_functions_that_run_as_their_owner)
{
	assert_string_equal(
		scratch_value("SELECT count(*) FROM pg_proc WHERE pronamespace ="
			      " 'kith'::regnamespace AND prosecdef AND NOT"
			      " coalesce(array_to_string(proconfig, ' '), '') LIKE"
			      " '%%search_path=kith, pg_catalog, pg_temp%%'"),
		"0");
}

const struct test_scene test_scene = {.open = open_database};
