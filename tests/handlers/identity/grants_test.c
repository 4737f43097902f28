/*
 * grants_test.c - exactly what each service's role may do, as the database itself says it.
 *
 * A line is "table[(column)] PRIVILEGES"; a role that may more, or less, fails here.
 */
#include "tests/support/handler_test.h"

#define OF_THE_RUNTIME \
	"audit INSERT\n" \
	"idempotency INSERT SELECT UPDATE\n"

/* Whole tables first, then columns that are granted one by one. */
static const char GRANTS[] =
	"WITH tables AS (SELECT table_name::text AS name,"
	" string_agg(privilege_type, ' ' ORDER BY privilege_type) AS may"
	" FROM information_schema.role_table_grants"
	" WHERE table_schema = 'kith' AND grantee = 'kith_%s' GROUP BY 1),"
	" columns AS (SELECT c.table_name || '(' || c.column_name || ')' AS name,"
	" string_agg(c.privilege_type, ' ' ORDER BY c.privilege_type) AS may"
	" FROM information_schema.role_column_grants c"
	" WHERE c.table_schema = 'kith' AND c.grantee = 'kith_%s'"
	" AND NOT EXISTS (SELECT FROM information_schema.role_table_grants t"
	" WHERE t.table_schema = 'kith' AND t.grantee = c.grantee"
	" AND t.table_name = c.table_name AND t.privilege_type = c.privilege_type) GROUP BY 1)"
	" SELECT string_agg(name || ' ' || may, chr(10) ORDER BY name COLLATE \"C\") || chr(10)"
	" FROM (SELECT * FROM tables UNION ALL SELECT * FROM columns) AS every";

static void
expect(const char *service, const char *expected)
{
	assert_string_equal(scratch_value(GRANTS, service, service), expected);
}

static void
identity_has_its_tables(void **state)
{
	(void)state;
	expect("identity",
		"attempts DELETE INSERT SELECT UPDATE\n"
		"audit INSERT SELECT\n"
		"credentials DELETE INSERT SELECT UPDATE\n"
		"idempotency INSERT SELECT UPDATE\n"
		"mail_tokens DELETE INSERT SELECT UPDATE\n"
		"members INSERT SELECT UPDATE\n"
		"outbox INSERT\n"
		"profiles INSERT SELECT UPDATE\n");
}

static void
content_sees_no_address_and_no_password(void **state)
{
	(void)state;
	expect("content",
		OF_THE_RUNTIME "members(id) SELECT\n"
			       "members(image) SELECT\n"
			       "members(name) SELECT\n"
			       "members(status) SELECT\n"
			       "org_members(member_id) SELECT\n"
			       "org_members(org_id) SELECT\n"
			       "org_members(role) SELECT\n"
			       "orgs(id) SELECT\n"
			       "orgs(logo) SELECT\n"
			       "orgs(name) SELECT\n"
			       "orgs(slug) SELECT\n"
			       "orgs(visibility) SELECT\n"
			       "outbox INSERT\n"
			       "post_targets INSERT SELECT UPDATE\n"
			       "posts INSERT SELECT UPDATE\n"
			       "profiles(handle) SELECT\n"
			       "profiles(headline) SELECT\n"
			       "profiles(member_id) SELECT\n"
			       "progress DELETE INSERT SELECT UPDATE\n"
			       "progress_targets INSERT SELECT UPDATE\n"
			       "project_members(member_id) SELECT\n"
			       "project_members(project_id) SELECT\n"
			       "projects(id) SELECT\n"
			       "projects(name) SELECT\n"
			       "projects(visibility) SELECT\n");
}

static void
notifications_alone_reads_the_outbox(void **state)
{
	(void)state;
	expect("notifications",
		OF_THE_RUNTIME "inbox DELETE INSERT SELECT UPDATE\n"
			       "members(email) SELECT\n"
			       "members(email_verified_at) SELECT\n"
			       "members(id) SELECT\n"
			       "members(image) SELECT\n"
			       "members(name) SELECT\n"
			       "members(status) SELECT\n"
			       "org_members(member_id) SELECT\n"
			       "org_members(org_id) SELECT\n"
			       "org_members(role) SELECT\n"
			       "orgs(id) SELECT\n"
			       "orgs(logo) SELECT\n"
			       "orgs(name) SELECT\n"
			       "orgs(slug) SELECT\n"
			       "orgs(visibility) SELECT\n"
			       "outbox DELETE INSERT SELECT UPDATE\n"
			       "posts(expires_at) SELECT\n"
			       "posts(id) SELECT\n"
			       "posts(status) SELECT\n"
			       "profiles(handle) SELECT\n"
			       "profiles(headline) SELECT\n"
			       "profiles(member_id) SELECT\n");
	assert_int_equal(
		people_count("SELECT count(*) FROM information_schema.role_table_grants"
			     " WHERE table_schema = 'kith' AND table_name = 'outbox'"
			     " AND privilege_type = 'SELECT' AND grantee LIKE 'kith%%'"
			     " AND grantee <> 'kith_notifications'"),
		0);
}

static void
everybody_else_has_nothing(void **state)
{
	(void)state;
	assert_int_equal(
		people_count("SELECT count(*) FROM information_schema.role_table_grants"
			     " WHERE table_schema = 'kith' AND grantee = 'PUBLIC'"),
		0);
	assert_int_equal(
		people_count("SELECT count(*) FROM information_schema.routine_privileges"
			     " WHERE routine_schema = 'kith' AND grantee = 'PUBLIC'"),
		0);
	assert_int_equal(
		people_count("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'kith%%'"
			     " AND (rolsuper OR rolcreatedb OR rolcreaterole OR"
			     " rolbypassrls OR rolreplication)"),
		0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(identity_has_its_tables),
		HANDLER_TEST(content_sees_no_address_and_no_password),
		HANDLER_TEST(notifications_alone_reads_the_outbox),
		HANDLER_TEST(everybody_else_has_nothing),
	};

	scratch_open(NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
