/* Client addresses: normal form, proxies, and connections per address. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "gateway/http/address.h"
#include "gateway/http/peers.h"
#include "tests/support/test.h"

static struct in6_addr
address(const char *text)
{
	struct in6_addr out;

	assert_true(network_parse_address(text, strlen(text), &out));
	return out;
}

static void
assert_text(const struct in6_addr *of, const char *expected)
{
	struct arena *arena = arena_new(1024);

	assert_string_equal(http_address_text(arena, of).data, expected);
	arena_free(arena);
}

/* Expects this client for a peer, behind the proxies 10.0.0.0/8 and 2001:db8::1. */
static void
assert_forwarded_by(bool pairs, const char *peer, const char *line, const char *expected)
{
	const struct http_forwarded forwarded = {&line, line != NULL ? 1 : 0, pairs};
	struct http_proxies proxies;
	const struct in6_addr from = address(peer);
	struct in6_addr client;

	assert_true(http_address_parse_proxies("10.0.0.0/8,2001:db8::1", &proxies));
	client = http_address_forwarded(&proxies, &from, &forwarded);
	assert_text(&client, expected);
	free(proxies.networks);
}

static void
assert_forwarded(const char *peer, const char *line, const char *expected)
{
	assert_forwarded_by(false, peer, line, expected);
}

TEST(writes_every_address_in_one_form)
{
	static const char *const forms[][2] = {{"192.0.2.7", "192.0.2.7"},
		{"::ffff:192.0.2.7", "192.0.2.7"}, {"::FFFF:C000:0207", "192.0.2.7"},
		{"2001:DB8:0:0::7", "2001:db8::7"}, {"::1", "::1"}};
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		const struct in6_addr parsed = address(forms[i][0]);

		assert_text(&parsed, forms[i][1]);
	}
}

TEST(reads_the_peer_of_a_socket)
{
	struct sockaddr_storage storage = {0};
	struct sockaddr_in in4 = {.sin_family = AF_INET};
	struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
	struct in6_addr first;
	struct in6_addr second;

	inet_pton(AF_INET, "192.0.2.7", &in4.sin_addr);
	memcpy(&storage, &in4, sizeof(in4));
	first = http_address_of((const void *)&storage);
	assert_text(&first, "192.0.2.7");
	inet_pton(AF_INET6, "::ffff:192.0.2.7", &in6.sin6_addr);
	memcpy(&storage, &in6, sizeof(in6));
	second = http_address_of((const void *)&storage);
	assert_memory_equal(&first, &second, sizeof(first));
}

TEST(refuses_what_is_no_address)
{
	static const char *const wrong[] = {"", "1.2.3", "1.2.3.4:80", "[::1]",
		"01.2.3.4", "0x7f.1", "1.2.3.4 ", "::1%lo", "unknown", "1.2.3.256",
		"2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff:0000:1111"};
	struct in6_addr out;
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_false(network_parse_address(wrong[i], strlen(wrong[i]), &out));
}

TEST(believes_only_what_a_proxy_wrote)
{
	assert_forwarded("10.9.9.9", "192.0.2.7", "192.0.2.7");
	assert_forwarded("::ffff:10.9.9.9", "192.0.2.7", "192.0.2.7");
	assert_forwarded("10.9.9.9", "6.6.6.6, 192.0.2.7", "192.0.2.7");
	assert_forwarded(
		"10.9.9.9", "6.6.6.6,192.0.2.7 ,\t10.1.1.1, 2001:db8::1", "192.0.2.7");
	assert_forwarded("2001:db8::1", "2001:db8::2", "2001:db8::2");
	assert_forwarded("11.0.0.1", "192.0.2.7", "11.0.0.1");
	assert_forwarded("2001:db8::3", "192.0.2.7", "2001:db8::3");
	assert_forwarded("10.9.9.9", "10.1.1.1, 10.2.2.2", "10.1.1.1");
	assert_forwarded("10.9.9.9", NULL, "10.9.9.9");
}

TEST(falls_back_to_the_peer_when_a_line_is_garbage)
{
	static const char *const lines[] = {"", ",", "unknown", "192.0.2.7, \"x\"",
		"192.0.2.7, 10.1.1.1, nonsense", "192.0.2.7 10.1.1.1",
		"192.0.2.7:", "192.0.2.7: 80", "[192.0.2.7]:80", "[2001:db8::7",
		"2001:db8::7]", "[2001:db8::7]80", "[2001:db8::7]:", "\"192.0.2.7", "\"",
		"[]", "[]:80"};
	static const char *const pairs[] = {"", "192.0.2.7", "for=unknown", "for=_hidden",
		"proto=https", "for=", "for=\"\"", "for=192.0.2.7, proto=https"};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		assert_forwarded("10.9.9.9", lines[i], "10.9.9.9");
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		assert_forwarded_by(true, "10.9.9.9", pairs[i], "10.9.9.9");
}

TEST(reads_ports_brackets_and_quotes)
{
	static const char *const lines[][2] = {{"203.0.113.9:51234", "203.0.113.9"},
		{"6.6.6.6, 203.0.113.9:51234, 10.1.1.1:80", "203.0.113.9"},
		{"[2001:db8::7]:443", "2001:db8::7"}, {"[2001:db8::7]", "2001:db8::7"},
		{"\"[2001:db8::7]:443\"", "2001:db8::7"},
		{"\"203.0.113.9\"", "203.0.113.9"}, {"203.0.113.9,", "203.0.113.9"},
		{", ,203.0.113.9,\t, 10.1.1.1, ", "203.0.113.9"},
		{"2001:db8::7:80", "2001:db8::7:80"}};
	static const char *const pairs[][2] = {{"for=203.0.113.9", "203.0.113.9"},
		{"For=\"[2001:db8::7]:4711\"", "2001:db8::7"},
		{"for=6.6.6.6, proto=https;for=\"203.0.113.9:80\" ; by=10.1.1.1",
			"203.0.113.9"},
		{"for=203.0.113.9;host=x, , for=10.1.1.1;proto=http", "203.0.113.9"},
		{"for=203.0.113.9:_port", "203.0.113.9"}};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		assert_forwarded("10.9.9.9", lines[i][0], lines[i][1]);
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		assert_forwarded_by(true, "10.9.9.9", pairs[i][0], pairs[i][1]);
	assert_forwarded_by(true, "11.0.0.1", "for=203.0.113.9", "11.0.0.1");
}

TEST(reads_networks_of_proxies)
{
	static const char *const inside[] = {
		"172.16.0.1", "172.31.255.255", "fdff::1", "::1"};
	static const char *const outside[] = {
		"172.32.0.1", "172.15.255.255", "fe00::", "::2"};
	static const char *const wrong[] = {"10.0.0.0/33", "::/129", "10.0.0.0/",
		"10.0.0.0/a", "10.0.0.0/-1", "10.0.0.1,,10.0.0.2", "proxy.example",
		"10.0.0.1,"};
	struct http_proxies proxies;

	assert_true(http_address_parse_proxies("172.16.0.0/12, fd00::/8 ,::1", &proxies));
	assert_int_equal(proxies.count, 3);
	for (size_t i = 0; i < COUNT_OF(inside); i++) {
		const struct in6_addr in = address(inside[i]), out = address(outside[i]);

		assert_true(http_address_is_proxy(&proxies, &in));
		assert_false(http_address_is_proxy(&proxies, &out));
	}
	free(proxies.networks);
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_false(http_address_parse_proxies(wrong[i], &proxies));
	assert_true(http_address_parse_proxies(NULL, &proxies));
	assert_int_equal(proxies.count, 0);
}

TEST(counts_ipv4_by_address_and_ipv6_by_network)
{
	struct http_peers *peers = http_peers_new(10);
	const struct in6_addr one = address("192.0.2.1"),
			      mapped = address("::ffff:192.0.2.1");
	const struct in6_addr two = address("192.0.2.2");
	const struct in6_addr near = address("2001:db8:1:2::1"),
			      nearer = address("2001:db8:1:2:ffff::"),
			      far = address("2001:db8:1:3::1");

	http_peers_add(peers, &one);
	http_peers_add(peers, &mapped);
	http_peers_add(peers, &near);
	assert_int_equal(http_peers_count(peers, &one), 2);
	assert_int_equal(http_peers_count(peers, &two), 0);
	assert_int_equal(http_peers_count(peers, &nearer), 1);
	assert_int_equal(http_peers_count(peers, &far), 0);
	http_peers_remove(peers, &mapped);
	http_peers_remove(peers, &nearer);
	assert_int_equal(http_peers_count(peers, &one), 1);
	assert_int_equal(http_peers_count(peers, &near), 0);
	http_peers_remove(peers, &near);
	assert_int_equal(http_peers_count(peers, &near), 0);
	http_peers_free(peers);
}

TEST(counts_many_addresses_at_once)
{
	struct http_peers *peers = http_peers_new(10);
	struct in6_addr each = address("192.0.0.0");

	for (int i = 0; i < 3000; i++) {
		each.s6_addr[14] = (uint8_t)(i >> 8);
		each.s6_addr[15] = (uint8_t)i;
		http_peers_add(peers, &each);
		assert_int_equal(http_peers_count(peers, &each), 1);
	}
	for (int i = 0; i < 3000; i += 2) {
		each.s6_addr[14] = (uint8_t)(i >> 8);
		each.s6_addr[15] = (uint8_t)i;
		http_peers_remove(peers, &each);
		assert_int_equal(http_peers_count(peers, &each), 0);
		each.s6_addr[15]++;
		assert_int_equal(http_peers_count(peers, &each), 1);
	}
	http_peers_free(peers);
}
