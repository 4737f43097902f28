/* The limit on new clients, and which client gives way. */
#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
register_from(const char *address, const char *uri)
{
	struct principal nobody = scratch_anonymous();

	nobody.address = arena_text(scratch_arena(), address);
	return scratch_call(&ENTRY(client_register), &nobody,
		oauth_json(JSON({"name": "App", "redirectUris": ["%s"]}), uri));
}

static const char *
client_of(const char *address, const char *uri)
{
	const struct scratch_answer answer = register_from(address, uri);

	assert_done(answer);
	return scratch_string(&answer, "clientId");
}

/* Adds clients that registered from an address within the hour. */
static void
have_registered(int count, const char *address)
{
	scratch_sql(
		"INSERT INTO oauth_clients (id, kind, name, redirect_uris, auth_method,"
		" refreshes, metadata_hash, network) SELECT gen_random_uuid(),"
		" 'registered', 'x', '{http://127.0.0.1/}', 'none', false,"
		" sha256((n || '%s')::bytea), '%s' FROM generate_series(1, %d) AS n",
		address, address, count);
}

static const char *
clients_of(const char *network)
{
	return scratch_value(
		"SELECT count(*) FROM oauth_clients WHERE network = '%s'", network);
}

TEST(counts_new_clients_over_the_whole_instance)
{
	have_registered(299, "192.0.2.0/24");
	assert_done(register_from("192.0.2.3", LOOPBACK));
	assert_problem(register_from("192.0.2.3", WEB), PROBLEM_RATE_LIMITED);
	assert_problem(register_from("", WEB), PROBLEM_RATE_LIMITED);
	/* A known client does not count towards the limit. */
	assert_done(register_from("192.0.2.3", LOOPBACK));
	scratch_sql(
		"UPDATE oauth_clients SET created_at = now() - interval '61 minutes'");
	assert_done(register_from("192.0.2.1", WEB));
}

/* Networks that flood must not use up the registrations of everybody. */
TEST(replaces_clients_of_the_network_that_has_registered_the_most)
{
	have_registered(20, "192.0.2.0/24");
	for (int i = 0; i < 28; i++)
		have_registered(10, scratch_printf("198.51.%d.0/24", i));
	assert_problem(
		register_from("192.0.2.1", "http://127.0.0.1/a"), PROBLEM_RATE_LIMITED);
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/b"));
	/* The owner of a network has all of its addresses. */
	assert_done(register_from("2001:db8::1", "http://127.0.0.1/c"));
	assert_done(register_from("2001:db8:0:ffff::1", "http://127.0.0.1/d"));
	assert_string_equal(clients_of("192.0.2.0/24"), "17");
	assert_string_equal(clients_of("203.0.113.0/24"), "1");
	assert_string_equal(clients_of("2001:db8::/48"), "2");
	people_expect_rows(300, "oauth_clients");
}

/* Known attack: a stranger registers the metadata of a known app first, and a second one
 * has it replaced while others sign in with it. */
TEST(networks_share_a_client_after_its_first_hour)
{
	const char *strangers, *own, *later;

	have_registered(298, "192.0.2.0/24");
	strangers = client_of("192.0.2.1", LOOPBACK);
	assert_string_equal(client_of("192.0.2.9", LOOPBACK), strangers);
	own = client_of("203.0.113.1", LOOPBACK);
	assert_string_not_equal(own, strangers);
	assert_string_equal(client_of("203.0.113.9", LOOPBACK), own);
	scratch_sql("UPDATE oauth_clients SET created_at = now() - interval '1 second'"
		    " WHERE name = 'App' AND network = '192.0.2.0/24'");
	client_of("198.51.100.1", "http://127.0.0.1/a");
	people_expect_rows(
		0, "oauth_clients WHERE name = 'App' AND network = '192.0.2.0/24'");
	assert_string_equal(clients_of("203.0.113.0/24"), "1");
	later = client_of("198.51.100.1", LOOPBACK);
	scratch_sql(
		"UPDATE oauth_clients SET created_at = now() - interval '61 minutes'");
	assert_string_equal(client_of("192.0.2.1", LOOPBACK), later);
	assert_string_equal(client_of("203.0.113.1", LOOPBACK), later);
}

/* Grants of the clients from place `first` to `last`, oldest first; `columns` and
 * `values` are those of a grant beside the common ones. */
static void
have_granted(
	unsigned member, int first, int last, const char *columns, const char *values)
{
	scratch_sql("INSERT INTO oauth_grants (id, client_id, member_id, redirect_host,"
		    " scopes, audience, expires_at%s) SELECT gen_random_uuid(), id, '%s',"
		    " '127.0.0.1', 1, 'x', now() + interval '1 day'%s FROM (SELECT id,"
		    " row_number() OVER (ORDER BY created_at, id) AS place"
		    " FROM oauth_clients) AS c WHERE place BETWEEN %d AND %d",
		columns, scratch_uuid_text(member), values, first, last);
}

TEST(replaces_no_client_that_is_used)
{
	have_registered(300, "192.0.2.0/24");
	people_add_all(30);
	for (unsigned i = 0; i < 30; i++)
		have_granted(i + 1, 2 + 10 * (int)i, 11 + 10 * (int)i, ", redeemed_at",
			", now()");
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/a"));
	assert_problem(register_from("198.51.100.1", "http://127.0.0.1/b"),
		PROBLEM_RATE_LIMITED);
	assert_string_equal(clients_of("192.0.2.0/24"), "299");
}

/* Nobody uses an app whose grant has ended, or that has not redeemed its code. */
TEST(replaces_clients_whose_grants_do_not_work)
{
	have_registered(300, "192.0.2.0/24");
	people_add(1);
	have_granted(1, 1, 100, "", "");
	have_granted(1, 101, 200, ", redeemed_at, revoked_at", ", now(), now()");
	have_granted(1, 201, 300, ", redeemed_at", ", now()");
	scratch_sql("UPDATE oauth_grants SET expires_at = now()"
		    " WHERE redeemed_at IS NOT NULL AND revoked_at IS NULL");
	for (int i = 0; i < 100; i++)
		assert_done(register_from(scratch_printf("198.51.%d.1", i),
			scratch_printf("http://127.0.0.1/%d", i)));
	assert_string_equal(clients_of("192.0.2.0/24"), "200");
	people_expect_rows(200, "oauth_grants");
}

/* Member 1 floods with the apps of a network in which member 2 has connected one. */
TEST(one_member_protects_few_clients)
{
	const char *kept;

	have_registered(300, "192.0.2.0/24");
	people_add_all(2);
	have_granted(2, 1, 1, ", redeemed_at", ", now()");
	kept = scratch_value("SELECT client_id FROM oauth_grants");
	have_granted(1, 2, 300, ", redeemed_at", ", now()");
	for (int i = 0; i < 140; i++)
		assert_done(register_from(scratch_printf("198.51.%d.1", i),
			scratch_printf("http://127.0.0.1/%d", i)));
	assert_string_equal(clients_of("192.0.2.0/24"), "160");
	people_expect_rows(1, "oauth_clients WHERE id = '%s'", kept);
}

/* Requests of a member, which any page can start in the member's browser, do not take the
 * protection from the member's apps. */
TEST(a_request_protects_less_than_a_grant)
{
	have_registered(300, "192.0.2.0/24");
	people_add_all(31);
	have_granted(1, 1, 5, ", redeemed_at", ", now()");
	for (unsigned i = 0; i < 28; i++)
		have_granted(i + 4, 21 + 10 * (int)i, 30 + 10 * (int)i, ", redeemed_at",
			", now()");
	scratch_sql("INSERT INTO oauth_transactions (place, hash, client_id,"
		    " redirect_uri, code_challenge, scopes, audience, member_id,"
		    " expires_at) SELECT place, sha256(id::text::bytea), id,"
		    " 'http://127.0.0.1/', '" CHALLENGE "', 1, 'x', '%s',"
		    " now() + interval '1 hour' FROM (SELECT id,"
		    " row_number() OVER (ORDER BY created_at, id) AS place"
		    " FROM oauth_clients) AS c WHERE place BETWEEN 6 AND 20",
		scratch_uuid_text(1));
	for (int i = 0; i < 10; i++)
		assert_done(register_from(scratch_printf("198.51.%d.1", i),
			scratch_printf("http://127.0.0.1/%d", i)));
	assert_problem(register_from("198.51.100.1", "http://127.0.0.1/x"),
		PROBLEM_RATE_LIMITED);
	people_expect_rows(285, "oauth_grants");
	people_expect_rows(5, "oauth_transactions");
}

/* Known attack: 300 networks registered one app each, and closed the registration for an
 * hour. An app has a minute for somebody to use it. */
TEST(replaces_an_unused_client_of_a_network_with_as_many_after_a_minute)
{
	for (int i = 0; i < 300; i++)
		have_registered(1, scratch_printf("198.%d.%d.0/24", i / 250, i % 250));
	assert_problem(
		register_from("203.0.113.1", "http://127.0.0.1/a"), PROBLEM_RATE_LIMITED);
	scratch_sql("UPDATE oauth_clients SET created_at = now() - interval '61 seconds'"
		    " WHERE network = '198.0.0.0/24'");
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/a"));
	assert_string_equal(clients_of("198.0.0.0/24"), "0");
	assert_problem(
		register_from("203.0.113.1", "http://127.0.0.1/b"), PROBLEM_RATE_LIMITED);
	/* An office or an assistant's provider has more apps than one. */
	scratch_sql("UPDATE oauth_clients SET created_at = now() - interval '61 seconds'"
		    " WHERE network = '203.0.113.0/24'");
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/b"));
	assert_string_equal(clients_of("203.0.113.0/24"), "1");
	assert_problem(
		register_from("203.0.113.1", "http://127.0.0.1/c"), PROBLEM_RATE_LIMITED);
}

/* A hosted assistant registers an app for each of its people. */
TEST(apps_in_use_do_not_count_against_their_network)
{
	have_registered(5, "203.0.113.0/24");
	people_add(1);
	have_granted(1, 1, 5, ", redeemed_at", ", now()");
	for (int i = 0; i < 148; i++)
		have_registered(2, scratch_printf("198.51.%d.0/24", i));
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/a"));
	assert_problem(
		register_from("203.0.113.1", "http://127.0.0.1/b"), PROBLEM_RATE_LIMITED);
	scratch_sql("UPDATE oauth_clients SET created_at = now() - interval '61 seconds'"
		    " WHERE network = '198.51.0.0/24'");
	assert_done(register_from("203.0.113.1", "http://127.0.0.1/b"));
	assert_string_equal(clients_of("203.0.113.0/24"), "7");
}

/* Known attack: 400 networks register again and again, one app each at a time, faster
 * than apps become a minute old. */
TEST(apps_that_gave_way_count_for_their_network)
{
	for (int i = 0; i < 300; i++)
		have_registered(1, scratch_printf("198.%d.%d.0/24", i / 250, i % 250));
	scratch_sql("INSERT INTO attempts (kind, subject, count) SELECT 'register',"
		    " 'network ' || network, 1 FROM oauth_clients");
	assert_problem(
		register_from("203.0.113.1", "http://127.0.0.1/a"), PROBLEM_RATE_LIMITED);
	scratch_sql(
		"UPDATE attempts SET count = 2 WHERE subject LIKE 'network 198.0.%%'");
	for (int i = 0; i < 2; i++)
		assert_done(register_from(scratch_printf("203.0.%d.1", i),
			scratch_printf("http://127.0.0.1/%d", i)));
	people_expect_rows(2, "oauth_clients WHERE network LIKE '203.0.%%'");
	people_expect_rows(248, "oauth_clients WHERE network LIKE '198.0.%%'");
	people_expect_rows(
		2, "attempts WHERE subject LIKE 'network 203.0.%%' AND count = 1");
	/* Later, all networks are alike again. */
	scratch_sql("UPDATE attempts SET started_at = now() - interval '61 minutes'");
	assert_problem(
		register_from("203.0.0.1", "http://127.0.0.1/c"), PROBLEM_RATE_LIMITED);
}
