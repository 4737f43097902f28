-- 0451_identity_mails_to_addresses: how many mails an address gets because of strangers.
-- Owner: identity.

-- The times of the latest mails, the newest first, for a day. The address is hashed,
-- because its owner may have no account.
CREATE TABLE mails_to_addresses (
	address_hash bytea NOT NULL CONSTRAINT mails_to_addresses_hash_check
		CHECK (octet_length(address_hash) = 32),
	cause text NOT NULL CONSTRAINT mails_to_addresses_cause_check
		CHECK (cause IN ('account', 'invitation')),
	sent_at timestamptz[] NOT NULL CONSTRAINT mails_to_addresses_sent_at_check
		CHECK (cardinality(sent_at) BETWEEN 1 AND 100),
	CONSTRAINT mails_to_addresses_pkey PRIMARY KEY (address_hash, cause)
);

CREATE INDEX mails_to_addresses_newest ON mails_to_addresses ((sent_at[1]));

-- Counts one more mail, and answers whether the address may get it. A mail that it may
-- not get does not count.
CREATE FUNCTION count_mail_to(address text, why text, per_hour integer, per_day integer)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO mails_to_addresses AS m (address_hash, cause, sent_at)
		VALUES (sha256(convert_to(lower(address), 'UTF8')), why, ARRAY[now()])
	ON CONFLICT ON CONSTRAINT mails_to_addresses_pkey DO UPDATE
		SET sent_at = (now() || m.sent_at)[1:per_day]
		WHERE (m.sent_at[per_hour] > now() - interval '1 hour') IS NOT TRUE
			AND (m.sent_at[per_day] > now() - interval '1 day') IS NOT TRUE;
	RETURN FOUND;
END $$;

REVOKE EXECUTE ON FUNCTION count_mail_to(text, text, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_mail_to(text, text, integer, integer)
	TO kith_role_identity, kith_role_orgs, kith_role_projects;
GRANT SELECT, DELETE ON mails_to_addresses TO kith_role_identity;

-- Whether the request came from an address from which the account's owner signs in.
ALTER TABLE mail_requests ADD COLUMN known boolean NOT NULL DEFAULT false;
