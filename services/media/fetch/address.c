#include "services/media/fetch/address.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define IPV4(a, b, c, d) \
	((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

/* The IPv4 ranges that are not public. */
static const struct {
	uint32_t address;
	int bits;
} not_public[] = {
	{IPV4(0, 0, 0, 0), 8},        /* this network */
	{IPV4(10, 0, 0, 0), 8},       /* private */
	{IPV4(100, 64, 0, 0), 10},    /* carrier-grade NAT */
	{IPV4(127, 0, 0, 0), 8},      /* loopback */
	{IPV4(168, 63, 129, 16), 32}, /* Azure: the platform of a virtual machine */
	{IPV4(169, 254, 0, 0), 16},   /* link-local */
	{IPV4(172, 16, 0, 0), 12},    /* private */
	{IPV4(192, 0, 0, 0), 24},     /* IETF protocol assignments */
	{IPV4(192, 0, 2, 0), 24},     /* documentation */
	{IPV4(192, 88, 99, 0), 24},   /* 6to4 relays */
	{IPV4(192, 168, 0, 0), 16},   /* private */
	{IPV4(198, 18, 0, 0), 15},    /* benchmarks */
	{IPV4(198, 51, 100, 0), 24},  /* documentation */
	{IPV4(203, 0, 113, 0), 24},   /* documentation */
	{IPV4(224, 0, 0, 0), 4},      /* multicast */
	{IPV4(240, 0, 0, 0), 4},      /* reserved, and broadcast */
};

bool
address_is_public_ipv4(struct in_addr address)
{
	const uint32_t bits = ntohl(address.s_addr);

	for (size_t i = 0; i < COUNT(not_public); i++) {
		if ((bits ^ not_public[i].address) >> (32 - not_public[i].bits) == 0)
			return false;
	}
	return true;
}

static bool
begins_with(const uint8_t *address, const uint8_t *prefix, int bits)
{
	const int whole = bits / 8, rest = bits % 8;

	if (memcmp(address, prefix, (size_t)whole) != 0)
		return false;
	return rest == 0 || (address[whole] ^ prefix[whole]) >> (8 - rest) == 0;
}

/* ISATAP embeds IPv4 behind any prefix (RFC 5214, section 6.1). */
static bool
is_isatap(const struct in6_addr *address)
{
	static const uint8_t interface[] = {0x00, 0x00, 0x5e, 0xfe};

	return (address->s6_addr[8] & ~0x02) == interface[0] &&
		memcmp(address->s6_addr + 9, interface + 1, 3) == 0;
}

bool
address_is_public_ipv6(const struct in6_addr *address)
{
	/* 2000::/3, the global unicast range. Addresses outside are unallocated or
	 * embed IPv4. */
	static const uint8_t unicast[] = {0x20};
	static const struct {
		uint8_t prefix[4];
		int bits;
	} others[] = {
		/* IETF protocol assignments, including Teredo */
		{{0x20, 0x01, 0x00, 0x00}, 23},
		{{0x20, 0x01, 0x0d, 0xb8}, 32}, /* documentation */
		{{0x20, 0x02}, 16},             /* 6to4, which embeds IPv4 */
		{{0x3f, 0xff, 0x00}, 20},       /* documentation */
	};

	if (!begins_with(address->s6_addr, unicast, 3) || is_isatap(address))
		return false;
	for (size_t i = 0; i < COUNT(others); i++) {
		if (begins_with(address->s6_addr, others[i].prefix, others[i].bits))
			return false;
	}
	return true;
}

bool
address_is_public(const struct sockaddr *address)
{
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	if (address->sa_family == AF_INET) {
		memcpy(&four, address, sizeof(four));
		return address_is_public_ipv4(four.sin_addr);
	}
	if (address->sa_family != AF_INET6)
		return false;
	memcpy(&six, address, sizeof(six));
	return six.sin6_scope_id == 0 && address_is_public_ipv6(&six.sin6_addr);
}
