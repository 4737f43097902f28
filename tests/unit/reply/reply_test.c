/*
 * reply_test.c - rows become answers by the output record.
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "tests/support/scratch.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"

static const char *const colors[] = {"red", "blue", NULL};
static const struct field color = OUT("color", ENUM, .values = colors, .doc = "A color.");
static const struct field address = OUT("link", TEXT, .doc = "A link.");

static const struct field part_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "evt", .doc = "The id."),
	OUT("name", TEXT, .doc = "The name."),
};

static const struct record part_record = {.name = "Part",
	.doc = "A part.",
	.fields = part_fields,
	.count = COUNT_OF(part_fields)};

static const struct field inner_fields[] = {
	OUT("public", BOOLEAN, .doc = "A flag."),
	OUT("parts", LIST, .record = &part_record, .doc = "The parts."),
};

static const struct record inner_record = {.name = "Inner",
	.doc = "Inside.",
	.fields = inner_fields,
	.count = COUNT_OF(inner_fields)};

static const struct field maybe_fields[] = {OUT("handle", TEXT, .doc = "A handle.")};

static const struct record maybe_record = {.name = "Maybe",
	.doc = "Perhaps.",
	.fields = maybe_fields,
	.count = COUNT_OF(maybe_fields)};

static const struct field whole_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The id."),
	OUT("title", TEXT, .nullable = true, .doc = "The title."),
	OUT("amount", INTEGER, .doc = "An amount."),
	OUT("done", BOOLEAN, .doc = "A flag."),
	OUT("at", INSTANT, .nullable = true, .doc = "A time."),
	OUT("image", MEDIA, .nullable = true, .doc = "An image."),
	OUT("colors", LIST, .element = &color, .doc = "Colors."),
	OUT("links", MAP, .element = &address, .doc = "Links."),
	OUT("inner", OBJECT, .record = &inner_record, .doc = "Inside."),
	OUT("maybe", OBJECT, .nullable = true, .record = &maybe_record,
		.doc = "Perhaps."),
};

static const struct record whole_record = {.name = "Whole",
	.doc = "All kinds.",
	.fields = whole_fields,
	.count = COUNT_OF(whole_fields)};

/* One row of all kinds; callers choose the columns that are NULL. */
#define WHOLE(title, maybe) \
	"SELECT p.id, " title " AS title, 7::int4 AS amount, true AS done," \
	" '2026-11-21 09:36:00Z'::timestamptz AS at," \
	" '00000000-0000-7000-8000-000000000005'::uuid AS image," \
	" '{red,blue}'::text[] AS colors, '{\"web\": \"https://example.org/\"}'::jsonb AS links," \
	" false AS inner_public, " maybe " AS maybe, 'h' AS maybe_handle" \
	" FROM (VALUES ('00000000-0000-7000-8000-000000000001'::uuid)," \
	" ('00000000-0000-7000-8000-000000000002'::uuid)) AS p(id) ORDER BY p.id"

STATEMENT(PARTS,
	"SELECT * FROM (VALUES"
	" ('00000000-0000-7000-8000-000000000011'::uuid, 'second',"
	" '00000000-0000-7000-8000-000000000002'::uuid),"
	" ('00000000-0000-7000-8000-000000000013'::uuid, 'b',"
	" '00000000-0000-7000-8000-000000000001'::uuid),"
	" ('00000000-0000-7000-8000-000000000012'::uuid, 'a',"
	" '00000000-0000-7000-8000-000000000001'::uuid)) AS parts(id, name, parent)");

static enum problem
answer_whole(struct call *call, const char *sql)
{
	struct rows *rows = db_query_plain(call, STATEMENT_HERE(sql));
	const struct reply_children children = {.field = "inner.parts",
		.rows = db_query_plain(call, PARTS),
		.parent = "parent"};

	return reply_row(call, rows, 0,
		&(struct reply_parts){.children = &children, .child_count = 1});
}

static enum problem
whole_get(struct call *call, const void *input)
{
	(void)input;
	return answer_whole(call, WHOLE("'a title'", "true"));
}

static enum problem
whole_of_nulls(struct call *call, const void *input)
{
	(void)input;
	return answer_whole(call, WHOLE("NULL::text", "false"));
}

static enum problem
whole_of_wrong_null(struct call *call, const void *input)
{
	(void)input;
	return answer_whole(call,
		"SELECT '00000000-0000-7000-8000-000000000001'::uuid AS id, NULL::text AS"
		" title, NULL::int8 AS amount, true AS done, NULL::timestamptz AS at,"
		" NULL::uuid AS image, '{}'::text[] AS colors, '{}'::jsonb AS links, true"
		" AS inner_public, false AS maybe, NULL::text AS maybe_handle");
}

static enum problem
whole_page(struct call *call, const void *input)
{
	STATEMENT(SQL,
	WHOLE("'t'", "false"));
	struct rows *rows = db_query_plain(call, SQL);
	const struct reply_children children = {.field = "inner.parts",
		.rows = db_query_plain(call, PARTS),
		.parent = "parent"};
	size_t count = 0;
	const struct uuid *ids;

	(void)input;
	call->limit = 2;
	ids = reply_ids(call, rows, &count);
	assert_int_equal(count, 2);
	assert_int_equal(ids[1].bytes[15], 2);
	return reply_page(call, rows, "amount",
		&(struct reply_parts){.children = &children, .child_count = 1});
}

static enum problem
part_without_row(struct call *call, const void *input)
{
	(void)input;
	return reply_fields(call,
		(const struct reply_extra[]){
			REPLY_FIELD_STRING("id", scratch_id("evt", 3)),
			REPLY_FIELD_STRING("name", "n")},
		2);
}

static enum problem
part_without_name(struct call *call, const void *input)
{
	(void)input;
	return reply_fields(call,
		(const struct reply_extra[]){
			REPLY_FIELD_STRING("id", scratch_id("evt", 3)),
			REPLY_FIELD_STRING("name", NULL)},
		2);
}

static enum problem
part_with_other_name(struct call *call, const void *input)
{
	const struct reply_extra extra = REPLY_FIELD_STRING("name", "mine");

	(void)input;
	return reply_row(call,
		db_query_plain(call,
			STATEMENT_HERE(
				"SELECT '00000000-0000-7000-8000-000000000001'::uuid AS"
				" id, 'theirs' AS name")),
		0, &(struct reply_parts){.extras = &extra, .extra_count = 1});
}

static enum problem
part_without_column(struct call *call, const void *input)
{
	(void)input;
	return reply_row(call,
		db_query_plain(call,
			STATEMENT_HERE(
				"SELECT '00000000-0000-7000-8000-000000000001'::uuid AS"
				" id")),
		0, NULL);
}

static enum problem
part_after_failure(struct call *call, const void *input)
{
	(void)input;
	return reply_row(
		call, db_query_plain(call, STATEMENT_HERE("SELECT 1 / 0")), 0, NULL);
}

static const struct op whole_op = {.name = "whole",
	.service = SERVICE_CONTENT,
	.guard = GUARD_MEMBER,
	.output = &whole_record,
	.tx = TX_READ};
static const struct op page_op = {.name = "wholes",
	.service = SERVICE_CONTENT,
	.guard = GUARD_MEMBER,
	.output = &whole_record,
	.shape = SHAPE_PAGE,
	.tx = TX_READ};
static const struct op part_op = {.name = "part",
	.service = SERVICE_CONTENT,
	.guard = GUARD_MEMBER,
	.output = &part_record,
	.tx = TX_READ};

static struct scratch_answer
answer_of(const struct op *op, op_handler *handler)
{
	struct principal nobody = scratch_anonymous();

	return scratch_call(&(struct op_entry){op, handler}, &nobody, NULL);
}

TEST(writes_every_kind_of_field)
{
	struct scratch_answer answer = answer_of(&whole_op, whole_get);
	const char *media = arena_printf(scratch_arena(), "%s/media/%s.webp",
		config()->base_url.data, scratch_id("img", 5));

	assert_done(answer);
	assert_string_equal(answer.text,
		arena_printf(scratch_arena(),
			"{\"id\":\"%s\",\"title\":\"a title\",\"amount\":7,\"done\":true,"
			"\"at\":\"2026-11-21T09:36:00.000Z\",\"image\":\"%s\","
			"\"colors\":[\"red\",\"blue\"],\"links\":{\"web\":\"https://example.org/\"},"
			"\"inner\":{\"public\":false,\"parts\":[{\"id\":\"%s\","
			"\"name\":\"b\"},{\"id\":\"%s\",\"name\":\"a\"}]},\"maybe\":{"
			"\"handle\":\"h\"}}",
			scratch_id("post", 1), media, scratch_id("evt", 0x13),
			scratch_id("evt", 0x12)));
}

TEST(writes_null_where_the_record_allows_it)
{
	scratch_expect(
		answer_of(&whole_op, whole_of_nulls), "{'title': null, 'maybe': null}");
}

TEST(answers_an_internal_error_for_a_null_that_must_not_be)
{
	struct scratch_answer answer = answer_of(&whole_op, whole_of_wrong_null);

	assert_problem(answer, PROBLEM_INTERNAL_ERROR);
	assert_int_equal(answer.call->reply.size, 0);
	assert_string_equal(answer.cause, "NULL in amount");
}

TEST(gives_each_record_of_a_page_its_own_children)
{
	scratch_expect(answer_of(&page_op, whole_page),
		"{'items.length': 2, 'items.0.inner.parts.length': 2,"
		" 'items.1.inner.parts.length': 1,"
		" 'items.1.inner.parts.0.name': 'second', 'nextCursor': null}");
}

TEST(answers_without_a_row)
{
	scratch_expect(answer_of(&part_op, part_without_row), "{'name': 'n'}");
	assert_problem(answer_of(&part_op, part_without_name), PROBLEM_INTERNAL_ERROR);
}

TEST(prefers_the_handlers_value_to_a_column)
{
	scratch_expect(answer_of(&part_op, part_with_other_name), "{'name': 'mine'}");
}

TEST(writes_nothing_after_a_failed_statement)
{
	struct scratch_answer answer = answer_of(&part_op, part_after_failure);

	assert_problem(answer, PROBLEM_INTERNAL_ERROR);
	assert_non_null(strstr(answer.cause, "22012"));
}

TEST(ends_the_process_when_a_column_is_missing)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		struct call call = {.op = &part_op, .arena = scratch_arena()};

		signal(SIGABRT, SIG_DFL);
		close(STDERR_FILENO);
		alarm(20);
		call.db = db_new(scratch_url(), NULL);
		run_call(&call, part_without_column, NULL, 0);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void
open_database(void)
{
	scratch_open(NULL);
}

const struct test_scene test_scene = {.open = open_database};
