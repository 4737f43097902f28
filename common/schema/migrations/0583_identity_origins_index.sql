-- 0583_identity_origins_index: the networks of members. Owner: identity.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.known_addresses_by_network;
CREATE INDEX CONCURRENTLY known_addresses_by_network ON kith.known_addresses (member_id,
	(network(set_masklen(address::inet,
		CASE family(address::inet) WHEN 4 THEN 24 ELSE 48 END))::text));
