-- 0039_known_addresses: from where members sign in, so that nobody locks them out.
-- Owner of this table: identity.

---- known_addresses ------------------------------------------------------------------------------

-- Tries at an account are limited over all addresses together. An address that signed in to the
-- account in the last 90 days is exempt, or strangers with enough addresses could lock the owner
-- out. At most 100 of them are kept for a member, the latest ones.
CREATE TABLE known_addresses (
	id uuid CONSTRAINT known_addresses_pkey PRIMARY KEY,
	member_id uuid NOT NULL
		CONSTRAINT known_addresses_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	-- An IPv4 address or the /64 of an IPv6 one, as the counters of attempts have it.
	address text NOT NULL CONSTRAINT known_addresses_address_check
		CHECK (char_length(address) BETWEEN 1 AND 64),
	signed_in_at timestamptz NOT NULL DEFAULT now(),
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT known_addresses_key UNIQUE (member_id, address)
);

CREATE INDEX known_addresses_oldest ON known_addresses (signed_in_at);
CREATE INDEX known_addresses_by_member ON known_addresses (member_id, created_at, id);

SELECT own_by_member('known_addresses', 'member_id');

GRANT SELECT, INSERT, UPDATE, DELETE ON known_addresses TO kith_role_identity;

-- Those of the sessions that are known.
INSERT INTO known_addresses (id, member_id, address, signed_in_at, created_at)
	SELECT gen_random_uuid(), s.member_id, s.address, max(s.created_at), max(s.created_at)
	FROM (SELECT member_id, created_at, network(set_masklen(address::inet,
			CASE family(address::inet) WHEN 4 THEN 32 ELSE 64 END))::text AS address
		FROM credentials WHERE kind = 'session' AND address ~ '^[0-9a-f.:]+$'
		AND created_at > now() - interval '90 days') s
	GROUP BY s.member_id, s.address;

---- the export -------------------------------------------------------------------------------------

CREATE VIEW export_known_addresses AS
	SELECT k.member_id, k.created_at AS place_at, k.id AS place_id,
		k.address, k.signed_in_at AS "signedInAt"
	FROM known_addresses k;

GRANT SELECT ON export_known_addresses TO kith_role_identity;
