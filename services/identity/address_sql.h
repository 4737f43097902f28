/*
 * address_sql.h - network addresses in SQL, as attempt counters and known addresses store
 * them, and the origins that are known to an account.
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

/* Records a sign-in from an address, which is familiar from now on. The query yields a
 * new id, the member and the address as ADDRESS_OF() gives it. */
#define KNOW_ADDRESS(query) \
	SQL("INSERT INTO known_addresses (id, member_id, address) " query \
		" ON CONFLICT ON CONSTRAINT known_addresses_key" \
		" DO UPDATE SET signed_in_at = now(), familiar = true")

/* The member with an e-mail address; without an account an all-zero id, so that the work
 * is the same. */
#define MEMBER_OF(email) \
	SQL("COALESCE((SELECT m.id FROM members m" \
		" WHERE lower(m.email) = lower(" email "))," \
		" '00000000-0000-0000-0000-000000000000'::uuid)")

/* The origin of a call, if the member has signed in there before. It is one of
 *
 *     address ADDRESS    from this address in the last 90 days
 *     network NETWORK    from this network in the last 90 days
 *
 * with at most 80 characters; NULL for a stranger. Strangers cannot use up the limit of
 * an origin. */
#define KNOWN_ORIGIN(member, address) \
	SQL("(SELECT CASE WHEN k.address = " ADDRESS_OF(address) \
		" THEN 'address ' || k.address" \
		" ELSE 'network ' || " STRANGER_OF(address) " END" \
		" FROM known_addresses k WHERE k.member_id = " member \
		" AND " STRANGER_OF("k.address") " = " STRANGER_OF(address) \
		" AND k.signed_in_at > now() - interval '90 days'" \
		" ORDER BY k.address <> " ADDRESS_OF(address) " LIMIT 1)")

#endif
