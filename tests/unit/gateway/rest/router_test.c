#include <string.h>

#include "gateway/rest/router.h"
#include "proto/content/posts.h"
#include "proto/identity/identity.h"
#include "tests/support/test.h"

/* The route of a path without escapes. */
static struct route
find(const char *path, enum method method)
{
	struct text segments[16];
	size_t count = 0;

	while (*path == '/') {
		size_t size;

		path++;
		size = strcspn(path, "/");
		segments[count++] = (struct text){GIVEN, (uint32_t)size, path};
		path += size;
	}
	return router_find(segments, count, method);
}

TEST(finds_an_operation_by_method_and_path)
{
	assert_ptr_equal(find("/v1/posts", METHOD_GET).op, &op_post_list);
	assert_ptr_equal(find("/v1/posts", METHOD_POST).op, &op_post_create);
	assert_ptr_equal(find("/v1/me", METHOD_PATCH).op, &op_me_update);
}

TEST(names_the_parameters_of_the_path)
{
	struct route route;

	route = find("/v1/posts/post_x/close", METHOD_POST);
	assert_ptr_equal(route.op, &op_post_close);
	assert_int_equal(route.parameter_count, 1);
	assert_memory_equal(route.parameters[0].name.data, "id", 2);
	assert_int_equal(route.parameters[0].name.size, 2);
	assert_memory_equal(route.parameters[0].value.data, "post_x", 6);
	assert_int_equal(route.parameters[0].value.size, 6);
}

TEST(knows_no_path_that_the_contract_does_not_list)
{
	assert_int_equal(find("/v1/nothing", METHOD_GET).allowed, 0);
	assert_int_equal(find("/v1/posts/a/b/c", METHOD_GET).allowed, 0);
	assert_int_equal(find("/v1", METHOD_GET).allowed, 0);
	assert_int_equal(find("/V1/posts", METHOD_GET).allowed, 0);
	assert_int_equal(find("/v1/post", METHOD_GET).allowed, 0);
	assert_int_equal(router_find(NULL, 0, METHOD_GET).allowed, 0);
}

TEST(tells_which_methods_a_path_takes)
{
	struct arena *arena;
	struct route route;

	arena = arena_new(256);
	route = find("/v1/posts", METHOD_DELETE);
	assert_null(route.op);
	assert_string_equal(
		router_allow(arena, route.allowed), "GET, HEAD, POST, OPTIONS");
	route = find("/v1/posts/post_x", METHOD_POST);
	assert_null(route.op);
	assert_string_equal(
		router_allow(arena, route.allowed), "GET, HEAD, PATCH, OPTIONS");
	arena_free(arena);
}

TEST(never_routes_to_an_internal_operation)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->guard == GUARD_INTERNAL)
			assert_int_equal(ops[i]->method, METHOD_NONE);
	}
}

TEST(routes_every_operation_to_itself)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->method != METHOD_NONE)
			assert_ptr_equal(find(ops[i]->path, ops[i]->method).op, ops[i]);
	}
}
