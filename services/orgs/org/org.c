#include "services/orgs/org/org.h"

#include <string.h>

#include "common/config/config.h"
#include "common/schema/org_sql.h"
#include "common/text/official.h"
#include "common/text/reserved.h"
#include "services/orgs/org/org_sql.h"

STATEMENT(LOCK_ORG,
	"SELECT id FROM orgs WHERE id = " ORG_OF_SLUG("$1") " FOR NO KEY UPDATE");

STATEMENT(FIND_ORG,
	"SELECT o.id, o.join_policy, v.role FROM " ORG_VIEWED 
	" WHERE o.id = " ORG_OF_SLUG("$2"));

/* Runs after the lock, because the row may change while the call waits for it. */
STATEMENT(FIND_LOCKED,
	"SELECT o.id, o.join_policy, v.role FROM " ORG_VIEWED " WHERE o.id = $2");

STATEMENT(ANSWER_ORG,
	"SELECT " ORG_COLUMNS " FROM orgs o WHERE o.id = $1");

STATEMENT(ANSWER_VIEW,
	"SELECT " ORG_VIEW_COLUMNS " FROM " ORG_VIEWED " WHERE o.id = $2");

STATEMENT(HAS_NAME,
	"SELECT FROM orgs WHERE id = $1 AND name = $2");

enum org_role
org_role_named(const char *name)
{
	if (strcmp(name, "owner") == 0)
		return ORG_OWNER;
	return strcmp(name, "admin") == 0 ? ORG_ADMIN : ORG_MEMBER;
}

enum org_role
org_role(const struct rows *rows, int row, const char *column)
{
	if (row_null(rows, row, column))
		return ORG_NOBODY;
	return org_role_named(row_text(rows, row, column).data);
}

static enum problem
read_org(struct call *call, const struct rows *rows, struct org *org)
{
	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	*org = (struct org){
		.id = row_uuid(rows, 0, "id"),
		.join_policy = row_text(rows, 0, "join_policy"),
		.role = org_role(rows, 0, "role"),
	};
	return PROBLEM_NONE;
}

enum problem
org_find(struct call *call, const struct text *slug, struct org *org)
{
	return read_org(
		call, db_query(call, FIND_ORG, DB_CALLER(call), DB_TEXT(*slug)), org);
}

enum problem
org_lock(struct call *call, const struct text *slug, struct org *org)
{
	struct rows *rows = db_query(call, LOCK_ORG, DB_TEXT(*slug));
	struct uuid id;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_ORG_NOT_FOUND, NULL);
	id = row_uuid(rows, 0, "id");
	return read_org(
		call, db_query(call, FIND_LOCKED, DB_CALLER(call), DB_UUID(&id)), org);
}

enum problem
org_require(struct call *call, const struct org *org, enum org_role least)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};
	static const char *const managers[] = {"owner", "admin", NULL};
	static const char *const owners[] = {"owner", NULL};

	if (org->role >= least)
		return PROBLEM_NONE;
	call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
	call->outcome.requires_name = "orgRole";
	call->outcome.requires_values = least == ORG_OWNER ? owners
		: least == ORG_ADMIN                       ? managers
							   : roles;
	call->outcome.next_step = least == ORG_MEMBER
		? "Join the organization first, with {org_join}."
		: "Ask an owner of the organization for the role.";
	return PROBLEM_ORG_ROLE_REQUIRED;
}

enum problem
org_find_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org)
{
	enum problem problem = org_find(call, slug, org);

	return problem != PROBLEM_NONE ? problem : org_require(call, org, least);
}

enum problem
org_lock_as(
	struct call *call, const struct text *slug, enum org_role least, struct org *org)
{
	enum problem problem = org_lock(call, slug, org);

	return problem != PROBLEM_NONE ? problem : org_require(call, org, least);
}

enum problem
org_check_slug(struct call *call, const char *pointer, const struct text *slug)
{
	if (slug->presence != GIVEN || !reserved_name(slug->data))
		return PROBLEM_NONE;
	return call_fault(call, pointer, FAULT_NOT_ALLOWED, "this slug is reserved");
}

enum problem
org_check_name(struct call *call, const struct org *org, const struct text *name)
{
	if (name->presence != GIVEN || call_administers(call) ||
		!official_name(name->data, name->size, config()->instance_name.data) ||
		(org != NULL &&
			db_query(call, HAS_NAME, DB_UUID(&org->id), DB_TEXT(*name))
					->count > 0))
		return PROBLEM_NONE;
	return call_fault(call, "#/name", FAULT_NOT_ALLOWED,
		"this name is reserved for the operator");
}

enum problem
org_answer(struct call *call, const struct uuid *id)
{
	return reply_row(call, db_query(call, ANSWER_ORG, DB_UUID(id)), 0, NULL);
}

enum problem
org_answer_view(struct call *call, const struct uuid *id)
{
	return reply_row(
		call, db_query(call, ANSWER_VIEW, DB_CALLER(call), DB_UUID(id)), 0, NULL);
}
