/*
 * address_sql.h - a caller's network address as SQL, as counters and known addresses have it.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_ADDRESS_SQL_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_ADDRESS_SQL_H

/* The network around an address with so many bits, of IPv4 and of IPv6; NULL for no address. */
#define NETWORK_OF(address, bits4, bits6) \
	SQL("network(set_masklen(" address "::inet," \
		" CASE family(" address "::inet) WHEN 4 THEN " bits4 \
		" ELSE " bits6 " END))::text")

/* An IPv6 address counts as its /64: who has one of them has all. */
#define ADDRESS_OF(address) NETWORK_OF(address, "32", "64")

#endif
