/*
 * address_sql.h - network addresses in SQL, as attempt counters and known addresses store
 * them.
 */
#ifndef KITH_SERVICES_IDENTITY_ADDRESS_SQL_H
#define KITH_SERVICES_IDENTITY_ADDRESS_SQL_H

/* The network of an address with the given prefix lengths for IPv4 and IPv6; NULL for
 * NULL. */
#define NETWORK_OF(address, bits4, bits6) \
	SQL("network(set_masklen(" address "::inet," \
		" CASE family(" address "::inet) WHEN 4 THEN " bits4 \
		" ELSE " bits6 " END))::text")

/* An IPv6 address counts as its /64, because one subscriber controls all of it. */
#define ADDRESS_OF(address) NETWORK_OF(address, "32", "64")

/* The network of a stranger who causes stored rows. Its owner has many addresses, so all
 * of them count as one. */
#define STRANGER_OF(address) NETWORK_OF(address, "24", "48")

/* Whether the owner of the account has signed in from this address in the last 90 days.
 * The work is the same without an account, which is looked up under an all-zero id. */
#define IS_KNOWN_ADDRESS(email, address) \
	SQL("EXISTS (SELECT FROM known_addresses k" \
		" WHERE k.member_id = COALESCE(" \
		"(SELECT m.id FROM members m WHERE lower(m.email) = lower(" email "))," \
		" '00000000-0000-0000-0000-000000000000'::uuid)" \
		" AND k.address = " ADDRESS_OF(address) \
		" AND k.signed_in_at > now() - interval '90 days')")

#endif
