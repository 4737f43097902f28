#include "gateway/auth/auth.h"
#include "gateway/core/gateway.h"
#include "proto/content/posts.h"
#include "proto/identity/account.h"
#include "proto/identity/admin.h"
#include "proto/identity/identity.h"
#include "tests/support/test.h"

TEST(guards_in_the_order_that_the_contract_gives)
{
	static const struct {
		const struct op *op;
		enum membership membership;
		bool admin;
		unsigned scopes;
		enum problem problem;
	} cases[] = {
		{&op_session_sign_in, MEMBERSHIP_NONE, false, 0, PROBLEM_NONE},
		{&op_session_get, MEMBERSHIP_NONE, false, 0, PROBLEM_UNAUTHENTICATED},
		{&op_session_get, MEMBERSHIP_SUSPENDED, false, SCOPE_PROFILE,
			PROBLEM_NONE},
		{&op_session_get, MEMBERSHIP_PENDING, false, SCOPE_NETWORK_READ,
			PROBLEM_NONE},
		{&op_session_get, MEMBERSHIP_ACTIVE, false, SCOPE_OPENID,
			PROBLEM_INSUFFICIENT_SCOPE},
		{&op_session_sign_out, MEMBERSHIP_SUSPENDED, false, 0, PROBLEM_NONE},
		{&op_post_list, MEMBERSHIP_NONE, false, SCOPE_ALL,
			PROBLEM_UNAUTHENTICATED},
		{&op_post_list, MEMBERSHIP_PENDING, false, 0, PROBLEM_MEMBERSHIP_PENDING},
		{&op_post_list, MEMBERSHIP_SUSPENDED, true, SCOPE_ALL,
			PROBLEM_MEMBERSHIP_SUSPENDED},
		{&op_post_list, MEMBERSHIP_ACTIVE, false, SCOPE_PROFILE,
			PROBLEM_INSUFFICIENT_SCOPE},
		{&op_post_list, MEMBERSHIP_ACTIVE, false, SCOPE_NETWORK_READ,
			PROBLEM_NONE},
		{&op_me_get, MEMBERSHIP_ACTIVE, false, SCOPE_PROFILE, PROBLEM_NONE},
		{&op_post_create, MEMBERSHIP_ACTIVE, false, SCOPE_NETWORK_READ,
			PROBLEM_INSUFFICIENT_SCOPE},
		{&op_admin_member_list, MEMBERSHIP_PENDING, true, SCOPE_ALL,
			PROBLEM_MEMBERSHIP_PENDING},
		{&op_admin_member_list, MEMBERSHIP_ACTIVE, false, 0,
			PROBLEM_ADMIN_REQUIRED},
		{&op_admin_member_list, MEMBERSHIP_ACTIVE, true, SCOPE_NETWORK_WRITE,
			PROBLEM_INSUFFICIENT_SCOPE},
		{&op_admin_member_list, MEMBERSHIP_ACTIVE, true, SCOPE_ADMIN,
			PROBLEM_NONE},
		{&op_credential_resolve, MEMBERSHIP_ACTIVE, true, SCOPE_ALL,
			PROBLEM_ROUTE_NOT_FOUND},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct principal principal = {.membership = cases[i].membership,
			.admin = cases[i].admin,
			.scopes = cases[i].scopes};

		assert_int_equal(auth_guard(cases[i].op, &principal), cases[i].problem);
	}
}

/* An administrator with every scope is refused as well. */
TEST(refuses_everybody_where_no_guard_is_said)
{
	static const struct op unset = {
		.name = "unset", .method = METHOD_GET, .path = "/v1/unset"};
	const struct principal everybody[] = {
		{.membership = MEMBERSHIP_NONE},
		{.membership = MEMBERSHIP_ACTIVE, .admin = true, .scopes = SCOPE_ALL},
	};

	for (size_t i = 0; i < COUNT_OF(everybody); i++)
		assert_int_equal(
			auth_guard(&unset, &everybody[i]), PROBLEM_ROUTE_NOT_FOUND);
}

/* Missing scopes are reported first, then a credential of the wrong kind. */
TEST(asks_for_the_credential_that_an_operation_needs)
{
	static const struct {
		const struct op *op;
		enum credential_kind kind;
		bool may;
	} cases[] = {
		{&op_token_revoke, CREDENTIAL_OAUTH, true},
		{&op_token_list, CREDENTIAL_SESSION, true},
		{&op_token_list, CREDENTIAL_TOKEN, true},
		{&op_token_list, CREDENTIAL_OAUTH, false},
		{&op_token_create, CREDENTIAL_SESSION, true},
		{&op_token_create, CREDENTIAL_TOKEN, false},
		{&op_token_create, CREDENTIAL_OAUTH, false},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct principal principal = {.membership = MEMBERSHIP_PENDING,
			.scopes = SCOPE_ALL,
			.credential_kind = cases[i].kind};

		assert_int_equal(auth_guard(cases[i].op, &principal),
			cases[i].may ? PROBLEM_NONE : PROBLEM_INSUFFICIENT_SCOPE);
		principal.membership = MEMBERSHIP_NONE;
		assert_int_equal(
			auth_guard(cases[i].op, &principal), PROBLEM_UNAUTHENTICATED);
	}
}

TEST(names_the_scope_first_and_then_the_credential)
{
	struct principal token = {.credential_kind = CREDENTIAL_TOKEN};
	struct arena *arena;
	struct message_reply reply;

	arena = arena_new(256);
	reply = auth_refusal(arena, &op_token_create, &token, PROBLEM_INSUFFICIENT_SCOPE);
	assert_string_equal(reply.requires_name, "scope");
	token.scopes = SCOPE_NETWORK_WRITE;
	reply = auth_refusal(arena, &op_token_create, &token, PROBLEM_INSUFFICIENT_SCOPE);
	assert_string_equal(reply.requires_name, "credential");
	assert_string_equal(reply.requires_values[0], "session");
	assert_null(reply.requires_values[1]);
	arena_free(arena);
}

TEST(names_any_scope_that_would_do)
{
	const struct principal nobody = {.scopes = 0};
	struct arena *arena;
	struct message_reply reply;

	arena = arena_new(256);
	reply = auth_refusal(arena, &op_me_get, &nobody, PROBLEM_INSUFFICIENT_SCOPE);
	assert_string_equal(reply.requires_name, "scope");
	assert_string_equal(reply.requires_values[0], "profile");
	assert_string_equal(reply.requires_values[1], "network:read");
	assert_null(reply.requires_values[2]);
	reply = auth_refusal(arena, &op_me_get, &nobody, PROBLEM_MEMBERSHIP_PENDING);
	assert_null(reply.requires_name);
	arena_free(arena);
}
