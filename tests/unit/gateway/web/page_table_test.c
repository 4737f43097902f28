/*
 * page_table_test.c - pages match the contract: each action is an operation that REST
 * serves too, its fields are those of the operation, and no required field is missing.
 */
#include <string.h>

#include "gateway/web/inside.h"
#include "proto/identity/approvals.h"
#include "proto/identity/identity.h"
#include "proto/identity/members.h"
#include "proto/identity/oauth.h"
#include "proto/media/social.h"
#include "tests/support/test.h"

/* For browsers only are consent, which a program may not give, the return from the social
 * provider, and the check of a mail's link before its page shows a form. */
static bool
is_for_browsers(const struct op *op)
{
	return op == &op_consent_get || op == &op_consent_decide ||
		op == &op_social_link_finish || op == &op_mail_link_get ||
		op == &op_me_approval_approve || op == &op_me_approval_decline;
}

/* Whether REST serves the operation under the same guard. */
static bool
is_served(const struct op *op)
{
	return op_index(op) < op_count && op->path != NULL && op->path[0] == '/' &&
		op->guard != GUARD_INTERNAL;
}

/* Whether a path has {name}. */
static bool
captures(const char *path, const char *name)
{
	const size_t size = strlen(name);

	while ((path = strchr(path, '{')) != NULL) {
		path++;
		if (strncmp(path, name, size) == 0 && path[size] == '}')
			return true;
	}
	return false;
}

/* Whether "a=b&c=d" sets the name. */
static bool
fixes(const char *also, const char *name)
{
	const size_t size = strlen(name);

	for (; also != NULL && *also != '\0'; also += strcspn(also, "&") + 1) {
		if (strncmp(also, name, size) == 0 && also[size] == '=')
			return true;
		if (also[strcspn(also, "&")] == '\0')
			return false;
	}
	return false;
}

static bool
has_control(const struct form *form, const char *name)
{
	for (size_t i = 0; i < form->control_count; i++) {
		if (strcmp(form->controls[i].name, name) == 0)
			return true;
	}
	return false;
}

TEST(reads_nothing_but_what_rest_answers_to_a_get)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_READS_MAX; j++) {
			const struct op *op = pages[i]->reads[j].op;

			if (op == NULL)
				break;
			if (is_for_browsers(op))
				continue;
			/* The search is a tool, and REST has a list for each type. */
			if (op == &op_network_search) {
				assert_true(op_only_reads(op));
				continue;
			}
			assert_true(is_served(op));
			assert_int_equal(op->method, METHOD_GET);
		}
	}
}

TEST(does_nothing_but_operations_that_rest_serves)
{
	size_t count = 0;

	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			const struct form *form = pages[i]->forms[j];

			if (form == NULL || is_for_browsers(form->op))
				continue;
			assert_true(is_served(form->op));
			assert_int_not_equal(form->op->method, METHOD_GET);
			assert_non_null(form->button);
			count++;
		}
	}
	assert_true(count > 30);
}

/* The posted fields and those of the path and the table are fields of the operation, each
 * once. */
static void
check_fields(const struct form *form)
{
	for (size_t i = 0; i < form->control_count; i++) {
		const char *name = form->controls[i].name;
		const struct field *field = input_field(form->op->input, name);

		/* The file is the body of REST. */
		if (form->controls[i].kind == CONTROL_FILE) {
			assert_int_equal(form->op->image.source, IMAGE_BODY);
			assert_string_equal(name, "file");
			continue;
		}
		assert_non_null(field);
		assert_int_not_equal(field->type, FIELD_OBJECT);
		assert_false(captures(form->path, name));
		assert_false(fixes(form->also, name));
		assert_true(form->controls[i].kind == CONTROL_HIDDEN ||
			form->controls[i].label != NULL);
	}
}

TEST(has_fields_of_its_operation_alone)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			if (pages[i]->forms[j] != NULL)
				check_fields(pages[i]->forms[j]);
		}
	}
}

/* Whether a control or the fixed input fills in a part of an object:
 * "publishTo.public" of "publishTo". */
static bool
has_part(const struct form *form, const struct field *field)
{
	const size_t size = strlen(field->name);

	if (field->type == FIELD_OBJECT && form->also != NULL &&
		strncmp(form->also, field->name, size) == 0 && form->also[size] == '.')
		return true;

	for (size_t i = 0; i < form->control_count; i++) {
		const char *name = form->controls[i].name;

		if (field->type == FIELD_OBJECT &&
			strncmp(name, field->name, size) == 0 && name[size] == '.')
			return true;
	}
	return false;
}

/* The consent page adds its fields itself. */
static bool
has_all(const struct form *form)
{
	const struct record *input = form->op->input;

	if (form->op == &op_consent_decide)
		return true;
	for (size_t i = 0; input != NULL && i < input->count; i++) {
		const struct field *field = &input->fields[i];

		if (field->required && !has_control(form, field->name) &&
			!has_part(form, field) && !captures(form->path, field->name) &&
			!fixes(form->also, field->name))
			return false;
	}
	return true;
}

TEST(asks_for_everything_that_its_operation_needs)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			if (pages[i]->forms[j] != NULL)
				assert_true(has_all(pages[i]->forms[j]));
		}
	}
}

TEST(has_one_page_for_a_path_and_one_form_for_a_post)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(pages[i]->path, pages[j]->path);
	}
	for (size_t i = 0; i < page_count * PAGE_FORMS_MAX; i++) {
		const struct form *form =
			pages[i / PAGE_FORMS_MAX]->forms[i % PAGE_FORMS_MAX];

		for (size_t j = 0; form != NULL && j < i; j++) {
			const struct form *other =
				pages[j / PAGE_FORMS_MAX]->forms[j % PAGE_FORMS_MAX];

			if (other != NULL)
				assert_string_not_equal(form->path, other->path);
		}
	}
}

/* Forms of one operation do not say the same: to join is not to ask to join. */
TEST(finds_each_form_by_its_name)
{
	struct arena *arena = arena_new(4096);
	size_t numbered = 0;

	for (size_t i = 0; i < page_count * PAGE_FORMS_MAX; i++) {
		const struct form *form =
			pages[i / PAGE_FORMS_MAX]->forms[i % PAGE_FORMS_MAX];
		const char *name = form != NULL ? page_form_name(arena, form) : NULL;

		if (name == NULL)
			continue;
		assert_ptr_equal(page_form_of(name), form);
		numbered += strchr(name, '.') != NULL;
	}
	assert_true(numbered > 0);
	assert_null(page_form_of("org_join.99"));
	assert_null(page_form_of("org_join.0"));
	assert_null(page_form_of("nothing"));
	assert_null(page_form_of(""));
	arena_free(arena);
}

/* A menu links to pages without parameters, and every page has a title. */
TEST(leads_to_pages_that_have_a_title_and_need_no_name)
{
	for (size_t i = 0; i < page_count; i++) {
		assert_non_null(pages[i]->title);
		assert_non_null(pages[i]->write);
		if (pages[i]->menu != NULL)
			assert_null(strchr(pages[i]->path, '{'));
	}
}

/* The most bytes of a typed value. A code point of four bytes needs twelve as %XX, and a
 * line end between the items of a list six. */
static size_t
value_bytes_max(const struct field *field)
{
	const size_t most = field->max > 0 ? (size_t)field->max : FIELD_MAX;

	if (field->type == FIELD_LIST)
		return most * (value_bytes_max(field->element) + strlen(field->name) + 2);
	if (field->type == FIELD_MAP)
		return most * (value_bytes_max(field->element) + (size_t)12 * 80);
	return field->type == FIELD_TEXT ? 12 * most : 100;
}

static size_t
form_bytes_max(const struct form *form)
{
	size_t bytes = 1024; /* csrf, once and next */

	for (size_t i = 0; i < form->control_count; i++) {
		const struct control *control = &form->controls[i];
		const struct field *field = input_field(form->op->input, control->name);

		bytes += strlen(control->name) + 2;
		if (field != NULL)
			bytes += value_bytes_max(field);
	}
	return bytes;
}

TEST(reads_all_that_the_fields_of_a_form_can_hold)
{
	for (size_t i = 0; i < page_count; i++) {
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			const struct form *form = pages[i]->forms[j];

			if (form == NULL)
				continue;
			if (form_bytes_max(form) > MEMBER_FORM_BYTES_MAX)
				fail_msg("%s is too long", form->path);
		}
	}
}
