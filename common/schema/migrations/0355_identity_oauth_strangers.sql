-- 0355_identity_oauth_strangers: shares of members and of addresses. Owner of these
-- tables: identity.
--
-- Only members store authorization requests. Each has a bounded number of places, so
-- nobody takes the places of others. The release before stores requests of strangers,
-- too, without a member.
ALTER TABLE oauth_transactions ADD COLUMN member_id uuid
	CONSTRAINT oauth_transactions_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE;

CREATE INDEX oauth_transactions_by_member ON oauth_transactions (member_id, created_at);

SELECT own_by_member('oauth_transactions', 'member_id');

-- The network that registered the client, for an hour: the IPv4 address, or the /64.
ALTER TABLE oauth_clients ADD COLUMN network text
	CONSTRAINT oauth_clients_network_check CHECK (char_length(network) <= 50);

CREATE INDEX oauth_clients_network_old ON oauth_clients (created_at)
	WHERE network IS NOT NULL;
