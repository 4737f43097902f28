#include "services/notifications/intro/intro_context.h"

#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "common/schema/visible_sql.h"

/* Also finds the caller, so that the fault says what is wrong instead of "not found". */
STATEMENT(FIND_MEMBER,
	"SELECT m.id, m.id AS recipient FROM members m JOIN profiles a"
	" ON a.member_id = m.id"
	" WHERE a.handle = $2 AND (m.id = $1 OR " MEMBER_FOUND("m", "a") ")");

STATEMENT(FIND_POST,
	"SELECT p.id, p.author_id AS recipient FROM posts p JOIN members m"
	" ON m.id = p.author_id WHERE p.id = $2 AND " POST_VISIBLE);

/* An organization's event may outlive its host's account, so the host must be active. */
STATEMENT(FIND_EVENT,
	"SELECT e.id, e.host_id AS recipient FROM events e JOIN members m"
	" ON m.id = e.host_id"
	" WHERE e.id = $2 AND m.status = 'active' AND " EVENT_VISIBLE("$3"));

/* The contexts that are named by an id, not by a handle. */
static const struct context {
	const char *name;
	const char *prefix;
	enum problem missing;
	const struct statement *find;
} contexts[] = {
	{"post", "post", PROBLEM_POST_NOT_FOUND, FIND_POST},
	{"event", "evt", PROBLEM_EVENT_NOT_FOUND, FIND_EVENT},
};

/* Adds a fault of "toHandle" or "contextId". */
static enum problem
fault(struct call *call, bool by_handle, enum fault_code code, const char *sentence)
{
	const char *field = by_handle ? "toHandle" : "contextId";

	return call_fault(call, by_handle ? "#/toHandle" : "#/contextId", code, "%s %s",
		field, sentence);
}

/* Requires the field of the context's kind, and forbids the other one. */
static enum problem
check_fields(struct call *call, const struct intro_create_in *in, bool by_handle)
{
	bool handle = in->to_handle.presence == GIVEN;
	bool id = in->context_id.presence == GIVEN;
	enum problem problem = PROBLEM_NONE;

	if (by_handle ? !handle : !id)
		problem = fault(call, by_handle, FAULT_REQUIRED,
			by_handle ? "must name the member to ask"
				  : "must name the ask or the event");
	if (by_handle ? id : handle)
		problem = fault(call, !by_handle, FAULT_NOT_ALLOWED,
			by_handle ? "is not allowed when the context is a profile"
				  : "is only allowed when the context is a profile");
	return problem;
}

/* Parses the id of a context. For an id of another type, the detail names that type. */
static enum problem
read_id(struct call *call, const struct context *kind, const struct text *text,
	struct uuid *id)
{
	const char *other;

	if (id_parse(text->data, text->size, kind->prefix, id))
		return PROBLEM_NONE;
	other = id_kind(text->data, text->size);
	if (other == NULL)
		return call_fail(call, kind->missing, NULL);
	return call_fail(call, kind->missing, "this is %s", other);
}

/* Finds the context; fails when the caller may not see it. */
static enum problem
find(struct call *call, const struct intro_create_in *in, bool by_handle,
	struct rows **rows)
{
	const struct context *kind = contexts;
	enum problem problem;
	struct uuid id;

	if (by_handle) {
		*rows = db_query(
			call, FIND_MEMBER, DB_CALLER(call), DB_TEXT(in->to_handle));
		return (*rows)->count > 0
			? PROBLEM_NONE
			: call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	}
	while (strcmp(kind->name, in->context_kind.data) != 0)
		kind++;
	problem = read_id(call, kind, &in->context_id, &id);
	if (problem != PROBLEM_NONE)
		return problem;
	*rows = db_query(call, kind->find, DB_CALLER(call), DB_UUID(&id),
		DB_FLAG(call_administers(call)));
	if ((*rows)->count == 0)
		return call_fail(call, kind->missing, NULL);
	return PROBLEM_NONE;
}

enum problem
intro_context_find(struct call *call, const struct intro_create_in *in,
	struct intro_context *context)
{
	bool by_handle = strcmp(in->context_kind.data, "profile") == 0;
	enum problem problem = check_fields(call, in, by_handle);
	struct rows *rows = NULL;

	if (problem == PROBLEM_NONE)
		problem = find(call, in, by_handle, &rows);
	if (problem != PROBLEM_NONE)
		return problem;
	context->id = row_uuid(rows, 0, "id");
	context->recipient = row_uuid(rows, 0, "recipient");
	if (id_equal(&context->recipient, &call->principal.member))
		return fault(
			call, by_handle, FAULT_NOT_ALLOWED, "must not lead to yourself");
	return PROBLEM_NONE;
}
