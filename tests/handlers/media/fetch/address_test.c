/*
 * address_test.c - public addresses, compared with a separately written list: IANA's
 * registries of special-purpose addresses, as blocks in text.
 */
#include "services/media/fetch/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/field.h"
#include "tests/support/test.h"

static const char *const special_ipv4[] = {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10",
	"127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"};

/* Blocks in 2000::/3; every address outside of it is special. */
static const char *const special_ipv6[] = {
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

/* An address of Azure that only its virtual machines reach: 168.63.129.16. */
#define AZURE_PLATFORM 0xa83f8110U

/* Reads the first address of a block as 16 or four bytes; returns the length of its
 * prefix. */
static int
read_block(const char *text, int family, uint8_t *address)
{
	char copy[64];
	char *slash;

	strncpy(copy, text, sizeof(copy) - 1);
	copy[sizeof(copy) - 1] = '\0';
	slash = strchr(copy, '/');
	assert_non_null(slash);
	*slash = '\0';
	assert_int_equal(inet_pton(family, copy, address), 1);
	return atoi(slash + 1);
}

/* A byte for each /24 block, 1 = special; no registered block is smaller. */
static uint8_t *
special_blocks(void)
{
	uint8_t *special = calloc(1 << 24, 1);

	assert_non_null(special);
	for (size_t i = 0; i < COUNT_OF(special_ipv4); i++) {
		uint8_t bytes[4];
		int bits = read_block(special_ipv4[i], AF_INET, bytes);

		uint32_t first =
			(uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

		memset(special + first, 1, (size_t)1 << (24 - bits));
	}
	return special;
}

TEST(knows_every_block_of_ipv4)
{
	/* All 2^32 addresses take a minute. The last byte of an address never matters. */
	const uint32_t step = getenv("KITH_TEST_ALL_ADDRESSES") != NULL ? 1 : 51;
	uint8_t *special = special_blocks();

	for (uint32_t block = 0; block < 1 << 24; block++) {
		for (uint32_t last = 0; last < 256; last += step) {
			struct in_addr address = {htonl(block << 8 | last)};

			if (block << 8 == (AZURE_PLATFORM & ~0xffU) &&
				last == (AZURE_PLATFORM & 0xff))
				continue;
			if (address_is_public_ipv4(address) == (special[block] != 0))
				fail_msg("%s", inet_ntoa(address));
		}
	}
	free(special);
}

/* The metadata services of clouds. All but one are in special blocks. */
TEST(knows_the_metadata_services_of_clouds)
{
	static const char *const four[] = {"168.63.129.16", "169.254.169.254",
		"169.254.170.2", "169.254.0.23", "100.100.100.200", "192.0.0.192"};
	static const char *const six[] = {
		"fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "fd00:c1::a9fe:a9fe"};
	struct in_addr neighbour = {htonl(AZURE_PLATFORM + 1)};

	for (size_t i = 0; i < COUNT_OF(four); i++) {
		struct in_addr address;

		assert_int_equal(inet_pton(AF_INET, four[i], &address), 1);
		assert_false(address_is_public_ipv4(address));
	}
	for (size_t i = 0; i < COUNT_OF(six); i++) {
		struct in6_addr address;

		assert_int_equal(inet_pton(AF_INET6, six[i], &address), 1);
		assert_false(address_is_public_ipv6(&address));
	}
	assert_true(address_is_public_ipv4(neighbour));
	neighbour.s_addr = htonl(AZURE_PLATFORM - 1);
	assert_true(address_is_public_ipv4(neighbour));
}

/* Adds one to an address, or subtracts it. */
static void
move(uint8_t address[16], int by)
{
	for (int i = 15; i >= 0; i--) {
		address[i] = (uint8_t)(address[i] + by);
		if (address[i] != (by > 0 ? 0 : 255))
			break;
	}
}

static bool
is_in(const uint8_t address[16], const char *block)
{
	uint8_t first[16];
	int bits = read_block(block, AF_INET6, first);

	for (int i = 0; i < bits; i++) {
		int mask = 0x80 >> (i % 8);

		if ((address[i / 8] & mask) != (first[i / 8] & mask))
			return false;
	}
	return true;
}

static bool
is_special(const uint8_t address[16])
{
	for (size_t i = 0; i < COUNT_OF(special_ipv6); i++) {
		if (is_in(address, special_ipv6[i]))
			return true;
	}
	return !is_in(address, "2000::/3");
}

static void
check(const uint8_t address[16])
{
	struct in6_addr six;
	char text[INET6_ADDRSTRLEN];

	memcpy(six.s6_addr, address, 16);
	if (address_is_public_ipv6(&six) == is_special(address))
		fail_msg("%s", inet_ntop(AF_INET6, address, text, sizeof(text)));
}

/* Tests both ends of every block and their neighbours. */
TEST(knows_every_edge_of_ipv6)
{
	static const char *const blocks[] = {"::/128", "::1/128", "::ffff:0:0/96",
		"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2000::/3", "2001::/23",
		"2001::/32", "2001:1::1/128", "2001:2::/48", "2001:3::/32",
		"2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28",
		"2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
		"5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"};

	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		uint8_t first[16], last[16];
		int bits = read_block(blocks[i], AF_INET6, first);

		memcpy(last, first, 16);
		for (int bit = bits; bit < 128; bit++)
			last[bit / 8] |= (uint8_t)(0x80 >> (bit % 8));
		check(first);
		check(last);
		move(first, -1);
		check(first);
		move(last, 1);
		check(last);
	}
}

TEST(takes_no_ipv4_address_in_clothes_of_ipv6)
{
	static const char *const prefixes[] = {
		"::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "fe80::",
		"2002:0808:0808::", "2001::", "2606:4700::5efe:", "2606:4700::200:5efe:"};

	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		char text[64];
		struct in6_addr six;

		snprintf(text, sizeof(text), "%s8.8.8.8", prefixes[i]);
		assert_int_equal(inet_pton(AF_INET6, text, &six), 1);
		assert_false(address_is_public_ipv6(&six));
	}
}

TEST(knows_no_other_family_and_no_scope)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	struct sockaddr local = {.sa_family = AF_UNIX};

	assert_int_equal(inet_pton(AF_INET6, "2606:4700::1", &six.sin6_addr), 1);
	assert_true(address_is_public((const struct sockaddr *)&six));
	six.sin6_scope_id = 2;
	assert_false(address_is_public((const struct sockaddr *)&six));
	assert_false(address_is_public(&local));
}
